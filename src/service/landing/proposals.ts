import type { ComponentRecord } from "../components/component-settings.ts";
import { cloneOf } from "../clone/component-clone.ts";
import type { Service } from "../service.ts";

/** A branch that takes translations from here to the repository. */
export interface Proposal {
  readonly branch: string;
  /** Of its pull request; undefined where the host does not tell by git. */
  readonly number: number | undefined;
}

/** Branches of pull requests with translations begin so, where the mapping does not say otherwise. */
const OWN_BRANCHES = "refs/heads/interlinear/*";
/** The heads of pull requests, as GitHub, Gitea and Forgejo keep them, and of GitLab's merge requests. */
const HEADS = ["refs/pull/*/head", "refs/merge-requests/*/head"];

const KNOWN_MILLISECONDS = 60_000;
const REMOTE_MILLISECONDS = 8_000;

interface Known {
  readonly until: number;
  readonly proposals: Promise<readonly Proposal[]>;
}
const known = new WeakMap<Service, Map<number, Known>>();

/**
 * The open pull requests with translations, as git alone tells: the branches that Interlinear makes, and the heads of pull
 * requests that are at the same commit. Asked at most once a minute; undefined where the remote did not answer.
 */
export async function proposalsOf(
  service: Service,
  component: Pick<ComponentRecord, "clone_id">,
): Promise<readonly Proposal[] | undefined> {
  const now = service.clock.now().getTime();
  const own = known.get(service) ?? new Map<number, Known>();
  known.set(service, own);
  const last = own.get(component.clone_id);
  const current =
    last !== undefined && last.until > now
      ? last
      : { until: now + KNOWN_MILLISECONDS, proposals: askedOf(service, component.clone_id) };
  own.set(component.clone_id, current);
  return current.proposals.catch(() => undefined);
}

async function askedOf(service: Service, id: number): Promise<readonly Proposal[]> {
  const clone = cloneOf(service, id);
  const listed = async (...patterns: readonly string[]) => {
    const signal = AbortSignal.timeout(REMOTE_MILLISECONDS);
    const { stdout } = await clone.git(["ls-remote", "--quiet", "origin", ...patterns], { signal });
    return parseReferences(stdout.toString("utf8"));
  };
  const branches = await listed(OWN_BRANCHES);
  if (branches.length === 0) return [];
  const heads = await listed(...HEADS);
  return branches.map(({ commit, name }) => {
    const head = heads.findLast((each) => each.commit === commit);
    return { branch: name.replace("refs/heads/", ""), number: head === undefined ? undefined : numberIn(head.name) };
  });
}

function parseReferences(text: string): { readonly commit: string; readonly name: string }[] {
  return text.split("\n").flatMap((line) => {
    const [commit, name] = line.split("\t");
    return commit === undefined || name === undefined ? [] : [{ commit, name }];
  });
}

function numberIn(name: string): number | undefined {
  const number = /^refs\/(?:pull|merge-requests)\/(\d+)\/head$/.exec(name)?.[1];
  return number === undefined ? undefined : Number(number);
}
