import { blobId } from "../../../src/git/blob-id.ts";
import { actor, checkRules, isWorkflow, WEB_FLOW } from "./git-data.ts";
import { GraphqlRefused, record, text, type GraphqlCall, type GraphqlFields } from "./graphql-field.ts";
import { Refused } from "./refusal.ts";
import { isBot, may, write, type World } from "./world.ts";

export const commitFields: GraphqlFields = {
  "Mutation.createCommitOnBranch": { needs: [write("contents")], run: createCommitOnBranch },
};

/** One commit on top of a branch that exists, signed whoever asks for it; every file as 100644. */
async function createCommitOnBranch({ world, arguments: given }: GraphqlCall): Promise<unknown> {
  const { git, verifications } = world;
  const input = record(given["input"]);
  const branch = branchOf(world, record(input["branch"]));
  const expected = text(input["expectedHeadOid"]);
  const ref = `refs/heads/${branch}`;
  const head = await git.ref(ref);
  if (head === undefined) {
    throw new GraphqlRefused("NOT_FOUND", `No such branch "${branch}" in ${world.owner}/${world.repo}.`);
  }
  if (head !== expected) {
    const message = `Expected branch to point to "${expected}" but it did not.  Pull and try again.`;
    throw new GraphqlRefused("STALE_DATA", message);
  }
  const parent = await git.commit(head);
  const tree = await changedTree(world, parent.tree, record(input["fileChanges"]));
  const { headline, body } = record(input["message"]);
  const message = [text(headline), text(body)].filter((part) => part !== "").join("\n\n");
  const date = world.now();
  const author = { ...actor(world), date };
  const sha = await git.writeCommit({
    tree,
    parents: [head],
    message: `${message}\n`,
    author,
    committer: { ...WEB_FLOW, date },
  });
  verifications.set(sha, { verified: true, reason: "valid" });
  try {
    await checkRules(world, ref, sha);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new GraphqlRefused("UNPROCESSABLE", error.message);
  }
  await git.moveRef(ref, sha, head);
  return {
    clientMutationId: input["clientMutationId"] ?? null,
    commit: {
      oid: sha,
      message,
      url: `${world.serverUrl}/${world.owner}/${world.repo}/commit/${sha}`,
      tree: { oid: tree },
      signature: { isValid: true },
    },
    ref: { id: `REF_${branch}`, name: branch, prefix: "refs/heads/" },
  };
}

function branchOf({ owner, repo }: World, { repositoryNameWithOwner, branchName }: Record<string, unknown>): string {
  if (text(repositoryNameWithOwner).toLowerCase() !== `${owner}/${repo}`.toLowerCase()) {
    throw new GraphqlRefused(
      "NOT_FOUND",
      `Could not resolve to a Repository with the name '${text(repositoryNameWithOwner)}'.`,
    );
  }
  return text(branchName).replace(/^refs\/heads\//, "");
}

async function changedTree(world: World, base: string, changes: Readonly<Record<string, unknown>>): Promise<string> {
  const { git, settings } = world;
  const additions = list(changes["additions"]).map((one) => ({
    path: text(one["path"]),
    content: Buffer.from(text(one["contents"]), "base64"),
  }));
  const deletions = list(changes["deletions"]).map((one) => text(one["path"]));
  const paths = [...additions.map(({ path }) => path), ...deletions];
  if (new Set(paths).size < paths.length) throw new GraphqlRefused("UNPROCESSABLE", "A path was given twice");
  if (paths.some((path) => path.startsWith("/"))) {
    throw new GraphqlRefused("UNPROCESSABLE", "A path was requested with a leading slash");
  }
  if (paths.some(isWorkflow) && !may(settings, write("workflows"))) {
    const kind = isBot(settings) ? "integration" : "personal access token";
    throw new GraphqlRefused("FORBIDDEN", `Resource not accessible by ${kind}`);
  }
  const present = new Set((await git.tree(base, true)).map(({ path }) => path));
  const missing = deletions.find((path) => !present.has(path));
  if (missing !== undefined) {
    throw new GraphqlRefused("UNPROCESSABLE", `A path was requested for deletion which does not exist: ${missing}`);
  }
  await git.writeBlobs(additions.map(({ content }) => content));
  return git.writeTree(base, [
    ...additions.map(({ path, content }) => ({ path, mode: "100644", sha: blobId(content) })),
    ...deletions.map((path) => ({ path, mode: "100644", sha: null })),
  ]);
}

function list(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.map(record) : [];
}
