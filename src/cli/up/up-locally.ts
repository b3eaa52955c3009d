import { statSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { UserError, type ExitCode } from "../../core/errors.ts";
import { silentLogger } from "../../core/logger.ts";
import { openRepository } from "../../git/git-repository.ts";
import { loadMapping } from "../../mapping/load.ts";
import { counted, durationText } from "../../report/words/words.ts";
import { terminalText } from "../../report/words/escape.ts";
import { startServer, type RunningServer } from "../../server/start-server.ts";
import { DEFAULT_MAPPING } from "../../workspace/default-mapping.ts";
import { textOf } from "../../workspace/set-up/observe.ts";
import type { CommandContext } from "../command.ts";
import { directoryOf } from "../directory.ts";
import { slugOf } from "../new-mapping.ts";
import type { OptionValues } from "../options.ts";
import { otherToolLines } from "./other-tools.ts";
import { notUsedLines, planDocument, resultLines } from "./set-up-lines.ts";
import { checkProject, prepareSetUp, type SetUp } from "./set-up.ts";

/** A translation service on this machine, filled from the repository, until Ctrl-C. The repository stays as it is. */
export async function upLocally(options: OptionValues, context: CommandContext): Promise<ExitCode> {
  const { screen, untilEnding, liveLong, clock, logger } = context;
  for (const name of ["service", "repository", "forge"]) {
    if (!options.has(name)) continue;
    throw new UserError(`--${name} does not go with --local`, {
      code: "IL-C02",
      hint: "Leave one of them out: --local fills a service on this machine, and nothing else.",
    });
  }
  const begin = performance.now();
  const directory = directoryOf(options, context);
  const mappingPath = options.text("mapping") ?? DEFAULT_MAPPING;
  const project = await projectOf(directory, mappingPath, options.text("project"));
  const named = options.text("data");
  const folder =
    named === undefined ? await mkdtemp(join(tmpdir(), "interlinear-up-")) : resolve(context.directory, named);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false) {
    throw new UserError(`--data is "${named ?? ""}", which is a file`, { code: "IL-C02", hint: "It takes a folder." });
  }
  const ended = untilEnding();
  await using server = await startServer({
    data: join(folder, "service"),
    port: portOf(options),
    project,
    newAdminToken: true,
    logger: silentLogger,
    clock,
  });
  let hasFailed = false;
  {
    await using setUp = await prepareSetUp({
      directory,
      mappingPath,
      token: server.adminToken ?? "",
      service: server.url,
      project,
      sourceLanguage: options.text("source-language"),
      repository: "none",
      forge: "none",
      logger,
      isTrial: true,
    });
    screen.print([...notUsedLines(setUp.proposed), ...otherToolLines(setUp.otherTools)]);
    const { results } = await setUp.apply(setUp.plan.steps, (step, result) => {
      if (result.kind !== "done") screen.print(resultLines(step, result, screen.style));
    });
    hasFailed = [...results.values()].some(({ kind }) => kind !== "done");
    const mapping = join(folder, "interlinear.yml");
    await writeFile(mapping, setUp.mappingText);
    const shown = { server, mapping, folder, milliseconds: performance.now() - begin };
    if (screen.isJson) screen.printJson(await documentOf(setUp, shown));
    else screen.print(await closingLines(setUp, shown));
  }
  using _life = await liveLong?.(server);
  await ended;
  return hasFailed ? 1 : 0;
}

interface Shown {
  readonly server: RunningServer;
  /** Path of a mapping that names this service. */
  readonly mapping: string;
  readonly folder: string;
  readonly milliseconds: number;
}

/** The project that the mapping is about, or that one would be made for. */
async function projectOf(directory: string, mappingPath: string, named: string | undefined): Promise<string> {
  const { root } = await openRepository(directory);
  const text = await textOf(root, mappingPath);
  const written = text === undefined ? undefined : loadMapping(text, mappingPath).value.project;
  if (written !== undefined) checkProject(mappingPath, [written], named);
  return named ?? (written !== undefined && /^[\w-]+$/.test(written) ? written : slugOf(basename(root)));
}

interface Filled {
  readonly component: string;
  /** Of the page with its languages and strings. */
  readonly page: string;
  readonly languages: number;
  readonly strings: number;
}

async function filled({ mapping, translations }: SetUp, { url }: RunningServer): Promise<readonly Filled[]> {
  const found: Filled[] = [];
  for (const { component } of mapping.bindings) {
    const path = [component.project, ...component.categories, component.component];
    const languages = await translations(component);
    const source = languages.find(({ isSource }) => isSource);
    found.push({
      component: path.slice(1).join("/"),
      page: `${url}/projects/${path.map(encodeURIComponent).join("/")}/`,
      languages: languages.filter(({ isSource }) => !isSource).length,
      strings: source?.counters.total ?? 0,
    });
  }
  return found;
}

async function closingLines(
  setUp: SetUp,
  { server, mapping, folder, milliseconds }: Shown,
): Promise<readonly string[]> {
  const components = await filled(setUp, server);
  const strings = components.reduce((sum, each) => sum + each.strings, 0);
  const project = setUp.mapping.bindings[0]?.component.project ?? "";
  return [
    "",
    `Your repository is on a translation service on this machine, after ${durationText(Math.round(milliseconds))}: ${counted(components.length, "component")}, ${counted(strings, "string")}.`,
    "",
    `  open         ${server.url}/projects/${project}/`,
    ...components
      .slice(0, 8)
      .map(({ component, page, languages }) =>
        terminalText(`               ${page}   ${component}, ${counted(languages, "language")}`),
      ),
    "",
    ...(server.signInLink === undefined
      ? []
      : [`  translate    ${server.signInLink}   (signs you in, once, within 15 minutes)`]),
    `  for programs ${server.api}`,
    `  token        ${server.adminToken ?? ""}`,
    "",
    "  try          (in another terminal)",
    `               export INTERLINEAR_TOKEN=${server.botToken ?? server.adminToken ?? ""}`,
    `               interlinear plan --mapping ${mapping}`,
    "",
    `Nothing was written into the repository. The data is in ${folder}. Ctrl-C ends the service.`,
  ];
}

async function documentOf(setUp: SetUp, { server, mapping, folder, milliseconds }: Shown): Promise<object> {
  const { url, api, adminToken, botToken } = server;
  return {
    url,
    api,
    adminToken: adminToken ?? null,
    botToken: botToken ?? null,
    mapping,
    data: folder,
    milliseconds: Math.round(milliseconds),
    components: await filled(setUp, server),
    setUp: planDocument(setUp.plan),
  };
}

function portOf(options: OptionValues): number {
  const text = options.text("port") ?? "0";
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new UserError(`--port is "${text}"`, { code: "IL-C02", hint: "It takes a number from 0 to 65535." });
}
