import { pathsByKind } from "../../git/paths-by-kind.ts";
import { throughCatalogues } from "../../workspace/catalogue-views.ts";
import { stat } from "node:fs/promises";
import { basename, isAbsolute, relative, resolve } from "node:path";
import { dirname } from "node:path/posix";
import { systemClock } from "../../core/clock.ts";
import { RemoteError, UserError } from "../../core/errors.ts";
import { VERSION } from "../../core/version.ts";
import { forgejoOrGitea, placeOf } from "../../forge/forgejo/server.ts";
import { defaultBranch } from "../../git/default-branch.ts";
import { openRepository } from "../../git/git-repository.ts";
import type { Git, IndexEntry } from "../../git/git.ts";
import { httpsAddress } from "../../git/public-remote.ts";
import { componentName, type ComponentPath, type ResolvedMapping } from "../../mapping/binding.ts";
import type { SourceEvidence } from "../../mapping/detect.ts";
import { isKnownLanguage, parseLanguage } from "../../mapping/language-code.ts";
import { loadMapping } from "../../mapping/load.ts";
import { localePaths } from "../../mapping/locale-path.ts";
import {
  isClientConfiguration,
  readClientConfiguration,
  type ClientConfiguration,
} from "../../mapping/import/official-client.ts";
import { proposedMapping, type ProposedMapping } from "../../mapping/proposed-mapping.ts";
import { resolveMapping } from "../../mapping/resolve.ts";
import { ServiceExamination, type Account } from "../../service-client/examination.ts";
import { HttpTranslationService } from "../../service-client/index.ts";
import type { ServiceTranslation } from "../../service-client/translation-service.ts";
import { ServiceSetUp } from "../../service-client/service-set-up.ts";
import { run, type RunResult } from "../../sync/index.ts";
import { listed } from "../../report/words/words.ts";
import { DEFAULT_MAPPING } from "../../workspace/default-mapping.ts";
import { checkTemplates } from "../../workspace/mapping-templates.ts";
import { misplacedMapping } from "../../workspace/open-workspace.ts";
import { applySetUp, withTranslations, type StepResult } from "../../workspace/set-up/apply.ts";
import { knownProject, type KnownProject } from "../../workspace/set-up/known-project.ts";
import { observeComponents, readableRepository, seesProject, textOf } from "../../workspace/set-up/observe.ts";
import { sourceEvidence } from "../../workspace/set-up/source-evidence.ts";
import { planSetUp, type SetUpObservation, type SetUpPlan, type SetUpStep } from "../../workspace/set-up/plan.ts";
import { mappingsRun, workflowPath, workflowText, type WorkflowForge } from "../../workspace/workflow-file.ts";
import type { CommandContext } from "../command.ts";
import { nothingFound, untrackedLocales } from "./nothing-found.ts";
import { otherToolsIn, type OtherTool } from "./other-tools.ts";
import { slugOf, UNKNOWN_SERVICE } from "../new-mapping.ts";

export interface SetUpRequest {
  /** A folder of the working tree. */
  readonly directory: string;
  /** Path of the mapping, from the root of the repository. */
  readonly mappingPath: string;
  readonly token: string;
  /** Where it is not the mapping's. */
  readonly service: string | undefined;
  readonly project: string | undefined;
  /** Of the source files, where somebody names it. */
  readonly sourceLanguage: string | undefined;
  /** Address that the service reads the repository at, or `none`. */
  readonly repository: string | undefined;
  /** Undefined: as the remote says; `none`: no workflow. */
  readonly forge: WorkflowForge | "none" | undefined;
  readonly logger: CommandContext["logger"];
  /** Default: the system's. */
  readonly clock?: CommandContext["clock"];
  /** Mapping and workflow stay as they are, or are not there: another service is filled, for a look. */
  readonly isTrial?: boolean;
}

