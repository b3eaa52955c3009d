import { throughCatalogues } from "../catalogue-views.ts";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { VERSION } from "../../core/version.ts";
import { UserError } from "../../core/errors.ts";
import type { Logger } from "../../core/logger.ts";
import type { ForgeExamination } from "../../forge/examination.ts";
import { formatFor } from "../../formats/registry.ts";
import { openRepository } from "../../git/git-repository.ts";
import type { Git } from "../../git/git.ts";
import { componentName, type Binding, type ResolvedMapping } from "../../mapping/binding.ts";
import { MappingError, type MappingProblem } from "../../mapping/errors.ts";
import { boundPaths, filesOfSourceTexts, type BoundPath } from "../../mapping/bound-paths.ts";
import { loadMapping, type ParsedMapping } from "../../mapping/load.ts";
import { bindMapping, resolveMapping } from "../../mapping/resolve.ts";
import { ServiceExamination } from "../../service-client/examination.ts";
import { HttpTranslationService } from "../../service-client/index.ts";
import { nameToday } from "../../sync/observe/reader-of.ts";
import { checkTemplates } from "../mapping-templates.ts";
import { mappingText } from "../open-workspace.ts";
import { examineFiles, judgeFiles, judgeStrays } from "./examine-files.ts";
import { examineHealth, observeService, type ServiceObservation } from "./examine-service.ts";
import { judgeAccount, judgeVersion } from "./judge-account.ts";
import { judgeComponent, judgeMissing, languageRows, type LanguageRow } from "./judge-component.ts";
import { judgeForge } from "./judge-forge.ts";
import { proposalBranch } from "../../report/pull-request/proposal-branch.ts";
import { judgeBranch, judgeSilence, judgeUncommitted } from "./judge-silence.ts";
import { judgeClone, judgeMapping } from "./judge-repository.ts";
import { judgeWorkflowPlaces } from "./judge-workflow-places.ts";
import { judgeWorkflows } from "./judge-workflows.ts";
import { needsOf } from "./needs.ts";
import { problem, remarksOf, type Remark } from "./remark.ts";
import { actionWorkflows, type ActionWorkflow } from "./workflow-file.ts";

export interface DiagnoseOptions {
  /** A folder of the working tree. */
  readonly directory: string;
  /** Repository path of the mapping. */
  readonly mappingPath: string;
  /** Of the service; "" where there is none. */
  readonly token: string;
  /** Mapping, clone and files alone are looked at. */
  readonly isOffline: boolean;
  readonly logger: Logger;
  /** Asks the forge; undefined where nobody gave a token for one. */
  readonly examineForge?: (git: Git, mapping: ResolvedMapping | undefined) => Promise<ForgeExamination | undefined>;
}

export interface Diagnosis {
  readonly remarks: readonly Remark[];
  /** Component → where each language's file is; those that git has, where the service was not asked. */
  readonly languages: ReadonlyMap<string, readonly LanguageRow[]>;
}

/** How often a request is sent: whoever looks for what is wrong does not want to wait for it. */
const ATTEMPTS = 2;

/** Looks at everything that a run depends on. Writes nothing, anywhere. */
export async function diagnose(options: DiagnoseOptions): Promise<Diagnosis> {
  const nothing = { languages: new Map() };
  let git: Git;
  try {
    git = await openRepository(options.directory);
  } catch (error) {
    return { ...nothing, remarks: remarksOf("git", error) };
  }
  const [clone, tracked] = await Promise.all([cloneFacts(git), git.index()]);
  const read = await readMapping(
    git,
    options.mappingPath,
    tracked.map(({ path }) => path),
  );
  let index = tracked;
  try {
    git = throughCatalogues(git, read.bindings);
    index = await git.index();
  } catch (error) {
    return { ...nothing, remarks: [...read.remarks, ...remarksOf("mapping", error)] };
  }
  const files = index.map(({ path }) => path);
  const about: Bound = {
    git,
    bindings: read.bindings,
    entries: new Map(index.map((entry) => [entry.path, entry])),
    bound: boundPaths(read.bindings, files),
  };
  const forge = await examineForge(options, git, read.mapping);
  const modified = new Set(await git.modified(filesOfSourceTexts(read.bindings, files)));
  const start = [
    ...read.remarks,
    ...judgeClone(clone),
    ...judgeUncommitted(read.bindings, modified),
    ...(read.mapping === undefined
      ? []
      : judgeBranch(proposalBranch(read.mapping.pullRequest, clone.branch ?? ""), clone.branch)),
  ];
  if (options.isOffline || read.address === undefined) {
    const languages = new Map(Array.from(about.bound, (each) => [componentName(each[0].component), rowsOf(...each)]));
    const silent = judgeSilence(read.bindings, files, new Map());
    return { remarks: [...start, ...(await fileRemarks(about)), ...silent, ...forge], languages };
  }
  const service = await examineService(options, { ...about, address: read.address, mapping: read.mapping });
  return { remarks: [...start, ...service.remarks, ...forge], languages: service.languages };
}

