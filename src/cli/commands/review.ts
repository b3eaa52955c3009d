import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { UserError, type ExitCode } from "../../core/errors.ts";
import { openRepository } from "../../git/git-repository.ts";
import type { Git } from "../../git/git.ts";
import { loadMapping, type ParsedMapping } from "../../mapping/load.ts";
import { reviewSettings } from "../../mapping/settings.ts";
import { reviewCheck, type ReviewCheck } from "../../report/review/review-check.ts";
import { reviewComment } from "../../report/review/review-comment.ts";
import { reviewLines } from "../../report/review/review-lines.ts";
import { reviewChange, type Review } from "../../review/index.ts";
import { DEFAULT_MAPPING } from "../../workspace/default-mapping.ts";
import type { Command } from "../command.ts";
import { directoryOf } from "../directory.ts";
import { mappingOptions } from "../options.ts";
import { comparedCommits, type ComparedCommits } from "../review/compared-commits.ts";

export const command: Command = {
  summary: "say what a change does to translations, from git alone",
  description:
    "Compares two commits as a review of a pull request does: strings added, changed, renamed and removed, translations that become stale by that, in which languages and how many words, translations that would break the app, files that do not parse, and keys that code asks for and no source file has. Needs no service and no token, and ignores what is not committed. Ends with 3 where the mapping's `review` would let the check fail, with 2 where a file or the mapping cannot be read.",
  options: {
    base: {
      type: "string",
      value: "REF",
      description: "what the change is compared with (default: where it left the remote's main branch)",
    },
    head: { type: "string", value: "REF", description: "the change's last commit (default: HEAD)" },
    markdown: { type: "boolean", description: "print the comment that a pull request would get" },
    ...mappingOptions,
  },
  run: async (options, context) => {
    const { screen } = context;
    const git = await openRepository(directoryOf(options, context));
    const commits = await comparedCommits(git, { base: options.text("base"), head: options.text("head") });
    const mapping = await mappingFor(git, options.text("mapping") ?? DEFAULT_MAPPING, commits);
    if ((await git.mergeBase(commits.base, commits.head)) === undefined) screen.note(UNRELATED);
    const review = await reviewChange({ git }, mapping, commits);
    const check = reviewCheck(review, reviewSettings(mapping.value));
    if (screen.isJson) {
      const { conclusion, title, annotations } = check;
      screen.printJson({ ...review, check: { conclusion, title, annotations } });
    } else if (options.flag("markdown")) {
      screen.print(reviewComment(review)?.split("\n") ?? []);
    } else {
      const failure = check.conclusion === "failure" ? check.title : undefined;
      screen.print(reviewLines(review, { ...commits, failure }, screen.style));
    }
    return exitCodeOf(review, check);
  },
};

const UNRELATED =
  "git does not know where the two parted (is this a shallow clone?), so what the base got since then counts as well";

/** One's own change may bring the mapping along, or have it in the working tree only: no token goes anywhere by it. */
async function mappingFor(git: Git, path: string, { head, base }: ComparedCommits): Promise<ParsedMapping> {
  const blob = (await git.blobAt(head, path)) ?? (await git.blobAt(base, path));
  const text =
    blob === undefined
      ? await readFile(join(git.root, path), "utf8").catch(() => undefined)
      : Buffer.from(await git.read(blob)).toString("utf8");
  if (text !== undefined) return loadMapping(text, path);
  throw new UserError(`there is no mapping: ${path}`, {
    code: "IL-M01",
    hint: "Run `interlinear init` to write one, or name its path with --mapping.",
  });
}

function exitCodeOf({ unreadable, mistakes }: Review, { conclusion }: ReviewCheck): ExitCode {
  if (unreadable.length + mistakes.length > 0) return 2;
  return conclusion === "failure" ? 3 : 0;
}