/** What a set-up is about, observed and planned, and ready to be done. */
export interface SetUp extends AsyncDisposable {
  readonly git: Git;
  readonly service: string;
  readonly mappingPath: string;
  readonly mapping: ResolvedMapping;
  /** Of the mapping as it is, or will be. */
  readonly mappingText: string;
  /** Undefined where the mapping was there. */
  readonly proposed: ProposedMapping | undefined;
  /** Configurations that could be imported, where the mapping would be new. */
  readonly otherTools: readonly OtherTool[];
  readonly account: Account | undefined;
  readonly forge: WorkflowForge | undefined;
  /** That workflow and components are for: the remote's default one, or else the one that is checked out. */
  readonly branch: string | undefined;
  readonly isBranchGuessed: boolean;
  readonly checkedOut: string | undefined;
  readonly remotes: readonly string[];
  /** Mapping and workflow, where they are there and git does not know them. */
  readonly uncommitted: readonly string[];
  readonly observed: SetUpObservation;
  readonly plan: SetUpPlan;
  /** Does the steps; what the service holds afterwards, and what became of each. */
  apply(
    steps: readonly SetUpStep[],
    told: (step: SetUpStep, result: StepResult) => void,
  ): Promise<{ readonly results: ReadonlyMap<SetUpStep, StepResult>; readonly isAllSent: boolean }>;
  /** A component's languages on the service; none where it has no such component. */
  readonly translations: (component: ComponentPath) => Promise<readonly ServiceTranslation[]>;
  /** What a sync would do now. */
  preview(): Promise<RunResult>;
}

/**
 * Looks at repository and service, and plans what is missing. Writes nothing.
 * @throws {UserError} `IL-C02` without an address of a service, `IL-W01` without a token, `IL-M05` where nothing can be bound
 */
