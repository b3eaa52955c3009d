import type { Clock } from "../../core/clock.ts";
import { defined } from "../../core/defined.ts";
import { RemoteError } from "../../core/errors.ts";
import type { Logger } from "../../core/logger.ts";
import type { Git } from "../../git/git.ts";
import type { AgreementRecord } from "../agreement/agreement.ts";
import type { ComponentPath } from "../../mapping/binding.ts";
import type {
  OperationResult,
  ServiceTranslation,
  TranslationService,
} from "../../service-client/translation-service.ts";
import { asSent } from "../observe/as-sent.ts";
import { readerOf } from "../observe/reader-of.ts";
import { notCarriedOver, readRenamedTexts, writeRenamedTexts, type RenamedTexts } from "./renamed-texts.ts";
import { isSourceUpload } from "../decide/source-upload.ts";
import type { ComponentObservation, Observation } from "../observe/observation.ts";
import type {
  AddLanguageStep,
  CommitStep,
  PullRepositoryStep,
  RenameStep,
  Step,
  StepOutcome,
  UploadStep,
} from "../plan.ts";
import { lockOf, lockWords } from "../health/service-lock.ts";
import { timed, type Done } from "../timed-step.ts";

export interface ApplyDependencies {
  readonly service: TranslationService;
  readonly git: Git;
  readonly logger: Logger;
  readonly clock: Clock;
  /** What is remembered of earlier agreements. */
  readonly record?: Pick<AgreementRecord, "served">;
}

/** What brings components up to date; files and components themselves come and go elsewhere. */
type SettlingStep = PullRepositoryStep | AddLanguageStep | UploadStep | RenameStep | CommitStep;
const settlingKinds: ReadonlySet<Step["kind"]> = new Set([
  "pull-repository",
  "add-language",
  "upload",
  "rename",
  "commit",
]);

export function isSettling(step: Step): step is SettlingStep {
  return settlingKinds.has(step.kind);
}

/** What was translated under keys that get another name, before anything was sent; a failure is the step's. */
export type ReadRenames = Map<RenameStep, Promise<readonly RenamedTexts[]>>;

/**
 * Brings the service up to date: pulls, new languages, uploads, then commits. Components run side by side, the steps of
 * one component one after the other (the service works on one thing at a time per clone). A step that fails is reported
 * and does not stop other components; the rest of its own component's uploads is still tried.
 * @param renamed of an earlier call whose steps are tried again: by now the service may have forgotten these texts
 */
export async function settle(
  dependencies: ApplyDependencies,
  steps: readonly SettlingStep[],
  observation: Observation,
  renamed: ReadRenames = new Map(),
): Promise<readonly StepOutcome[]> {
  const settling = new Settling(dependencies, observation, steps.length, renamed);
  const before = steps.filter((step) => step.kind !== "commit");
  const lanes = [...Map.groupBy(before, (step) => settling.ownerOf(step)).values()];
  const outcomes = (await Promise.all(lanes.map((lane) => settling.lane(lane)))).flat();
  const commits = steps.filter((step) => step.kind === "commit");
  return [...outcomes, ...(await Promise.all(commits.map((step) => settling.step(step))))];
}

class Settling {
  readonly #dependencies: ApplyDependencies;
  readonly #components: ReadonlyMap<string, ComponentObservation>;
  /** Translations that this run added, `component language` → translation. */
  readonly #added = new Map<string, ServiceTranslation>();
  readonly #renamed: ReadRenames;
  /** Components whose renamed keys have their translations. */
  readonly #carried = new Set<string>();
  /** Components that take new keys with a whole source only: translations of renamed keys follow after it. */
  readonly #nameless = new Set<string>();
  readonly #total: number;
  #done = 0;

  constructor(dependencies: ApplyDependencies, observation: Observation, total: number, renamed: ReadRenames) {
    this.#renamed = renamed;
    this.#dependencies = dependencies;
    this.#components = new Map(observation.components.map((component) => [component.name, component]));
    this.#total = total;
  }

