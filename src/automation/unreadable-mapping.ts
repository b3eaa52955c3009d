import { defined } from "../core/defined.ts";
import { LocalError } from "../core/errors.ts";
import type { CheckReport } from "../forge/discussion.ts";
import type { Git } from "../git/git.ts";
import { openRepository } from "../git/git-repository.ts";
import { MappingError } from "../mapping/errors.ts";
import { loadMapping } from "../mapping/load.ts";
import { resolveMapping } from "../mapping/resolve.ts";
import { markdownCode, markdownProse } from "../report/words/escape.ts";
import { blobsOf, MOST_MAPPING_BYTES, MOST_MORE_PATHS } from "../review/index.ts";
import type { JobContext } from "./job-context.ts";

type Report = Omit<CheckReport, "commit" | "name" | "pullRequest">;

interface Ends {
  readonly base: { readonly branch: string; readonly commit: string };
  /** Git has its objects. */
  readonly head: { readonly commit: string };
}

/**
 * The check of a pull request onto a branch whose mapping cannot be read. A rule may ask for it, so it comes all the same, and
 * succeeds where the pull request mends the mapping: nothing else could end this.
 */
export async function unreadableMapping(
  context: JobContext,
  { base, head }: Ends,
  error: MappingError,
): Promise<Report> {
  const { mappingPath, runUrl } = context;
  const about = { annotations: [], ...defined({ detailsUrl: runUrl }) };
  const { root, remote } = await context.source();
  const git = await openRepository(root, { mayBeBare: true, ...defined({ environment: remote.environment }) });
  if (await isReadable(git, mappingPath, { base, head })) {
    return {
      ...about,
      conclusion: "success",
      title: "This mends the mapping",
      summary: `The mapping of ${base.branch} cannot be read, and this pull request mends it. Nothing else of it was reviewed.`,
    };
  }
  const problems = error.problems.map(({ message, place: { line } }) => {
    const where = line === undefined ? mappingPath : `${mappingPath}:${String(line)}`;
    return `- ${markdownCode(where)}: ${markdownProse(message)}`;
  });
  return {
    ...about,
    conclusion: "failure",
    title: `The mapping of ${base.branch} cannot be read`,
    summary: [
      `Nothing can be reviewed until somebody mends it on ${base.branch}. The check of the pull request that does so succeeds. After that, run this one again.`,
      problems.join("\n"),
    ].join("\n\n"),
  };
}

/** Whether the head has a mapping that fits its files, or none any more. */
async function isReadable(git: Git, path: string, { base, head }: Ends): Promise<boolean> {
  const most = (await git.files(base.commit)).length + MOST_MORE_PATHS;
  try {
    const files = await git.files(head.commit, most);
    const blob = files.find((file) => file.path === path)?.blob;
    if (blob === undefined) return true;
    const blobs = blobsOf(git);
    await blobs.prefetch([blob]);
    const bytes = await blobs.read(blob, MOST_MAPPING_BYTES);
    if (bytes === undefined) return false;
    const parsed = loadMapping(Buffer.from(bytes).toString("utf8"), path);
    (await import("../workspace/mapping-templates.ts")).checkTemplates(parsed);
    resolveMapping(
      parsed,
      files.map((file) => file.path),
    );
    return true;
  } catch (error) {
    // A head of far too many paths mends nothing.
    const isTooLarge = error instanceof LocalError && error.code === "IL-G10";
    if (error instanceof MappingError || isTooLarge) return false;
    throw error;
  }
}
