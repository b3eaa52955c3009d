import type { Selectable } from "kysely";
import { withoutCredentials } from "../../git/run.ts";
import type { Queries } from "../../store/database.ts";
import type { ProjectTable } from "../../store/tables.ts";
import { GitRefusal, remoteBranch, type Clone } from "../clone/clone.ts";
import { cloneOf } from "../clone/component-clone.ts";
import { siteAuthor } from "../clone/pending.ts";
import { assertBranch, assertRepository, publicRepository } from "../clone/repository-path.ts";
import { withUnpacked } from "../files/archive.ts";
import type { SentBytes } from "../files/sent-bytes.ts";
import { invalid } from "../../http-api/refusal.ts";
import { required } from "../http/refusal.ts";
import { may, seesComponent, type Caller } from "../identity/permissions.ts";
import { timestamp, type Service } from "../service.ts";
import type { ComponentSettings } from "./component-settings.ts";

type ProjectRecord = Selectable<ProjectTable>;

/** The clone a component lives in. */
export interface Home {
  readonly clone: number;
  /** The component that the clone belongs to, where it is shared. */
  readonly owner?: number;
}

/** A component that starts from files instead of a repository. */
export type ComponentUpload =
  | { readonly kind: "document"; readonly name: string; readonly content: SentBytes }
  | { readonly kind: "archive"; readonly content: SentBytes };

export interface HomeRequest {
  readonly project: ProjectRecord;
  /** Who asks; undefined: the administration, which may share every clone. */
  readonly caller?: Caller | undefined;
  /** False keeps the component from sharing an existing clone of the same repository and branch. */
  readonly share: boolean;
  readonly upload?: ComponentUpload | undefined;
  /** The component itself, which can not be linked to. */
  readonly component?: number;
}

const LINK = "weblate://";
const LOCAL_BRANCH = "main";

/** The address that shares a component's clone. */
export function componentLink(projectSlug: string, path: string): string {
  return `${LINK}${projectSlug}/${path}`;
}

export function isLink(repo: string): boolean {
  return repo.startsWith(LINK);
}

/** Brings what says where the repository is into its stored form. @throws 400 */
export async function completeRepository(service: Service, settings: ComponentSettings): Promise<void> {
  if (settings.vcs === "local") {
    settings.repo = "local:";
    settings.branch = LOCAL_BRANCH;
    settings.push = "";
    return;
  }
  if (settings.repo === "") throw required("repo");
  if (isLink(settings.repo)) return;
  await assertRepository(service, "repo", settings.repo);
  if (settings.push !== "") await assertRepository(service, "push", settings.push);
  settings.branch = settings.branch === "" ? await defaultBranch(settings.repo) : settings.branch;
  assertBranch("branch", settings.branch);
  if (settings.push_branch !== "") assertBranch("push_branch", settings.push_branch);
}

async function defaultBranch(repo: string): Promise<string> {
  try {
    return await remoteBranch(repo);
  } catch (error) {
    if (!(error instanceof GitRefusal)) throw error;
    const words = withoutCredentials(error.message);
    throw invalid("repo", `Could not reach the repository “${publicRepository(repo)}”: ${words}`);
  }
}

/**
 * The clone a component lives in: another component's, where it asks for it or uses the same repository and branch, or a
 * new one, which nothing refers to yet. A link leaves nothing of its own in the settings.
 */
export async function homeFor(service: Service, request: HomeRequest, settings: ComponentSettings): Promise<Home> {
  if (isLink(settings.repo)) return linkedHome(service, request, settings);
  if (settings.vcs !== "local" && request.share) {
    const same = await service.database
      .selectFrom("clone")
      .innerJoin("component", "component.clone_id", "clone.id")
      .select(["clone.id as clone", "component.id as owner"])
      .where("clone.project_id", "=", request.project.id)
      .where("clone.repo", "=", settings.repo)
      .where("clone.branch", "=", settings.branch)
      .where("component.linked_component_id", "is", null)
      .where("component.id", "!=", request.component ?? 0)
      .executeTakeFirst();
    if (same !== undefined) return same;
  }
  return newHome(service, request, settings);
}