  async lane(steps: readonly SettlingStep[]): Promise<readonly StepOutcome[]> {
    await this.#readRenamed(steps);
    const outcomes: StepOutcome[] = [];
    const late: SettlingStep[] = [];
    for (const step of steps) {
      if (step.kind === "rename" && this.#nameless.has(step.component)) late.push(step);
      else outcomes.push(await this.step(step));
    }
    for (const step of late) outcomes.push(await this.step(step));
    for (const name of new Set(steps.map((step) => step.component))) {
      const component = this.#components.get(name);
      if (component !== undefined) await this.#waitFor(component);
    }
    return outcomes;
  }

  /** Components that share a clone are worked on in turn: what happens to one of them happens to all. */
  ownerOf({ component }: SettlingStep): string {
    return this.#components.get(component)?.facts?.owner ?? component;
  }

  /** Before the first step: afterwards the service may have forgotten them. */
  async #readRenamed(steps: readonly SettlingStep[]): Promise<void> {
    const renames = steps.filter((step) => step.kind === "rename");
    for (const step of renames) {
      if (this.#renamed.has(step)) continue;
      const component = this.#component(step.component);
      this.#renamed.set(step, readRenamedTexts(this.#dependencies.service, component, step.renames));
    }
    await Promise.allSettled(this.#renamed.values());
  }

  async step(step: SettlingStep): Promise<StepOutcome> {
    const tell = (): void => this.#dependencies.logger.progress(step.kind, this.#done, this.#total, step.component);
    // Before it as well: what takes long is named while it does.
    tell();
    const outcome = await timed(this.#dependencies.clock, step, () => this.#apply(step));
    this.#done += 1;
    tell();
    return outcome;
  }

  async #apply(step: SettlingStep): Promise<Done> {
    switch (step.kind) {
      case "pull-repository":
        return this.#pull(step);
      case "add-language":
        return this.#addLanguage(step);
      case "upload":
        return this.#upload(step);
      case "rename":
        return this.#rename(step);
      case "commit":
        return this.#commit(step);
    }
  }

  async #pull(step: PullRepositoryStep): Promise<Done> {
    const { service } = this.#dependencies;
    const owner = this.#pathOf(step.owner) ?? this.#pathOf(step.component);
    if (owner === undefined) return { outcome: "not-needed", detail: "", bytes: 0 };
    const result = await service.operateComponent(owner, "pull");
    await assertProved(result, `pull of ${step.owner}`, async () => {
      const { needsMerge, mergeFailure } = await service.componentRepository(owner);
      return !saysWhy(result) && !needsMerge && mergeFailure === undefined;
    });
    return { outcome: "done", detail: "", bytes: 0 };
  }

  async #addLanguage(step: AddLanguageStep): Promise<Done> {
    const { service } = this.#dependencies;
    const component = this.#component(step.component);
    const added = await service.addLanguage(component.binding.component, step.language).catch((error: unknown) => {
      if (step.isRequested !== true || !isNotAllowed(error)) return this.#blame(component, error);
      return error;
    });
    if (added instanceof RemoteError) return { outcome: "not-needed", detail: added.message, bytes: 0 };
    this.#added.set(`${step.component} ${step.language}`, added);
    return { outcome: "done", detail: "", bytes: 0 };
  }