interface Bound {
  readonly git: Git;
  readonly bindings: readonly Binding[];
  readonly entries: ReadonlyMap<string, Awaited<ReturnType<Git["index"]>>[number]>;
  readonly bound: ReadonlyMap<Binding, readonly BoundPath[]>;
}

async function cloneFacts(git: Git) {
  const [head, branch, remotes, isShallow] = await Promise.all([
    git.head(),
    git.branch(),
    git.remoteUrls(),
    git.isShallow(),
  ]);
  return { head, branch, remotes, isShallow };
}

interface ReadMapping {
  readonly remarks: readonly Remark[];
  /** What could be bound, whatever else is wrong. */
  readonly bindings: readonly Binding[];
  /** Where it was read without mistakes. */
  readonly mapping?: ResolvedMapping;
  /** Of the service. */
  readonly address?: string;
}

async function readMapping(git: Git, path: string, files: readonly string[]): Promise<ReadMapping> {
  let parsed: ParsedMapping;
  try {
    parsed = loadMapping(await mappingText(git, { mappingPath: path }), path);
  } catch (error) {
    return { remarks: remarksOf("mapping", error), bindings: [] };
  }
  const { bindings, problems } = bindMapping(parsed, files);
  const all = [...problems, ...templateProblems(parsed)];
  const remarks = judgeMapping(path, bindings, all);
  const address = parsed.value.service.replace(/\/+$/, "").replace(/\/api$/, "");
  return { remarks, bindings, address, ...(all.length === 0 ? { mapping: resolveMapping(parsed, files) } : {}) };
}

function templateProblems(parsed: ParsedMapping): readonly MappingProblem[] {
  try {
    checkTemplates(parsed);
    return [];
  } catch (error) {
    if (error instanceof MappingError) return error.problems;
    throw error;
  }
}

async function examineForge(
  { isOffline, examineForge: examine }: DiagnoseOptions,
  git: Git,
  mapping: ResolvedMapping | undefined,
): Promise<readonly Remark[]> {
  if (isOffline || examine === undefined) return [];
  try {
    const found = await examine(git, mapping);
    if (found === undefined) return [];
    const judged = [...judgeForge(found), ...judgeWorkflowPlaces(found, await workflowPlaces(git))];
    if (found.base === undefined || mapping === undefined) return judged;
    return [...judged, ...judgeWorkflows(found.base, mapping, await workflowsOf(git))];
  } catch (error) {
    return remarksOf("forge", error);
  }
}

/** GitHub's workflows of the working tree that run the action. */
async function workflowsOf(git: Git): Promise<readonly ActionWorkflow[]> {
  const { ours } = await workflowPlaces(git);
  return ours.filter(({ path }) => path.startsWith(".github/"));
}

/** All workflows of the working tree, of whichever forge, and those of them that run the action. */
async function workflowPlaces(
  git: Git,
): Promise<{ readonly ours: readonly ActionWorkflow[]; readonly all: readonly string[] }> {
  const all = (await git.index())
    .map(({ path }) => path)
    .filter((path) => /^\.(?:github|gitea|forgejo)\/workflows\/[^/]+\.ya?ml$/.test(path));
  const read = all.map(async (path) => ({
    path,
    text: await readFile(join(git.root, path), "utf8").catch(() => ""),
  }));
  return { all, ours: actionWorkflows(await Promise.all(read)) };
}

interface Examined extends Bound {
  readonly address: string;
  readonly mapping: ResolvedMapping | undefined;
}

