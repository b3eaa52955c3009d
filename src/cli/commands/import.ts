import { mkdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { defined } from "../../core/defined.ts";
import { UserError } from "../../core/errors.ts";
import { VERSION } from "../../core/version.ts";
import { openRepository } from "../../git/git-repository.ts";
import type { Git, IndexEntry } from "../../git/git.ts";
import { brokenLine, type Imported } from "../../mapping/import/imported.ts";
import type { LeftOut } from "../../mapping/import/left-out.ts";
import { isClientConfiguration, readClientConfiguration } from "../../mapping/import/official-client.ts";
import { proposeMapping, type MappingProposal } from "../../mapping/import/propose-mapping.ts";
import { configurationReaders } from "../../mapping/import/readers.ts";
import { importComponents } from "../../mapping/import/service.ts";
import { didYouMean, nearest } from "../../mapping/nearest.ts";
import { terminalText } from "../../report/words/escape.ts";
import { alignedRows } from "../../report/words/text-width.ts";
import { counted } from "../../report/words/words.ts";
import { HttpTranslationService } from "../../service-client/index.ts";
import { DEFAULT_MAPPING } from "../../workspace/default-mapping.ts";
import type { Command, CommandContext } from "../command.ts";
import { directoryOf } from "../directory.ts";
import { slugOf, UNKNOWN_SERVICE, writeNewMapping } from "../new-mapping.ts";
import { mappingOptions, type OptionValues } from "../options.ts";

const FROM_SERVICE = "service";
const TOOLS = [FROM_SERVICE, ...configurationReaders.keys()];

export const command: Command = {
  summary: "write a mapping from the service's components or another tool's configuration",
  description:
    "Reads what another tool was told about this repository's files, or which files the components of a project on the service have (--from service, which needs INTERLINEAR_TOKEN), and writes a mapping that binds the same files. Says what could not be carried over, where it stands and why. An existing mapping is kept unless you add --force.",
  options: {
    from: {
      type: "string",
      value: "TOOL",
      description: `${TOOLS.join(", ")} (default: the one whose configuration is there)`,
    },
    service: { type: "string", value: "URL", description: "address of the translation service" },
    project: { type: "string", value: "SLUG", description: "the project on it (default: the folder's name)" },
    stdout: { type: "boolean", description: "print the mapping instead of writing it" },
    force: { type: "boolean", description: "replace an existing mapping" },
    ...mappingOptions,
  },
  run: async (options, context) => {
    const { screen } = context;
    const git = await openRepository(directoryOf(options, context));
    const index = await git.index();
    const client = index.find(({ path: name }) => isClientConfiguration(name));
    const told =
      client === undefined
        ? undefined
        : readClientConfiguration(Buffer.from(await git.read(client.blob)).toString("utf8"));
    const target = {
      address: options.text("service") ?? told?.url ?? UNKNOWN_SERVICE,
      project: options.text("project") ?? told?.project ?? slugOf(basename(git.root)),
      client: client?.path,
      files: index.map((entry) => entry.path),
    };
    const { origin, imported } = await readOrigin(options, context, git, { index, ...target });
    const proposal = proposeMapping(imported, target);
    if (proposal.text === undefined) throw nothingImported(origin, proposal);
    const path = options.text("mapping") ?? DEFAULT_MAPPING;
    if (options.flag("stdout")) {
      screen.print(proposal.text.trimEnd().split("\n"));
    } else {
      await mkdir(dirname(join(git.root, path)), { recursive: true });
      await writeNewMapping(join(git.root, path), proposal.text, options.flag("force"), path);
      screen.print(reportLines(path, origin, proposal));
    }
    const { components, leftOut } = proposal;
    const { address: service, project } = target;
    if (screen.isJson)
      screen.printJson({ mapping: path, from: origin, service, project, components, leftOut, text: proposal.text });
    else if (options.flag("stdout")) for (const line of leftOutLines(proposal)) screen.note(line);
    return 0;
  },
};

interface Origin {
  /** Path of the configuration, or the service's address. */
  readonly origin: string;
  readonly imported: Imported;
}

interface Target {
  readonly index: readonly IndexEntry[];
  readonly address: string;
  readonly project: string;
  /** Path of the official client's configuration, which names address and project. */
  readonly client: string | undefined;
  readonly files: readonly string[];
}

async function readOrigin(options: OptionValues, context: CommandContext, git: Git, target: Target): Promise<Origin> {
  const named = options.text("from");
  if (named === FROM_SERVICE) return readService(context, target);
  if (named !== undefined && !configurationReaders.has(named)) {
    const close = didYouMean(nearest(named, TOOLS) ?? TOOLS.find((tool) => named.includes(tool)));
    throw new UserError(`there is no tool "${named}" to import from${close === undefined ? "" : `; ${close}`}`, {
      code: "IL-C02",
      hint: `--from takes ${TOOLS.join(", ")}.`,
    });
  }
  const readers = [...configurationReaders.values()].filter(({ tool }) => named === undefined || tool === named);
  const found: (Origin & { readonly tool: string })[] = [];
  for (const { tool, isConfiguration, read } of readers) {
    for (const { path, blob, mode } of target.index) {
      if (!isConfiguration(path) || !mode.startsWith("100")) continue;
      const text = Buffer.from(await git.read(blob)).toString("utf8");
      const broken = tool === "transifex" ? undefined : brokenLine(text);
      if (broken !== undefined) {
        throw new UserError(`${path} is broken at line ${String(broken)}: it is neither YAML nor JSON there`, {
          code: "IL-M14",
          hint: "Mend it, or let `interlinear init` look at the files themselves.",
          place: { file: path, line: broken },
        });
      }
      const { entries, leftOut, settings } = read(text, target.files);
      const here = <Item extends object>(item: Item) => ({ ...item, file: path });
      const imported = { entries: entries.map(here), leftOut: leftOut.map(here), ...defined({ settings }) };
      if (entries.length + leftOut.length > 0) found.push({ tool, origin: path, imported });
    }
  }
  // The official client's configuration names no files: the service knows them.
  if (found.length === 0 && named === undefined && target.client !== undefined) {
    return readService(context, target);
  }
  return onlyTool(found, named);
}

/** Several files of one tool are one configuration; several tools are a question. */
function onlyTool(found: readonly (Origin & { readonly tool: string })[], named: string | undefined): Origin {
  const tools = [...new Set(found.map(({ tool }) => tool))];
  if (found.length > 0 && tools.length === 1) {
    return {
      origin: found.map(({ origin }) => origin).join(", "),
      imported: {
        entries: found.flatMap(({ imported }) => imported.entries),
        leftOut: found.flatMap(({ imported }) => imported.leftOut),
        ...defined({ settings: found.find(({ imported }) => imported.settings !== undefined)?.imported.settings }),
      },
    };
  }
  const message =
    tools.length > 1
      ? `there are configurations of ${tools.join(" and ")}`
      : `git knows no configuration of ${named ?? "a tool that can be imported from"}`;
  throw new UserError(message, {
    code: "IL-C02",
    hint: `Say which with --from: ${(tools.length > 1 ? tools : TOOLS).join(", ")}.`,
  });
}

async function readService(
  { environment, logger }: CommandContext,
  { address, project, client }: Target,
): Promise<Origin> {
  const token = environment.INTERLINEAR_TOKEN?.trim() ?? "";
  if (address === UNKNOWN_SERVICE || token === "") {
    throw new UserError(token === "" ? "there is no token for the service" : "--from service needs --service", {
      code: token === "" ? "IL-W01" : "IL-C02",
      hint:
        client !== undefined && address !== UNKNOWN_SERVICE
          ? `${client} names ${address}: put a token of it into the environment variable INTERLINEAR_TOKEN.`
          : "Give the service's address as --service, and its token in the environment variable INTERLINEAR_TOKEN.",
    });
  }
  const service = new HttpTranslationService({ url: address, token, version: VERSION, logger });
  try {
    const components = await service.components(project);
    const imported = importComponents(
      components.map(({ path, ...files }) => ({ ...files, names: [...path.categories, path.component] })),
    );
    return { origin: `${address} (${project})`, imported };
  } finally {
    await service.close();
  }
}

function nothingImported(origin: string, { leftOut }: MappingProposal): UserError {
  const reasons = leftOut.map(leftOutText).join("; ");
  return new UserError(`nothing of ${origin} could be carried over${reasons === "" ? "" : `: ${reasons}`}`, {
    code: "IL-M14",
    hint: "`interlinear init` looks at the files themselves.",
  });
}

function reportLines(path: string, origin: string, proposal: MappingProposal): readonly string[] {
  const left = { align: "left" } as const;
  const rows = proposal.components.map(({ component, source, translations, languages }) => [
    `  ${terminalText(component)}`,
    terminalText(source ?? translations),
    counted(languages.length, "language"),
  ]);
  return [
    `Wrote ${terminalText(path)} from ${terminalText(origin)}: ${counted(proposal.components.length, "component")}.`,
    ...alignedRows(rows, [left, left, left]),
    ...leftOutLines(proposal),
    "",
    "Next:",
    "  read the mapping, and correct the service's address and the slugs of project and components",
    "  export INTERLINEAR_TOKEN=…   (a token of the service)",
    "  interlinear doctor           (says what does not fit yet)",
  ];
}

function leftOutLines({ leftOut }: MappingProposal): readonly string[] {
  return leftOut.map((each) => `  ! ${terminalText(leftOutText(each))}`);
}

function leftOutText({ file, line, what, why }: LeftOut): string {
  const place = [file, line].filter((part) => part !== undefined).join(":");
  return `${place === "" ? "" : `${place}  `}${what}: ${why}`;
}