  async #rename(step: RenameStep): Promise<Done> {
    const { service } = this.#dependencies;
    const texts = await this.#renamed.get(step);
    await this.#waitFor(this.#component(step.component));
    const { strings, languages, bytes } = await writeRenamedTexts(service, texts ?? []);
    this.#carried.add(step.component);
    if (strings === 0) return { outcome: "not-needed", detail: "none of them is translated", bytes };
    return {
      outcome: "done",
      detail: `${String(strings)} ${strings === 1 ? "translation" : "translations"} in ${String(languages)} ${languages === 1 ? "language" : "languages"}`,
      bytes,
    };
  }

  /** A source without the old keys goes when their translations are under the new ones, or are read and can follow. */
  async #assertRenamed({ component, renames }: UploadStep): Promise<void> {
    if (renames === undefined || this.#carried.has(component)) return;
    if (!this.#nameless.has(component)) throw notCarriedOver();
    for (const [step, texts] of this.#renamed) if (step.component === component) await texts;
  }

  async #upload(step: UploadStep): Promise<Done> {
    const { service, git } = this.#dependencies;
    const component = this.#component(step.component);
    await this.#assertRenamed(step);
    const translation = this.#translation(component, step.language);
    if (translation === undefined)
      return { outcome: "not-needed", detail: "the language could not be added", bytes: 0 };
    const content = await this.#contentOf(step, component, translation, await git.read(step.blob));
    if (content === undefined) {
      const detail = step.method === "suggest" ? "all of it was suggested before" : "the service has all of it";
      return { outcome: "not-needed", detail, bytes: 0 };
    }
    const upload = {
      method: step.method,
      ...defined({ conflicts: step.conflicts }),
      fileName: step.path.slice(step.path.lastIndexOf("/") + 1),
      content,
    };
    const result = await service.upload(translation, upload).catch((error: unknown) => {
      if (step.namesFirst !== true || !isNotAllowed(error)) return this.#blame(component, error);
      this.#nameless.add(step.component);
      return error;
    });
    if (result instanceof RemoteError) return { outcome: "not-needed", detail: result.message, bytes: 0 };
    if (isSourceUpload(step, component)) await this.#waitFor(component);
    const healed = step.method === "source" ? await this.#finishSourceUpload(component, git.hash(content)) : "";
    // "accepted 0" with status 200 is the service's way to say that it had all of it already (probe §3); after a replace
    // it counts the strings of the component, of which the file may hold fewer.
    const counts = `${String(Math.min(result.accepted, result.total))} of ${String(result.total)} strings taken${result.notFound > 0 ? `, ${String(result.notFound)} unknown` : ""}`;
    return { outcome: "done", detail: `${counts}${healed}`, bytes: content.length };
  }

  /** A file goes as it is, but a template that says no charset; of a translation that git moved on goes what git changed. */
  async #contentOf(
    step: UploadStep,
    component: ComponentObservation,
    translation: ServiceTranslation,
    content: Uint8Array,
  ): Promise<Uint8Array | undefined> {
    const described = component.facts?.component;
    if (step.method === "source") return asSent(content, described);
    const format = step.since === undefined ? undefined : await readerOf(described);
    if (format === undefined) return content;
    const { changedTexts } = await import("./differing-texts.ts");
    return changedTexts(this.#dependencies, step, { format, content, component, translation });
  }

  /** A locked component refuses without saying who locked it: its log does. */
  async #blame(component: ComponentObservation, error: unknown): Promise<never> {
    if (!(error instanceof RemoteError) || error.code !== LOCKED) throw error;
    const lock = await lockOf(this.#dependencies.service, component.binding.component).catch(() => undefined);
    if (lock?.since === undefined) throw error;
    throw new RemoteError(`${error.message}; ${lockWords(lock)}`, {
      code: error.code,
      ...defined({ hint: error.hint, status: error.status }),
      cause: error,
    });
  }

  /**
   * Servers before 2026 leave the merged .po files of a source upload uncommitted in their clone, and do not read them
   * at all where the clone is shared (probe §3): `file-scan` and `file-sync` make good for it.
   */
  async #finishSourceUpload(component: ComponentObservation, sent: string): Promise<string> {
    const { service } = this.#dependencies;
    const path = component.binding.component;
    const { comparison } = component.source;
    const expected =
      comparison?.kind === "compared" ? comparison.total + comparison.added - comparison.removed.length : undefined;
    const isTaken = async (): Promise<boolean> => {
      const source = (await service.translations(path)).find((translation) => translation.isSource);
      // Without a file there is no revision: its strings are counted.
      if (source?.filename === "") return expected === undefined || source.counters.total === expected;
      return source === undefined || source.revision === sent;
    };
    const isClean = async (): Promise<boolean> =>
      !hasUncommittedFiles((await service.componentRepository(path)).status ?? "");
    const done: string[] = [];
    for (const [operation, isWell] of [
      ["file-scan", isTaken],
      ["file-sync", isClean],
    ] as const) {
      if (await isWell()) continue;
      const result = await service.operateComponent(path, operation);
      await this.#waitFor(component);
      await assertProved(result, operation, isWell);
      done.push(operation);
    }
    return done.length === 0 ? "" : `; ${done.join(" and ")} asked for, the service had left merged files uncommitted`;
  }

  async #commit(step: CommitStep): Promise<Done> {
    const { service } = this.#dependencies;
    if (!step.whole) {
      await this.#commitOne(this.#component(step.component));
      return { outcome: "done", detail: "", bytes: 0 };
    }
    const bound = [...this.#components.values()].filter(({ binding }) => binding.component.project === step.component);
    try {
      const result = await service.operateProject(step.component, "commit");
      await assertProved(result, `commit of ${step.component}`, () => this.#isAllCommitted(bound));
    } catch (error) {
      if (!(error instanceof RemoteError) || error.status !== 403) throw error;
      // A token may commit its components and still not the project as a whole.
      for (const component of bound) await this.#commitOne(component);
    }
    return { outcome: "done", detail: "", bytes: 0 };
  }

  async #commitOne(component: ComponentObservation): Promise<void> {
    const result = await this.#dependencies.service.operateComponent(component.binding.component, "commit");
    await assertProved(result, `commit of ${component.name}`, () => this.#isAllCommitted([component]));
  }

  /** One failing repository makes a project's answer false; whether ours is among them only their state says. */
  async #isAllCommitted(components: readonly ComponentObservation[]): Promise<boolean> {
    const states = await Promise.all(
      components.map(({ binding }) => this.#dependencies.service.componentRepository(binding.component)),
    );
    return states.every((state) => !state.needsCommit);
  }

  async #waitFor(component: ComponentObservation): Promise<void> {
    await this.#dependencies.service.settled(component.binding.component);
  }

  #component(name: string): ComponentObservation {
    const component = this.#components.get(name);
    if (component === undefined) throw new Error(`a step names ${name}, which was not observed`);
    return component;
  }

  #pathOf(name: string): ComponentPath | undefined {
    return this.#components.get(name)?.binding.component;
  }

  #translation(component: ComponentObservation, language: string): ServiceTranslation | undefined {
    const { source, translations, name } = component;
    if (source.translation?.language === language) return source.translation;
    return (
      this.#added.get(`${name} ${language}`) ??
      translations.find(({ translation }) => translation.language === language)?.translation
    );
  }
}