async function linkedHome(service: Service, request: HomeRequest, settings: ComponentSettings): Promise<Home> {
  const [, projectSlug = "", path = ""] = /^([^/]+)\/(.+?)\/?$/.exec(settings.repo.slice(LINK.length)) ?? ["", "", ""];
  const owner = await service.database
    .selectFrom("component")
    .innerJoin("project", "project.id", "component.project_id")
    .select(["component.id", "component.clone_id", "component.linked_component_id", "component.project_id"])
    .select(["component.restricted", "component.removing", "project.access_control"])
    .where("project.slug", "=", projectSlug)
    .where("component.path", "=", path)
    .executeTakeFirst();
  if (owner === undefined || !mayShare(request, owner)) {
    throw invalid("repo", `Invalid link to a component, use ${LINK}project/component.`);
  }
  if (owner.id === request.component || owner.linked_component_id === request.component) {
    throw invalid("repo", "Invalid link to a component, cannot link it to itself!");
  }
  Object.assign(settings, { repo: "", push: "", branch: "", push_branch: "", vcs: "git" });
  return { clone: owner.clone_id, owner: owner.linked_component_id ?? owner.id };
}

/**
 * In its own project whoever may create it; another project's clone is shared by who may change its components. A restricted component's
 * is shared by nobody who does not see it: they would read its strings.
 */
function mayShare(
  { project, caller }: HomeRequest,
  owner: {
    readonly id: number;
    readonly project_id: number;
    readonly access_control: number;
    readonly restricted: number;
    readonly removing: number;
  },
): boolean {
  if (caller === undefined) return true;
  const { id, removing } = owner;
  const component = { id, removing, settings: { restricted: owner.restricted === 1 } };
  if (!seesComponent(caller, component)) return false;
  if (owner.project_id === project.id) return true;
  const home = { id: owner.project_id, access_control: owner.access_control };
  return may(caller, { project: home, component }, "component.edit");
}

async function newHome(service: Service, request: HomeRequest, settings: ComponentSettings): Promise<Home> {
  const local = settings.vcs === "local";
  const { id } = await service.database
    .insertInto("clone")
    .values({
      project_id: request.project.id,
      repo: local ? "" : settings.repo,
      branch: settings.branch,
      head: "",
      remote_commit: null,
      ahead: 0,
      behind: 0,
      merge_failure: null,
      // Until a component lives in it and was scanned; a start after a crash removes it.
      dirty: 1,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const clone = cloneOf(service, id);
  try {
    await clone.remove();
    await clone.create(local ? "" : settings.repo, settings.branch);
    if (local) await storeUpload(service, clone, request, settings);
  } catch (error) {
    await removeHome(service, id);
    if (!(error instanceof GitRefusal)) throw error;
    const words = withoutCredentials(error.message).replaceAll(clone.folder, "");
    throw invalid("repo", `Could not fetch the repository: ${words}`);
  }
  return { clone: id };
}

async function storeUpload(
  service: Service,
  clone: Clone,
  { upload }: HomeRequest,
  settings: ComponentSettings,
): Promise<void> {
  const paths: string[] = [];
  if (upload?.kind === "document") {
    const path = settings.template === "" ? settings.new_base : settings.template;
    await clone.write(path, upload.content);
    paths.push(path);
  } else if (upload?.kind === "archive") {
    await withUnpacked(service, upload.content, async (folder, members) => {
      await clone.takeIn(folder);
      paths.push(...members);
    });
  }
  if (paths.length === 0) throw invalid("repo", "A local repository needs files: send `docfile` or `zipfile`.");
  await clone.commit({
    message: "Start of the repository\n",
    author: siteAuthor(service),
    committer: siteAuthor(service),
    paths,
    authored: timestamp(service),
  });
}

/** Removes a clone that no component lives in any more. */
export async function removeHome(service: Service, id: number): Promise<void> {
  await cloneOf(service, id).remove();
  await service.database.deleteFrom("clone").where("id", "=", id).execute();
}

/** Components that live in a clone, besides this one. */
export async function neighbours(
  queries: Queries,
  component: { readonly id: number; readonly clone_id: number },
): Promise<number[]> {
  const rows = await queries
    .selectFrom("component")
    .select("id")
    .where("clone_id", "=", component.clone_id)
    .where("id", "!=", component.id)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}
