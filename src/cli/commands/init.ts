import { pathsByKind } from "../../git/paths-by-kind.ts";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { VERSION } from "../../core/version.ts";
import { openRepository } from "../../git/git-repository.ts";
import type { Git } from "../../git/git.ts";
import { proposedMapping } from "../../mapping/proposed-mapping.ts";
import { foundLanguages } from "../../mapping/write-mapping.ts";
import { alignedRows } from "../../report/words/text-width.ts";
import { terminalText } from "../../report/words/escape.ts";
import { counted, listed } from "../../report/words/words.ts";
import { ServiceExamination } from "../../service-client/examination.ts";
import { HttpTranslationService } from "../../service-client/index.ts";
import { ServiceSetUp } from "../../service-client/service-set-up.ts";
import { DEFAULT_MAPPING } from "../../workspace/default-mapping.ts";
import { knownProject, type KnownProject } from "../../workspace/set-up/known-project.ts";
import { sourceEvidence } from "../../workspace/set-up/source-evidence.ts";
import type { Command, CommandContext } from "../command.ts";
import { directoryOf } from "../directory.ts";
import { forgeOption, forgeSetUpOptions, setUpForge } from "../init/set-up-forge.ts";
import { slugOf, UNKNOWN_SERVICE, writeNewMapping } from "../new-mapping.ts";
import { mappingOptions, sourceLanguageOption } from "../options.ts";
import { nothingFound, untrackedLocales } from "../up/nothing-found.ts";
import { otherToolLines, otherToolsIn } from "../up/other-tools.ts";
import { notUsedLines } from "../up/set-up-lines.ts";

export const command: Command = {
  summary: "write a mapping for this repository",
  description:
    "Looks for locale files that git knows and writes a mapping with comments. With --service and the environment variable INTERLINEAR_TOKEN the service is asked which project the token is for, and components that have these files already keep their names. An existing mapping is kept unless you add --force. With --forge it writes the workflow as well, and makes what that needs on Forgejo or Gitea, after it has shown what it will do. To have everything set up, components on the service included, use `interlinear up`.",
  options: {
    service: { type: "string", value: "URL", description: "address of the translation service" },
    project: {
      type: "string",
      value: "SLUG",
      description: "the project on it (default: the token's, else the folder's name)",
    },
    ...sourceLanguageOption,
    force: { type: "boolean", description: "replace an existing mapping" },
    ...forgeSetUpOptions,
    ...mappingOptions,
  },
  run: async (options, context) => {
    const { screen } = context;
    const git = await openRepository(directoryOf(options, context));
    const index = await git.index();
    const { files, links } = pathsByKind(index);
    const path = options.text("mapping") ?? DEFAULT_MAPPING;
    const forge = forgeOption(options);
    if (forge !== undefined && !options.flag("force") && existsSync(resolve(git.root, path))) {
      return setUpForge(forge, git, { path, written: undefined }, options, context);
    }
    const service = options.text("service") ?? UNKNOWN_SERVICE;
    const { project, served } = await projectOn(service, git, options.text("project"), context);
    const evidence = await sourceEvidence(git, index, options.text("source-language"));
    const proposed = proposedMapping(files, { service, project, path }, evidence, served, links);
    const others = await otherToolsIn(git, index);
    const untracked = await untrackedLocales(git, files);
    if (proposed.text === undefined) throw nothingFound(proposed, untracked, others);
    if (forge !== undefined) {
      return setUpForge(forge, git, { path, written: { path, text: proposed.text } }, options, context);
    }
    const file = resolve(git.root, path);
    await mkdir(dirname(file), { recursive: true });
    await writeNewMapping(file, proposed.text, options.flag("force"), path);
    const { families, withoutSource, refused, unusable } = proposed;
    if (screen.isJson) {
      const seen = { withoutSource, refused, unusable, untracked, otherTools: others };
      screen.printJson({ mapping: path, service, project, components: families, ...seen });
      return 0;
    }
    const left = { align: "left" } as const;
    const rows = families.map((family) => [
      `  ${terminalText(family.component)}`,
      terminalText(family.source ?? family.translations),
      terminalText(foundLanguages(family)),
    ]);
    screen.print([
      `Wrote ${terminalText(path)}: ${counted(families.flatMap(({ sources }) => sources).length, "component")}.`,
      ...alignedRows(rows, [left, left, left]),
      ...notUsedLines(proposed),
      ...(untracked.length === 0
        ? []
        : [
            terminalText(
              `  ! ${listed(untracked, 3)}: git does not know these files yet (\`git add\`), so they were left out.`,
            ),
          ]),
      ...otherToolLines(others, " --force"),
      "",
      "Next:",
      ...(service === UNKNOWN_SERVICE ? [`  put your service's address in the place of ${UNKNOWN_SERVICE}`] : []),
      "  read the mapping, and correct the slugs of project and components",
      "  export INTERLINEAR_TOKEN=…   (a token of the service)",
      "  interlinear up               (makes what the service lacks, after showing it)",
    ]);
    return 0;
  },
};

/** The project that the service says the token is for, and its components; without a token it is guessed by the folder's name. */
async function projectOn(
  address: string,
  git: Git,
  named: string | undefined,
  { environment, logger }: CommandContext,
): Promise<KnownProject> {
  const repository = slugOf(basename(git.root));
  const token = environment.INTERLINEAR_TOKEN?.trim() ?? "";
  if (address === UNKNOWN_SERVICE || token === "") return { project: named ?? repository, served: [] };
  const connection = { url: address, token, version: VERSION, logger };
  const examination = new ServiceExamination(connection);
  const setUp = new ServiceSetUp(connection);
  const service = new HttpTranslationService(connection);
  try {
    const account = await examination.account();
    return await knownProject(git, { account, setUp, service }, { named, repository });
  } finally {
    await Promise.all([examination.close(), setUp.close(), service.close()]);
  }
}