/** The service client's code of a component that is locked. */
const LOCKED = "IL-S09";
/** The service client's codes of what passes: the same request is taken later. Each of them comes with 400 or 403 too. */
const NOT_NOW = new Set(["IL-S06", "IL-S14", LOCKED]);

/** Adding strings or languages may be switched off in a component, or not be this token's to do. */
function isNotAllowed(error: unknown): error is RemoteError {
  if (!(error instanceof RemoteError) || NOT_NOW.has(error.code)) return false;
  return error.status === 400 || error.status === 403;
}

function saysWhy({ detail }: OperationResult): boolean {
  return detail !== undefined && detail !== "";
}

/**
 * `true` is success; `null` is what older servers answer to work they did (probe §4); `false` stands for "nothing to do"
 * as well as for a failure, with or without a reason, so the state has to prove which.
 */
export async function assertProved(
  result: OperationResult,
  what: string,
  isProved: () => Promise<boolean>,
): Promise<void> {
  if (result.result !== false || (await isProved())) return;
  const words = saysWhy(result) ? result.detail : "it answered result: false, and its state is not what it should be";
  throw new RemoteError(`the service could not do it (${what}): ${words ?? ""}`, {
    code: "IL-P05",
    hint: "The component's repository page on the service shows what is in the way.",
  });
}

/** Reads `git status` output, long or short form, for tracked files with changes. */
export function hasUncommittedFiles(status: string): boolean {
  return /^\s*(?:modified|new file|deleted|renamed):/m.test(status) || /^(?:[MADR][ MD]| [MD]) \S/m.test(status);
}
