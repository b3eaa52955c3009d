import { Refused, notFound } from "./refusal.ts";
import { checkRulesets } from "./rules.ts";
import { blobId } from "../../../src/git/blob-id.ts";
import { complete } from "./contract.ts";
import type { Person, StoredCommit, TreeEntry } from "./bare-repository.ts";
import { accountId, write, isBot, may, page, type Answer, type Call, type Operations, type World } from "./world.ts";

const REPOSITORY = "/repos/{owner}/{repo}";

/** Trees, blobs, commits, refs and what is read from them. */
export const gitData: Operations = {
  [`GET ${REPOSITORY}/git/ref/{ref}`]: { run: getRef },
  [`GET ${REPOSITORY}/git/matching-refs/{ref}`]: { run: matchingRefs },
  [`POST ${REPOSITORY}/git/refs`]: { run: createRef },
  [`PATCH ${REPOSITORY}/git/refs/{ref}`]: { run: updateRef },
  [`DELETE ${REPOSITORY}/git/refs/{ref}`]: { run: deleteRef },
  [`POST ${REPOSITORY}/git/trees`]: { run: createTree },
  [`GET ${REPOSITORY}/git/trees/{tree_sha}`]: { run: getTree },
  [`POST ${REPOSITORY}/git/blobs`]: { run: createBlob },
  [`GET ${REPOSITORY}/git/blobs/{file_sha}`]: { run: getBlob },
  [`POST ${REPOSITORY}/git/commits`]: { run: createCommit },
  [`GET ${REPOSITORY}/git/commits/{commit_sha}`]: { run: getGitCommit },
  [`GET ${REPOSITORY}/commits`]: { run: listCommits },
  [`GET ${REPOSITORY}/commits/{ref}`]: { run: getCommit },
  [`GET ${REPOSITORY}/compare/{basehead}`]: { run: compare },
};

function refAnswer({ apiUrl, owner, repo }: World, name: string, sha: string): unknown {
  const url = `${apiUrl}/repos/${owner}/${repo}`;
  return complete(
    "git-ref",
    { ref: name, url: `${url}/git/${name}`, object: { type: "commit", sha, url: `${url}/git/commits/${sha}` } },
    apiUrl,
  );
}

async function getRef({ world, parameters }: Call): Promise<Answer> {
  const name = `refs/${parameters["ref"] ?? ""}`;
  const sha = await world.git.ref(name);
  if (sha === undefined) throw notFound();
  return { status: 200, body: refAnswer(world, name, sha) };
}

async function matchingRefs({ world, parameters }: Call): Promise<Answer> {
  const refs = await world.git.refs(`refs/${parameters["ref"] ?? ""}`);
  return { status: 200, body: refs.map(({ name, sha }) => refAnswer(world, name, sha)) };
}

async function createRef({ world, body }: Call): Promise<Answer> {
  const name = body.ref ?? "";
  const sha = body.sha ?? "";
  if (!/^refs\/[^/]+\/.+/.test(name))
    throw new Refused(422, "Reference name must start with 'refs/' and have at least 2 slashes");
  if ((await world.git.ref(name)) !== undefined) throw new Refused(422, "Reference already exists");
  if ((await world.git.type(sha)) !== "commit") throw new Refused(422, "Object does not exist");
  await checkRules(world, name, sha);
  await world.git.moveRef(name, sha, undefined);
  return { status: 201, body: refAnswer(world, name, sha) };
}

async function updateRef({ world, parameters, body }: Call): Promise<Answer> {
  const name = `refs/${parameters["ref"] ?? ""}`;
  const sha = body.sha ?? "";
  const current = await world.git.ref(name);
  if (current === undefined) throw new Refused(422, "Reference does not exist");
  if ((await world.git.type(sha)) !== "commit") throw new Refused(422, "Object does not exist");
  if (body.force !== true && !(await world.git.isAncestor(current, sha))) {
    throw new Refused(422, "Update is not a fast forward");
  }
  await checkRules(world, name, sha);
  await world.git.moveRef(name, sha, current);
  return { status: 200, body: refAnswer(world, name, sha) };
}

