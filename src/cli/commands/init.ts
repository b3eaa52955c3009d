import { mkdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { openRepository } from "../../git/git-repository.ts";
import { detectLocales } from "../../mapping/detect.ts";
import { writeMapping } from "../../mapping/write-mapping.ts";
import { alignedRows } from "../../report/words/text-width.ts";
import { terminalText } from "../../report/words/escape.ts";
import { counted, listed } from "../../report/words/words.ts";
import { DEFAULT_MAPPING } from "../../workspace/default-mapping.ts";
import type { Command } from "../command.ts";
import { directoryOf } from "../directory.ts";
import { slugOf, UNKNOWN_SERVICE, writeNewMapping } from "../new-mapping.ts";
import { mappingOptions } from "../options.ts";

export const command: Command = {
  summary: "write a mapping for this repository",
  description:
    "Looks for locale files that git knows and writes a mapping with comments. An existing one is kept unless you say --force.",
  options: {
    service: { type: "string", value: "URL", description: "address of the translation service" },
    project: { type: "string", value: "SLUG", description: "the project on it (default: the folder's name)" },
    force: { type: "boolean", description: "replace an existing mapping" },
    ...mappingOptions,
  },
  run: async (options, { directory, screen }) => {
    const git = await openRepository(directoryOf(options, { directory }));
    const index = await git.index();
    const { families, withoutSource } = detectLocales(index.map((entry) => entry.path));
    const path = options.text("mapping") ?? DEFAULT_MAPPING;
    const service = options.text("service") ?? UNKNOWN_SERVICE;
    const project = options.text("project") ?? slugOf(basename(git.root));
    const text = writeMapping(families, { service, project });
    const file = join(git.root, path);
    await mkdir(dirname(file), { recursive: true });
    await writeNewMapping(file, text, options.flag("force"), path);
    if (screen.isJson) {
      screen.printJson({ mapping: path, service, project, components: families, withoutSource });
      return 0;
    }
    const left = { align: "left" } as const;
    const rows = families.map((family) => [
      `  ${terminalText(family.component)}`,
      terminalText(family.source),
      `${counted(family.languages.length, "language")}: ${terminalText(listed(family.languages, 6))}`,
    ]);
    screen.print([
      `Wrote ${terminalText(path)}: ${counted(families.length, "component")}.`,
      ...alignedRows(rows, [left, left, left]),
      ...withoutSource.map(
        ({ translations }) => `  ${terminalText(translations)} has no file in the source language and is not in it.`,
      ),
      "",
      "Next:",
      ...(service === UNKNOWN_SERVICE ? [`  put your service's address in the place of ${UNKNOWN_SERVICE}`] : []),
      "  read the mapping, and correct the slugs of project and components",
      "  export INTERLINEAR_TOKEN=…   (a token of the service)",
      "  interlinear plan             (shows what a sync would do, and why)",
    ]);
    return 0;
  },
};
