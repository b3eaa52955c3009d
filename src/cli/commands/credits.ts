import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { UserError } from "../../core/errors.ts";
import { creditedCommits, type Since } from "../../git/credited-commits.ts";
import { openRepository } from "../../git/git-repository.ts";
import type { Git } from "../../git/git.ts";
import { TranslationPlaces } from "../../mapping/language-paths.ts";
import { loadMapping } from "../../mapping/load.ts";
import { resolveMapping } from "../../mapping/resolve.ts";
import { creditLines, creditsOf, withCredits } from "../../report/statistics/credits.ts";
import { terminalText } from "../../report/words/escape.ts";
import { counted } from "../../report/words/words.ts";
import { DEFAULT_MAPPING } from "../../workspace/default-mapping.ts";
import { mappingText } from "../../workspace/open-workspace.ts";
import type { Command } from "../command.ts";
import { directoryOf } from "../directory.ts";
import { mappingOptions } from "../options.ts";
import { hasCode } from "../../core/system-error.ts";

export const command: Command = {
  summary: "list who translated into which language, from git's history",
  description:
    "Reads the commits that brought translations home and lists their co-authors by language, as Markdown for release notes. Needs no service and no token. With --write the list is put between the lines <!-- interlinear:credits --> and <!-- /interlinear:credits --> of a file, which stays as it is otherwise; a file that is not there is made.",
  options: {
    since: {
      type: "string",
      value: "REV|DATE",
      description: "only what came after a tag, a commit or a day (2026-11-22)",
    },
    write: { type: "string", value: "FILE", description: "write the list into this file, between its marks" },
    ...mappingOptions,
  },
  run: async (options, context) => {
    const { screen } = context;
    const directory = directoryOf(options, context);
    const git = await openRepository(directory);
    const mappingPath = options.text("mapping") ?? DEFAULT_MAPPING;
    const files = (await git.index()).map(({ path }) => path);
    const { bindings } = resolveMapping(loadMapping(await mappingText(git, { mappingPath }), mappingPath), files);
    const places = new TranslationPlaces(bindings);
    const since = options.text("since");
    const commits =
      (await git.head()) === undefined
        ? []
        : await creditedCommits(git.root, since === undefined ? undefined : await sinceIn(git, since));
    const credits = creditsOf(
      commits.map(({ people, paths }) => ({
        people,
        languages: [...new Set(paths.flatMap((path) => places.languagesOf(path)[0]?.language ?? []))],
      })),
    );
    if (await git.isShallow())
      screen.note("The clone is shallow: older commits are not counted (git fetch --unshallow).");
    const lines = creditLines(credits);
    const path = options.text("write");
    if (path === undefined) screen.print(lines);
    else {
      const file = resolve(directory, path);
      const text = withCredits(await textIn(file), lines);
      if (text === undefined) throw noPlace(path);
      await writeFile(file, text);
      screen.print([`Wrote ${counted(credits.languages.length, "language")} into ${terminalText(path)}.`]);
    }
    if (screen.isJson) screen.printJson(credits);
    return 0;
  },
};

function noPlace(path: string): UserError {
  return new UserError(`${path} has no place for the translators; it was not changed`, {
    code: "IL-C07",
    hint: "Add the lines <!-- interlinear:credits --> and <!-- /interlinear:credits --> once, where the list belongs.",
  });
}

/** A tag may be called like a day: what git knows counts. */
async function sinceIn(git: Git, text: string): Promise<Since> {
  const commit = await git.commit(text);
  if (commit !== undefined) return { kind: "commit", id: commit };
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  if (day !== undefined && !Number.isNaN(day.getTime())) return { kind: "time", from: day };
  throw new UserError(`--since ${text} is neither a commit that git knows nor a date`, {
    code: "IL-C02",
    hint: "Write a tag, a branch, a commit, or a day like 2026-11-22.",
  });
}

async function textIn(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}