export async function prepareSetUp(request: SetUpRequest): Promise<SetUp> {
  checkRequest(request);
  const repository = await openRepository(request.directory);
  await checkMappingPath(repository.root, request);
  const there = await textOf(repository.root, request.mappingPath);
  const tracked = await repository.index();
  const configured = await clientConfiguration(repository, tracked);
  const service = serviceOf(request, there, configured?.url);
  const token = tokenOf(request, service);
  const { logger, clock = systemClock } = request;
  const connection = { url: service, token, version: VERSION, logger, clock };
  const examination = new ServiceExamination(connection);
  const setUp = new ServiceSetUp(connection);
  const client = new HttpTranslationService(connection);
  const close = async (): Promise<void> => {
    await Promise.all([examination.close(), setUp.close(), client.close()]);
  };
  try {
    const account = await examination.account();
    const addresses = namedAddresses(request);
    const files = tracked.map(({ path }) => path);
    const { links, files: plain } = pathsByKind(tracked);
    const otherTools = there === undefined ? await otherToolsIn(repository, tracked) : [];
    const written = writtenMapping(request, {
      there,
      service,
      known:
        there === undefined
          ? await knownProject(
              repository,
              { account, setUp, service: client },
              {
                named: request.project ?? configured?.project,
                repository: slugOf(basename(repository.root)),
                addresses,
              },
            )
          : undefined,
      files: plain,
      links,
      evidence: there === undefined ? await sourceEvidence(repository, tracked, request.sourceLanguage) : {},
      otherTools,
      untracked: there === undefined ? await untrackedLocales(repository, files) : [],
    });
    const parsed = loadMapping(written.text, request.mappingPath);
    checkTemplates(parsed);
    const mapping = resolveMapping(parsed, files);
    const git = throughCatalogues(repository, mapping.bindings);
    const index = await git.index();
    const [checkedOut, usual, remotes] = await Promise.all([
      git.branch(),
      request.isTrial === true ? undefined : defaultBranch(git.root),
      git.remoteUrls(),
    ]);
    const branch = usual ?? checkedOut;
    const forge = request.forge === "none" ? undefined : (request.forge ?? (await forgeOf(remotes, files)));
    const slugs = [...new Set(mapping.bindings.map(({ component }) => component.project))];
    if (there !== undefined && request.isTrial !== true) checkProject(request.mappingPath, slugs, request.project);
    const projects = new Map<string, boolean>();
    for (const slug of slugs) projects.set(slug, await seesProject(client, slug));
    const observed: SetUpObservation = {
      service,
      mapping: {
        path: request.mappingPath,
        ...(request.isTrial === true || written.text === there
          ? {}
          : { write: { path: request.mappingPath, text: written.text } }),
        ...(written.difference !== undefined && { difference: written.difference }),
      },
      projects,
      web: remotes.map(httpsAddress).find((address) => address !== undefined) ?? `${service}/`,
      sourceLanguage: request.sourceLanguage === undefined ? undefined : parseLanguage(request.sourceLanguage),
      components: await observeComponents(git, mapping.bindings, index, client, projects, [...remotes, ...addresses]),
      repository: await readableRepository(git, branch, request.repository),
      workflow:
        forge === undefined || request.isTrial === true
          ? undefined
          : await workflowOf(git, forge, { branch, mappingPath: request.mappingPath }, index),
    };
    // A client serves one run, which closes it.
    const dependencies = () => ({
      git,
      service: new HttpTranslationService(connection),
      logger,
      clock,
      repositoryUrls: () => git.remoteUrls(),
    });
    return {
      git,
      service,
      mappingPath: request.mappingPath,
      mapping,
      mappingText: written.text,
      proposed: written.proposed,
      otherTools,
      account,
      forge,
      branch,
      isBranchGuessed: usual === undefined,
      checkedOut,
      remotes,
      uncommitted: uncommittedOf(observed, files),
      observed,
      plan: planSetUp(observed),
      apply: async (steps, told) => {
        const results = new Map(await applySetUp({ git, setUp, service: client, clock, logger }, steps, told));
        let isAllSent = true;
        for (const { components, ...kept } of toBeSent(observed, steps, results)) {
          const options = { command: "push", dryRun: false, allowRemovals: false, components, ...kept } as const;
          const { result } = await run(dependencies(), withTranslations(mapping, new Set(components)), options);
          isAllSent &&= result.steps.every(({ outcome }) => outcome !== "failed");
        }
        for (const step of steps) {
          if (step.kind !== "send-translations") continue;
          results.set(step, { kind: "done" });
          told(step, { kind: "done" });
        }
        return { results, isAllSent };
      },
      translations: async (component) => {
        try {
          return await client.translations(component);
        } catch (error) {
          if (error instanceof RemoteError && error.status === 404) return [];
          throw error;
        }
      },
      preview: async () =>
        (await run(dependencies(), mapping, { command: "plan", dryRun: true, allowRemovals: false })).result,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What is told on the command line is found wrong there, not in a mapping that nobody wrote yet. */
function checkRequest({ service, project, sourceLanguage, repository }: SetUpRequest): void {
  const wrong = (option: string, value: string, hint: string): UserError =>
    new UserError(`--${option} is "${value}"`, { code: "IL-C02", hint });
  if (service !== undefined && /\/(?:projects|translate|browse|engage|components)\/[\w-]+/.test(service)) {
    const address = service.replace(/\/(?:projects|translate|browse|engage|components)\/.*$/, "");
    throw wrong("service", service, `That is a page of the service. Give its address alone: ${address}`);
  }
  if (project !== undefined && !/^[\w-]+$/.test(project)) {
    throw wrong(
      "project",
      project,
      "It takes the project's slug, as in the address of its page: letters, digits, _ and -.",
    );
  }
  if (sourceLanguage !== undefined && !isKnownLanguage(parseLanguage(sourceLanguage) ?? "")) {
    throw wrong("source-language", sourceLanguage, "It takes a language's code, such as en, de or pt_BR.");
  }
  if (repository !== undefined && repository !== "none" && !/^(?:[a-z+]+:\/\/|[\w.-]+@[\w.-]+:|\/)/.test(repository)) {
    throw wrong("repository", repository, "It takes the address at which the service clones this repository, or none.");
  }
}

/** A mapping is a file of the repository, and there is one. */
async function checkMappingPath(root: string, { mappingPath }: SetUpRequest): Promise<void> {
  const wrong = (what: string, hint: string): UserError =>
    new UserError(`the mapping ${mappingPath} ${what}`, { code: "IL-C02", hint });
  const path = relative(root, resolve(root, mappingPath));
  if (path.startsWith("..") || isAbsolute(path)) {
    throw wrong("is outside of the repository", `Name a file in it: --mapping ${DEFAULT_MAPPING}.`);
  }
  const found = await stat(resolve(root, mappingPath)).catch(() => undefined);
  if (found?.isDirectory() === true) throw wrong("is a folder", `Name a file: --mapping ${DEFAULT_MAPPING}.`);
  const near = found === undefined ? misplacedMapping(root, mappingPath) : undefined;
  if (near !== undefined) {
    throw wrong("does not exist, but there is one elsewhere", `Add --mapping ${near}, or rename that file.`);
  }
}

/** The language that somebody names has to be that of a source, where paths tell the languages of sources. */
function checkSourceLanguage(named: string | undefined, { families }: ProposedMapping): void {
  const language = parseLanguage(named ?? "");
  const sources = families.flatMap(({ source }) => source ?? []);
  const codes = sources.map((source) => localePaths(source).map(({ code }) => code));
  if (language === undefined || sources.length === 0) return;
  if (codes.some((found) => found.length === 0 || found.includes(language))) return;
  throw new UserError(`--source-language is "${named ?? ""}", and no source file is in that language`, {
    code: "IL-C02",
    hint: `These sources were found: ${listed(sources, 3)}. Leave --source-language out, or add the file to git.`,
  });
}

/**
 * Components that are on the service now, and may lack texts of git. One that was there before keeps its source strings: what was
 * shown is that translations are sent.
 */
function toBeSent(
  { components }: SetUpObservation,
  steps: readonly SetUpStep[],
  results: ReadonlyMap<SetUpStep, StepResult>,
): readonly { readonly components: readonly string[]; readonly frozen?: string }[] {
  const ours = new Set(
    components.flatMap(({ binding, served }) => (served?.isOurs === true ? [componentName(binding.component)] : [])),
  );
  const made = steps.flatMap((step) =>
    step.kind === "create-component" && results.get(step)?.kind === "done" ? [componentName(step.component)] : [],
  );
  const there = steps.flatMap((step) => (step.kind === "send-translations" ? [componentName(step.component)] : []));
  return [
    { components: [...made, ...there.filter((name) => ours.has(name))] },
    { components: there.filter((name) => !ours.has(name)), frozen: "only translations are sent" },
  ].filter((each) => each.components.length > 0);
}

/** The repository's address, where somebody names one. */
function namedAddresses({ repository }: SetUpRequest): readonly string[] {
  return repository === undefined || repository === "none" ? [] : [repository];
}

/** What the official client of the service was told in this repository. */
async function clientConfiguration(git: Git, index: readonly IndexEntry[]): Promise<ClientConfiguration | undefined> {
  const entry = index.find(({ path }) => isClientConfiguration(path));
  return entry && readClientConfiguration(Buffer.from(await git.read(entry.blob)).toString("utf8"));
}

/** @param told the address that the official client's configuration names */
function serviceOf(
  { service, mappingPath, isTrial }: SetUpRequest,
  there: string | undefined,
  told: string | undefined,
): string {
  const written = there === undefined ? undefined : loadMapping(there, mappingPath).value.service;
  const known = written === undefined ? undefined : plainAddress(written);
  if (service !== undefined && (isTrial === true || known === undefined || known === UNKNOWN_SERVICE)) {
    return plainAddress(service);
  }
  if (service !== undefined && known !== undefined && plainAddress(service) !== known) {
    throw new UserError(`${mappingPath} names another service, ${known}`, {
      code: "IL-C02",
      hint: "Leave --service out, or correct `service` in the mapping: the token goes to one address only.",
    });
  }
  if (known !== undefined && known !== UNKNOWN_SERVICE) return known;
  if (told !== undefined) return plainAddress(told);
  throw new UserError("no service is named", {
    code: "IL-C02",
    hint: "Give its address: `interlinear up --service https://translate.example.org`. To try it without one: `interlinear up --local`.",
  });
}

/**
 * @param written projects of the mapping that is there
 * @throws {UserError} `IL-C02` where somebody names another one
 */
export function checkProject(mappingPath: string, written: readonly string[], named: string | undefined): void {
  if (named === undefined || written.every((slug) => slug === named)) return;
  throw new UserError(
    `${mappingPath} names ${written.length === 1 ? "another project" : "other projects"}, ${listed(written, 3)}`,
    {
      code: "IL-C02",
      hint: `Leave --project out, or correct \`project\` in the mapping. Where it is of an earlier \`interlinear up\` that failed, remove ${mappingPath}: it is written anew.`,
    },
  );
}

function plainAddress(address: string): string {
  return address.replace(/\/+$/, "").replace(/\/api$/, "");
}

function tokenOf({ token }: SetUpRequest, service: string): string {
  if (token.trim() !== "") return token;
  throw new UserError("there is no token for the service", {
    code: "IL-W01",
    hint: `Set the environment variable INTERLINEAR_TOKEN to a token of ${service}. To try it without a service: \`interlinear up --local\`.`,
  });
}

interface WrittenMapping {
  readonly text: string;
  readonly proposed: ProposedMapping | undefined;
  readonly difference?: string;
}

function writtenMapping(
  { mappingPath, isTrial, sourceLanguage }: SetUpRequest,
  about: {
    readonly there: string | undefined;
    readonly service: string;
    /** Undefined where the mapping is there. */
    readonly known: KnownProject | undefined;
    readonly files: readonly string[];
    /** Symbolic links and submodules. */
    readonly links: readonly string[];
    readonly evidence: SourceEvidence;
    readonly untracked: readonly string[];
    readonly otherTools: readonly OtherTool[];
  },
): WrittenMapping {
  const { there, service, known, files } = about;
  if (there !== undefined) {
    const { service: written } = loadMapping(there, mappingPath).value;
    if (plainAddress(written) === service) return { text: there, proposed: undefined };
    const text = withService(there, service);
    const difference = `its service is ${written}; it becomes ${service}`;
    return { text, proposed: undefined, ...(isTrial === true ? {} : { difference }) };
  }
  const target = { service, project: known?.project ?? "", path: mappingPath };
  const proposed = proposedMapping(files, target, about.evidence, known?.served, about.links);
  checkSourceLanguage(sourceLanguage, proposed);
  if (proposed.text !== undefined) return { text: proposed.text, proposed };
  throw nothingFound(proposed, about.untracked, about.otherTools);
}

function uncommittedOf({ mapping, workflow }: SetUpObservation, files: readonly string[]): readonly string[] {
  const there = [
    ...(mapping.write === undefined ? [mapping.path] : []),
    ...(workflow?.existing === "same" ? [workflow.path] : []),
  ];
  return there.filter((path) => !files.includes(path));
}

/** The mapping for another service; everything else in it stays as somebody wrote it. */
function withService(mapping: string, service: string): string {
  return mapping.replace(/^(service:[ \t]*)(?:"[^"\n]*"|'[^'\n]*'|[^\s#]+)/m, (_, key: string) => key + service);
}

/** Where the repository's workflows run: as the remotes say, the server at a remote, or the folders of the repository. */
async function forgeOf(remotes: readonly string[], files: readonly string[]): Promise<WorkflowForge | undefined> {
  const has = (forge: WorkflowForge): boolean => files.some((path) => path.startsWith(`.${forge}/workflows/`));
  if (has("forgejo")) return "forgejo";
  if (has("gitea")) return "gitea";
  const servers = new Set(remotes.flatMap((url) => placeOf(url)?.serverUrl ?? []));
  if (servers.has("https://codeberg.org")) return "forgejo";
  if (servers.has("https://gitea.com")) return "gitea";
  if (servers.has("https://github.com")) return "github";
  // A repository that moved brings `.github` along, and nothing in the address of a server says what it is.
  for (const server of servers) {
    const kind = await forgejoOrGitea(server);
    if (kind !== undefined) return kind;
  }
  return has("github") ? "github" : undefined;
}

async function workflowOf(
  git: Git,
  forge: WorkflowForge,
  { branch, mappingPath }: { readonly branch: string | undefined; readonly mappingPath: string },
  index: readonly IndexEntry[],
): Promise<SetUpObservation["workflow"]> {
  const path = workflowPath(
    forge,
    index.map(({ path: name }) => name),
  );
  const own = index.filter(({ path: name }) => name.startsWith(`${dirname(path)}/`) && /\.ya?ml$/.test(name));
  const files = new Map<string, string>();
  for (const { path: name, blob } of own) files.set(name, Buffer.from(await git.read(blob)).toString("utf8"));
  const there = await textOf(git.root, path);
  if (there !== undefined) files.set(path, there);
  const running = mappingsRun([...files].map(([name, text]) => ({ path: name, text })));
  const wanted = relative(git.root, resolve(git.root, mappingPath));
  for (const [name, mappings] of running) {
    if (!mappings.some((mapping) => mapping === undefined || mapping === wanted)) continue;
    return { path: name, text: files.get(name) ?? "", existing: "same" };
  }
  for (const [name, [mapping]] of running) {
    if (mapping !== undefined) return { path: name, text: files.get(name) ?? "", existing: { mapping } };
  }
  if (there !== undefined) return { path, text: there, existing: "other" };
  return { path, text: workflowText(forge, branch ?? "main", wanted), existing: undefined };
}