async function examineService({ token, logger }: DiagnoseOptions, about: Examined): Promise<Diagnosis> {
  const { address, git, bindings, entries, bound } = about;
  if (token.trim() === "") {
    const remedy = `Set the environment variable INTERLINEAR_TOKEN to a token of ${address}, or say --offline.`;
    const missing = problem("token", "there is no token for the service", { code: "IL-W01", remedy });
    return { remarks: [missing, ...(await fileRemarks(about))], languages: new Map() };
  }
  const connection = { url: address, token, version: VERSION, logger, attempts: ATTEMPTS };
  let examination: ServiceExamination;
  let service: HttpTranslationService;
  try {
    examination = new ServiceExamination(connection);
    service = new HttpTranslationService(connection);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { remarks: [...remarksOf("token", error), ...(await fileRemarks(about))], languages: new Map() };
  }
  try {
    const version = judgeVersion(address, await examination.version());
    const observed = await observeService({ service, git }, bindings);
    const files = new Set(entries.keys());
    const remarks = [
      version,
      ...(await accountRemarks(examination, about, observed)),
      ...observed.remarks,
      ...bindings.flatMap((binding) => componentRemarks(binding, observed, bound.get(binding) ?? [])),
      ...(await fileRemarks(about, observed)),
      ...judgeSilence(bindings, [...files], languagesOf(observed)),
      ...(await examineHealth({ service, git }, observed)),
    ];
    const rows = [...observed.served].map(
      ([binding, { translations }]) =>
        [componentName(binding.component), languageRows(binding, translations, files)] as const,
    );
    return { remarks, languages: new Map(rows) };
  } catch (error) {
    return { remarks: [...remarksOf("service", error), ...(await fileRemarks(about))], languages: new Map() };
  } finally {
    await Promise.all([examination.close(), service.close()]);
  }
}

function languagesOf({ served }: ServiceObservation): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...served].map(([{ component }, { translations }]) => [
      componentName(component),
      translations.map(({ language }) => language),
    ]),
  );
}

async function accountRemarks(
  examination: ServiceExamination,
  { bindings, mapping }: Examined,
  { served }: ServiceObservation,
): Promise<readonly Remark[]> {
  const settings = mapping ?? { branches: [], withLock: false };
  const needs = bindings.flatMap((binding) => {
    const found = served.get(binding);
    if (found === undefined) return [];
    const { component, readsThisRepository } = found;
    const { template, votesDecide = false } = component;
    return needsOf(binding, settings, { isBilingual: template === "", readsThisRepository, votesDecide });
  });
  try {
    return judgeAccount(await examination.account(), needs);
  } catch (error) {
    return remarksOf("token", error);
  }
}

function componentRemarks(
  binding: Binding,
  { projects, served }: ServiceObservation,
  files: readonly BoundPath[],
): readonly Remark[] {
  const found = served.get(binding);
  if (found !== undefined) return judgeComponent(binding, found, files);
  const known = projects.get(binding.component.project);
  const name = componentName(binding.component);
  const isMissing = known !== undefined && !known.some(({ path }) => componentName(path) === name);
  return isMissing ? [judgeMissing(binding, known)] : [];
}

async function fileRemarks(
  { git, bindings, entries, bound }: Bound,
  observed?: ServiceObservation,
): Promise<readonly Remark[]> {
  const remarks: Remark[] = [];
  for (const binding of bindings) {
    const component = observed?.served.get(binding)?.component;
    const format = component === undefined ? undefined : formatFor(nameToday(component.fileFormat), component.template);
    // What has no reader was said of the component.
    if (component !== undefined && format === undefined) continue;
    const known =
      component === undefined || format === undefined
        ? undefined
        : { format, sourceLanguage: component.sourceLanguage };
    const files = (bound.get(binding) ?? []).flatMap((file) => {
      const entry = entries.get(file.path);
      return entry === undefined ? [] : [{ ...entry, ...file }];
    });
    remarks.push(...judgeFiles(await examineFiles(git, binding, files, known)));
  }
  return [...remarks, ...judgeStrays(bindings, [...entries.keys()])];
}

/** Without the service, the languages are those of the files there are. */
function rowsOf({ source }: Binding, files: readonly BoundPath[]): readonly LanguageRow[] {
  return files.flatMap(({ path, language }) =>
    language === undefined || path === source ? [] : [{ language, path, isThere: true }],
  );
}
