import type { ComponentRecord } from "../components/component-settings.ts";
import { sameTexts } from "../../catalog/texts.ts";
import { cloneOf } from "../clone/component-clone.ts";
import { Refusal } from "../../http-api/refusal.ts";
import type { Service } from "../service.ts";
import { askedOnceIn } from "./asked-once.ts";
import { gitUntil, onlyCut } from "./git-until.ts";
import { lookAt } from "./origin.ts";
import { referencesIn } from "./references.ts";
import type { SoughtString } from "./string-in-file.ts";

/** A branch that takes translations from here to the repository. */
export interface Proposal {
  readonly branch: string;
  /** Of its pull request; undefined where the host does not tell by git. */
  readonly number: number | undefined;
  /** What the branch is at. */
  readonly commit: string;
}

/** Branches of pull requests with translations begin so, where the mapping does not say otherwise. */
const OWN_BRANCHES = "refs/heads/interlinear/*";
/** The heads of pull requests, as GitHub, Gitea and Forgejo keep them, and of GitLab's merge requests. */
const HEADS = ["refs/pull/*/head", "refs/merge-requests/*/head"];

const KNOWN_MILLISECONDS = 60_000;
const REMOTE_MILLISECONDS = 8_000;

const asked = askedOnceIn<Promise<readonly Proposal[]>>(KNOWN_MILLISECONDS);

/**
 * The open pull requests with translations, as git alone tells: the branches that Interlinear makes, and the heads of pull
 * requests that are at the same commit. Asked at most once a minute; undefined where the remote did not answer.
 */
export async function proposalsOf(
  service: Service,
  component: Pick<ComponentRecord, "clone_id">,
): Promise<readonly Proposal[] | undefined> {
  const { clone_id: id } = component;
  return asked(service, id, () => askedOf(service, id)).catch(() => undefined);
}

/** So many branches are looked into. */
const MOST_BRANCHES = 5;

/** Those of them that have this text of a string; none where that is not known in time. */
export async function proposalsWith(
  service: Service,
  component: Pick<ComponentRecord, "clone_id" | "path">,
  sought: SoughtString,
  texts: readonly string[],
): Promise<readonly Proposal[]> {
  const clone = cloneOf(service, component.clone_id);
  const signal = AbortSignal.timeout(REMOTE_MILLISECONDS);
  const git = gitUntil(clone, signal);
  const found: Proposal[] = [];
  try {
    const proposals = (await proposalsOf(service, component)) ?? [];
    for (const [at, proposal] of proposals.slice(0, MOST_BRANCHES).entries()) {
      const { commit, branch } = proposal;
      const isHere = (await git("cat-file", "-e", `${commit}^{commit}`)) !== undefined;
      const reference = `+refs/heads/${branch}:refs/interlinear-proposals/${String(at)}`;
      if (!isHere) {
        await service.locks.hold(component.clone_id, component.path, () =>
          git("fetch", "--quiet", "--no-tags", "origin", reference),
        );
      }
      const there = await lookAt(git, sought, commit);
      if (typeof there !== "string" && sameTexts(there.target, texts)) found.push(proposal);
    }
  } catch (error) {
    // Who works in the clone is not waited for beyond its limit.
    if (!(error instanceof Refusal)) onlyCut(signal, error);
  }
  return found;
}

async function askedOf(service: Service, id: number): Promise<readonly Proposal[]> {
  const clone = cloneOf(service, id);
  const listed = async (...patterns: readonly string[]) => {
    const signal = AbortSignal.timeout(REMOTE_MILLISECONDS);
    const { stdout } = await clone.git(["ls-remote", "--quiet", "origin", ...patterns], { signal });
    return referencesIn(stdout.toString("utf8"));
  };
  const branches = await listed(OWN_BRANCHES);
  if (branches.length === 0) return [];
  const heads = await listed(...HEADS);
  return branches.map(({ commit, name }) => {
    const head = heads.findLast((each) => each.commit === commit);
    return {
      branch: name.replace("refs/heads/", ""),
      commit,
      number: head === undefined ? undefined : numberIn(head.name),
    };
  });
}

function numberIn(name: string): number | undefined {
  const number = /^refs\/(?:pull|merge-requests)\/(\d+)\/head$/.exec(name)?.[1];
  return number === undefined ? undefined : Number(number);
}