async function deleteRef({ world, parameters }: Call): Promise<Answer> {
  const name = `refs/${parameters["ref"] ?? ""}`;
  if ((await world.git.ref(name)) === undefined) throw new Refused(422, "Reference does not exist");
  if (name === `refs/heads/${await world.git.defaultBranch()}`) {
    throw new Refused(422, "Cannot delete the default branch");
  }
  const tip = await world.git.ref(name);
  await world.git.deleteRef(name);
  for (const pull of world.pulls) {
    if (pull.state !== "open" || pull.fork !== undefined || `refs/heads/${pull.head}` !== name) continue;
    pull.state = "closed";
    pull.closedAt = tip;
  }
  return { status: 204 };
}

/** Rulesets, and the guard of workflow files: a branch may not bring others than the default branch has. */
export async function checkRules(world: World, ref: string, sha: string): Promise<void> {
  const { settings, git } = world;
  const branch = ref.replace(/^refs\/heads\//, "");
  const defaultTip = await git.ref(`refs/heads/${await git.defaultBranch()}`);
  if (defaultTip !== undefined && !may(settings, write("workflows")) && branch !== (await git.defaultBranch())) {
    const touched = await git.differences(defaultTip, sha);
    if (touched.some(({ filename }) => isWorkflow(filename))) throw hiddenWithoutWorkflows(world);
  }
  await checkRulesets(world, branch, sha, await git.ref(ref));
}

export function isWorkflow(path: string): boolean {
  return path.startsWith(".github/workflows/");
}

function hiddenWithoutWorkflows({ settings }: World): Refused {
  return isBot(settings) ? new Refused(403, "Resource not accessible by integration") : notFound();
}

async function createTree({ world, body }: Call): Promise<Answer> {
  const { git, settings } = world;
  const entries = typeof body.tree === "object" ? body.tree : [];
  const base = body.base_tree;
  if (base !== undefined && (await git.type(base)) !== "tree")
    throw new Refused(422, "base_tree is not a valid tree oid");
  const size = Buffer.byteLength(JSON.stringify(body));
  if (entries.length > settings.treeLimit.entries || size > settings.treeLimit.bytes) {
    throw new Refused(
      422,
      "Sorry, your request timed out.  It's likely that your input was too large to process.  Consider building the tree incrementally, or building the commits you need in a local clone of the repository and then pushing them to GitHub.",
    );
  }
  if (entries.some(({ path }) => isWorkflow(path ?? "")) && !may(settings, write("workflows"))) {
    throw hiddenWithoutWorkflows(world);
  }
  const present = base === undefined ? [] : await git.tree(base, true);
  const paths = new Set(present.map(({ path }) => path));
  const written: { path: string; mode: string; sha: string | null }[] = [];
  const contents: Buffer[] = [];
  for (const { path = "", mode = "100644", sha, content } of entries) {
    if ((sha === undefined) === (content === undefined)) {
      throw new Refused(
        422,
        "Must supply either tree.sha or tree.content. Request will be rejected if both are present.",
      );
    }
    if (path.split("/").some((part) => part === "" || part === "." || part === ".." || part.toLowerCase() === ".git")) {
      throw new Refused(422, "tree.path contains a malformed path component");
    }
    if (content !== undefined) {
      const bytes = Buffer.from(content);
      contents.push(bytes);
      written.push({ path, mode, sha: blobId(bytes) });
    } else if (sha === null || sha === undefined) {
      if (base === undefined || !paths.has(path)) throw new Refused(422, "GitRPC::BadObjectState");
      written.push(...filesAt(present, path).map((entry) => ({ ...entry, sha: null })));
    } else if (mode === "040000") {
      if ((await git.type(sha)) !== "tree") throw new Refused(422, `tree.sha ${sha} is not a valid tree`);
      const inside = (await git.tree(sha, true)).filter(({ type }) => type !== "tree");
      written.push(...filesAt(present, path).map((entry) => ({ ...entry, sha: null })));
      written.push(...inside.map((entry) => ({ ...entry, path: `${path}/${entry.path}` })));
    } else {
      if (mode !== "160000" && (await git.type(sha)) === undefined) {
        throw new Refused(422, `tree.sha ${sha} is not a valid object`);
      }
      written.push({ path, mode, sha });
    }
  }
  await git.writeBlobs(contents);
  const made = await git.writeTree(base, written);
  return { status: 201, body: await treeAnswer(world, made, false) };
}

/** The file itself, or all files of the folder. */
function filesAt(entries: readonly TreeEntry[], path: string): readonly TreeEntry[] {
  return entries.filter((entry) => entry.type !== "tree" && (entry.path === path || entry.path.startsWith(`${path}/`)));
}

async function treeAnswer(world: World, sha: string, recursive: boolean): Promise<unknown> {
  const { apiUrl, owner, repo, settings } = world;
  const all = await world.git.tree(sha, recursive);
  const url = `${apiUrl}/repos/${owner}/${repo}/git`;
  const tree = all.slice(0, recursive ? settings.listingLimit : undefined).map((entry) => ({
    ...entry,
    url: `${url}/${entry.type}s/${entry.sha}`,
  }));
  return complete("git-tree", { sha, url: `${url}/trees/${sha}`, tree, truncated: tree.length < all.length }, apiUrl);
}

async function getTree({ world, parameters, query }: Call): Promise<Answer> {
  const name = parameters["tree_sha"] ?? "";
  const type = await world.git.type(name);
  const id = type === "tree" ? name : await world.git.commitOf(name);
  if (id === undefined) throw notFound();
  // Any value switches it on, "0" and "false" too.
  return { status: 200, body: await treeAnswer(world, id, query["recursive"] !== undefined) };
}

async function createBlob({ world, body }: Call): Promise<Answer> {
  const encoding = body.encoding === "base64" ? "base64" : "utf8";
  const content = Buffer.from(body.content ?? "", encoding);
  const sha = blobId(content);
  await world.git.writeBlobs([content]);
  const { apiUrl, owner, repo } = world;
  return { status: 201, body: { sha, url: `${apiUrl}/repos/${owner}/${repo}/git/blobs/${sha}` } };
}

async function getBlob({ world, parameters }: Call): Promise<Answer> {
  const sha = parameters["file_sha"] ?? "";
  if ((await world.git.type(sha)) !== "blob") throw notFound();
  const content = await world.git.readBlob(sha);
  const body = complete(
    "blob",
    { sha, size: content.length, content: content.toString("base64"), encoding: "base64" },
    world.apiUrl,
  );
  return { status: 200, body };
}

export const WEB_FLOW: Person = { name: "GitHub", email: "noreply@github.com" };

async function createCommit({ world, body }: Call): Promise<Answer> {
  const { git, settings, verifications } = world;
  const tree = typeof body.tree === "string" ? body.tree : "";
  if ((await git.type(tree)) !== "tree") throw new Refused(422, "Tree SHA does not exist");
  const parents = body.parents ?? [];
  for (const parent of parents) {
    if ((await git.type(parent)) !== "commit")
      throw new Refused(422, "Parent SHA does not exist or is not a commit object");
  }
  const date = world.now();
  const author = person(body.author, { ...actor(world), date });
  const isSigned = isBot(settings) && !["author", "committer", "signature"].some((key) => Object.hasOwn(body, key));
  const committer = isSigned ? { ...WEB_FLOW, date } : person(body.committer, author);
  const sha = await git.writeCommit({ tree, parents, message: body.message ?? "", author, committer });
  verifications.set(sha, isSigned ? { verified: true, reason: "valid" } : { verified: false, reason: "unsigned" });
  return { status: 201, body: gitCommitAnswer(world, await git.commit(sha)) };
}

export function actor({ settings: { login } }: World): Person {
  return { name: login, email: `${String(accountId(login))}+${login}@users.noreply.github.com` };
}

function person(given: Person | undefined, otherwise: Person): Person {
  return { ...otherwise, ...given };
}

async function getGitCommit({ world, parameters }: Call): Promise<Answer> {
  const sha = parameters["commit_sha"] ?? "";
  if ((await world.git.type(sha)) !== "commit") throw notFound();
  return { status: 200, body: gitCommitAnswer(world, await world.git.commit(sha)) };
}

function verification({ verifications }: World, sha: string): object {
  const { verified, reason } = verifications.get(sha) ?? { verified: false, reason: "unsigned" };
  return { verified, reason, signature: null, payload: null, verified_at: null };
}

function gitCommitAnswer(world: World, { sha, tree, parents, message, author, committer }: StoredCommit): unknown {
  const { apiUrl } = world;
  return complete(
    "git-commit",
    {
      sha,
      message,
      author,
      committer,
      tree: { sha: tree, url: apiUrl },
      parents: parents.map((parent) => ({ sha: parent, url: apiUrl, html_url: apiUrl })),
      verification: verification(world, sha),
    },
    apiUrl,
  );
}

/** A commit as the repository endpoints show it, with the accounts behind author and committer. */
export function commitAnswer(world: World, commit: StoredCommit): Record<string, unknown> {
  const { apiUrl } = world;
  const { sha, tree, parents, message, author, committer } = commit;
  return complete(
    "commit",
    {
      sha,
      commit: {
        message,
        author,
        committer,
        tree: { sha: tree, url: apiUrl },
        comment_count: 0,
        verification: verification(world, sha),
      },
      author: accountOf(world, author),
      committer: null,
      parents: parents.map((parent) => ({ sha: parent, url: apiUrl, html_url: apiUrl })),
    },
    apiUrl,
  );
}

/** Only noreply addresses tell whose they are. */
function accountOf({ apiUrl }: World, { email }: Person): unknown {
  const [, login] = /^(?:\d+\+)?(.+)@users\.noreply\.github\.com$/.exec(email) ?? [];
  return login === undefined
    ? null
    : complete("simple-user", { login, type: login.endsWith("[bot]") ? "Bot" : "User" }, apiUrl);
}

async function listCommits(call: Call): Promise<Answer> {
  const { world, query } = call;
  const start = await world.git.commitOf(query["sha"] ?? (await world.git.defaultBranch()));
  if (start === undefined) throw notFound();
  const commits = await Promise.all((await world.git.log(start)).map((sha) => world.git.commit(sha)));
  return page(
    call,
    commits.map((commit) => commitAnswer(world, commit)),
  );
}

async function getCommit({ world, parameters }: Call): Promise<Answer> {
  const sha = await world.git.commitOf((parameters["ref"] ?? "").replace(/^(?:refs\/)?heads\//, ""));
  if (sha === undefined) throw new Refused(422, `No commit found for SHA: ${parameters["ref"] ?? ""}`);
  return { status: 200, body: commitAnswer(world, await world.git.commit(sha)) };
}

const COMMITS_SHOWN = 250;
const FILES_SHOWN = 300;

async function compare({ world, parameters, query }: Call): Promise<Answer> {
  const { git } = world;
  const [from = "", to = ""] = (parameters["basehead"] ?? "").split("...");
  const [base, head] = await Promise.all([git.commitOf(from), git.commitOf(to)]);
  if (base === undefined || head === undefined) throw notFound();
  const mergeBase = await git.mergeBase(base, head);
  if (mergeBase === undefined) throw new Refused(404, `No common ancestor between ${from} and ${to}.`);
  const [ahead, behind] = await Promise.all([git.between(base, head), git.between(head, base)]);
  const size = Math.min(Number(query["per_page"] ?? COMMITS_SHOWN), COMMITS_SHOWN);
  const first = (Math.max(Number(query["page"] ?? 1), 1) - 1) * size;
  const commits = await Promise.all(ahead.slice(first, first + size).map((sha) => git.commit(sha)));
  const status =
    ahead.length === 0 ? (behind.length === 0 ? "identical" : "behind") : behind.length === 0 ? "ahead" : "diverged";
  const body = complete(
    "commit-comparison",
    {
      status,
      ahead_by: ahead.length,
      behind_by: behind.length,
      total_commits: ahead.length,
      base_commit: commitAnswer(world, await git.commit(base)),
      merge_base_commit: commitAnswer(world, await git.commit(mergeBase)),
      commits: commits.map((commit) => commitAnswer(world, commit)),
      files: (await filesBetween(world, mergeBase, head)).slice(0, first === 0 ? FILES_SHOWN : 0),
    },
    world.apiUrl,
  );
  return { status: 200, body };
}

/** What a pull request changes, as its list of files has it. */
export async function filesBetween({ git, apiUrl }: World, from: string, to: string): Promise<readonly unknown[]> {
  return (await git.differences(from, to)).map((file) =>
    complete("diff-entry", { ...file, changes: file.additions + file.deletions }, apiUrl),
  );
}
