import type { KeyRename } from "../../catalog/renames.ts";
import { defined } from "../../core/defined.ts";
import { componentName } from "../../mapping/binding.ts";
import type { Intent } from "./intent.ts";
import type {
  ComponentFacts,
  ComponentObservation,
  SourceComparison,
  SourceObservation,
} from "../observe/observation.ts";
import type { Finding, RenameStep, Step, UploadStep } from "../plan.ts";
import { flawFindings } from "../observe/flaws.ts";
import { sourceRefusals } from "../refusals.ts";
import { isKeptInTranslations } from "../observe/served-source.ts";

interface SourceDecision {
  readonly steps: readonly Step[];
  readonly findings: readonly Finding[];
  readonly inStep: number;
}

const nothing: SourceDecision = { steps: [], findings: [], inStep: 0 };

/** What becomes of the source file: in step, pulled by the service itself, or uploaded by a method that fits the component. */
export function decideSource(
  component: ComponentObservation,
  branch: string | undefined,
  intent: Intent,
): SourceDecision {
  const decision = decideStep(component, branch, intent);
  const { comparison } = component.source;
  const flaws = comparison?.kind === "compared" ? flawFindings(aboutSource(component), comparison.flaws) : [];
  return flaws.length === 0 ? decision : { ...decision, findings: [...decision.findings, ...flaws] };
}

function aboutSource({ name, source: { path, fullest } }: ComponentObservation): Pick<Finding, "component" | "path"> {
  return { component: name, ...defined({ path: path ?? fullest?.path }) };
}

function decideStep(component: ComponentObservation, branch: string | undefined, intent: Intent): SourceDecision {
  const { source, facts } = component;
  const about = aboutSource(component);
  if (source.translation === undefined) {
    return finding({
      kind: "unmatched",
      ...about,
      message: "the service has no source translation in this component",
      remedy: "Check the component's base file on the service.",
    });
  }
  if (source.path === undefined) return decideScattered(component, intent);
  if (source.translation.revision === source.blob || source.isAsSent === true || hasAllTexts(source))
    return { ...nothing, inStep: 1 };
  if (facts?.readsThisRepository === true) return decidePull(component, facts, branch, intent);
  if (!intent.push) {
    return finding({
      kind: "ahead",
      ...about,
      ...sourceRefusals.notSentByThisRun(),
    });
  }
  if (facts?.isAddressHidden === true)
    return finding({ kind: "refused", isWrongInput: true, ...about, ...sourceRefusals.hiddenAddress() });
  if (intent.settled) return stillDiffering(component);
  return source.comparison === undefined || source.comparison.kind === "scattered" || facts === undefined
    ? nothing
    : decideUpload(component, source.comparison, facts, intent);
}

/** Without a source file there is something to do only where the translations hold other texts than the service has. */
function decideScattered(component: ComponentObservation, intent: Intent): SourceDecision {
  const { source, facts } = component;
  const { comparison } = source;
  if (facts === undefined || comparison === undefined) return nothing;
  if (comparison.kind === "scattered") {
    const [one, other] = comparison.paths;
    return finding({
      kind: "refused",
      isWrongInput: true,
      component: component.name,
      path: other,
      ...sourceRefusals.partOfStringsOnly(one, other, count(comparison.keys.length, "string")),
      keys: comparison.keys,
    });
  }
  if (comparison.kind === "compared" && comparison.added + comparison.changed + comparison.removed.length === 0)
    return nothing;
  if (facts.isAddressHidden === true)
    return finding({
      kind: "refused",
      isWrongInput: true,
      ...aboutSource(component),
      ...sourceRefusals.hiddenAddress(),
    });
  if (intent.settled) return stillDiffering(component);
  return decideUpload(component, comparison, facts, intent);
}

/** Without a file of its own there is no revision to compare: what counts is whether the texts are all there. */
function hasAllTexts(source: SourceObservation): boolean {
  const { comparison } = source;
  return isKeptInTranslations(source) && comparison?.kind === "compared" && comparison.added + comparison.changed === 0;
}

function decidePull(
  component: ComponentObservation,
  facts: ComponentFacts,
  branch: string | undefined,
  intent: Intent,
): SourceDecision {
  const about = aboutSource(component);
  const followed = facts.component.branch;
  if (followed !== undefined && branch !== undefined && followed !== branch) {
    return finding({
      kind: "skipped",
      ...about,
      message: `the service reads this repository's branch ${followed}; this is ${branch}`,
    });
  }
  if (intent.settled) {
    return finding({
      kind: "blocked",
      ...about,
      ...sourceRefusals.notTakenOver(),
    });
  }
  return {
    ...nothing,
    steps: [
      {
        kind: "pull-repository",
        component: component.name,
        owner: facts.owner,
        reason: `the service reads this repository and has an earlier version of ${component.source.path ?? ""}`,
      },
      ...renameSteps(component, renamesOf(component)),
    ],
  };
}

/** After an upload the service's file may differ by bytes (it writes its own formatting) but no longer by strings. */
function stillDiffering(component: ComponentObservation): SourceDecision {
  const { comparison } = component.source;
  if (comparison?.kind !== "compared") return nothing;
  const missing = comparison.added + comparison.changed + comparison.namesToAdd;
  if (missing === 0) return nothing;
  return finding({
    kind: "blocked",
    ...aboutSource(component),
    ...sourceRefusals.stillLacking(count(missing, "string")),
  });
}

function decideUpload(
  component: ComponentObservation,
  comparison: Exclude<SourceComparison, { kind: "scattered" }>,
  facts: ComponentFacts,
  intent: Intent,
): SourceDecision {
  const isBilingual = facts.component.template === "";
  const setting = component.binding.push.method;
  const about = aboutSource(component);
  if (comparison.kind === "unreadable" && comparison.side === "repository") {
    return finding({
      kind: "refused",
      isWrongInput: true,
      ...about,
      ...sourceRefusals.unparsed(comparison.message),
    });
  }
  if (isBilingual && facts.component.fileFormat !== "po") {
    return finding({
      kind: "refused",
      isWrongInput: true,
      ...about,
      ...sourceRefusals.takesNoSource(facts.component.fileFormat),
    });
  }
  if (isBilingual && setting !== "auto" && setting !== "source") {
    return finding({
      kind: "refused",
      isWrongInput: true,
      ...about,
      ...sourceRefusals.methodForMonolingual(setting, componentName(component.binding.component)),
    });
  }
  if (!isBilingual && setting === "source") {
    return finding({
      kind: "refused",
      isWrongInput: true,
      ...about,
      ...sourceRefusals.methodForBilingual(),
    });
  }
  if (comparison.kind !== "compared") return decideUnread(component, comparison, isBilingual, setting, intent);
  if (isBilingual) return decideWhole(component, comparison, "source", intent);
  if (setting === "add" || setting === "translate") return decidePart(component, comparison, [setting]);
  return decideWhole(component, comparison, "replace", intent);
}

/** Formats we cannot read are sent only where nothing can get lost or the user says so. */
function decideUnread(
  component: ComponentObservation,
  comparison: Extract<SourceComparison, { kind: "opaque" | "unreadable" }>,
  isBilingual: boolean,
  setting: string,
  intent: Intent,
): SourceDecision {
  const why =
    comparison.kind === "opaque"
      ? `the format ${comparison.format} is not read here, so what a replace would remove is unknown`
      : `the service's file does not parse, so what a replace would remove is unknown: ${comparison.message}`;
  if (isBilingual || setting === "replace" || intent.allowRemovals) {
    return upload(component, { method: isBilingual ? "source" : "replace", removes: [], reason: `asked for; ${why}` });
  }
  return finding({
    kind: "refused",
    ...aboutSource(component),
    ...sourceRefusals.unknownLoss(why),
  });
}

type Compared = Extract<SourceComparison, { kind: "compared" }>;

/** Sends the file as a whole, within the limit of what may be removed; beyond it only what adds or changes. */
function decideWhole(
  component: ComponentObservation,
  comparison: Compared,
  method: "source" | "replace",
  intent: Intent,
): SourceDecision {
  const { removed, renamed, total } = comparison;
  const limit = component.binding.removalLimit;
  const share = total === 0 ? 0 : (removed.length / total) * 100;
  if (share > limit && !intent.allowRemovals) {
    const refusal: Finding = {
      kind: "refused",
      ...aboutSource(component),
      ...sourceRefusals.removesKeys(count(removed.length, "key"), total, share.toFixed(0), limit),
      keys: removed,
    };
    const rest = method === "replace" ? decidePart(component, comparison, ["add", "translate"]) : nothing;
    const renames = method === "replace" && comparison.namesToAdd > 0 ? renameSteps(component, renamed) : [];
    return { ...rest, steps: [...rest.steps, ...renames], findings: [refusal, ...rest.findings] };
  }
  const whole = { method, removes: removed, reason: wholeReason(comparison, method) };
  return renamed.length === 0 ? upload(component, whole) : decideRenames(component, comparison, whole);
}

/**
 * The service would drop the translations of a key that got another name. So it gets the new keys first, then their
 * translations, and only then the file in which the old keys are gone: a run may die after any of them.
 */
function decideRenames(
  component: ComponentObservation,
  { renamed, namesToAdd }: Compared,
  whole: Pick<UploadStep, "method" | "removes" | "reason">,
): SourceDecision {
  const first = upload(component, {
    method: "add",
    removes: [],
    namesFirst: true,
    reason: "add: the new names of renamed keys first, so that translations have a place to go",
  });
  const last = upload(component, { ...whole, renames: renamed });
  const names = namesToAdd > 0 ? first.steps : [];
  return { ...nothing, steps: [...names, ...renameSteps(component, renamed), ...last.steps] };
}

function renamesOf({ source }: ComponentObservation): readonly KeyRename[] {
  return source.comparison?.kind === "compared" ? source.comparison.renamed : [];
}

function renameSteps(component: ComponentObservation, renames: readonly KeyRename[]): readonly RenameStep[] {
  if (renames.length === 0) return [];
  const reason = `same text under a new key: the translations of ${count(renames.length, "key")} are carried over`;
  return [{ kind: "rename", component: component.name, renames, reason }];
}

function wholeReason({ added, changed, removed, renamed }: Compared, method: "source" | "replace"): string {
  const what = [
    ...(added > 0 ? [`${String(added)} new`] : []),
    ...(changed > 0 ? [`${String(changed)} changed`] : []),
    ...(renamed.length > 0 ? [`${String(renamed.length)} renamed`] : []),
    ...(removed.length > 0 ? [`${String(removed.length)} removed`] : []),
  ].join(", ");
  const how =
    method === "source"
      ? "source: a bilingual template, every language is brought up to date with it"
      : `replace: the service keeps git's file byte for byte${removed.length === 0 ? ", no key goes" : ""}`;
  return `${what === "" ? "only formatting differs" : what} (${how})`;
}

const PART = {
  add: "add: new keys only, nothing on the service changes",
  translate: "translate with conflicts=replace-translated: changed texts only, no key goes",
} as const;

/** Sends only what adds (`add`) and what changes (`translate`); nothing on the service can go. */
function decidePart(
  component: ComponentObservation,
  comparison: Compared,
  methods: readonly ("add" | "translate")[],
): SourceDecision {
  const counts = { add: comparison.added + comparison.namesToAdd, translate: comparison.changed };
  const names = { add: "new", translate: "changed" };
  const wanted = methods.filter((method) => counts[method] > 0);
  const steps = wanted.flatMap(
    (method) =>
      upload(component, {
        method,
        ...(method === "translate" ? { conflicts: "replace-translated" as const } : {}),
        removes: [],
        reason: `${String(counts[method])} ${names[method]} (${PART[method]})`,
      }).steps,
  );
  return { ...nothing, steps };
}

function upload(
  component: ComponentObservation,
  step: Pick<UploadStep, "method" | "removes" | "renames" | "namesFirst" | "reason" | "conflicts">,
): SourceDecision {
  const { source } = component;
  return {
    ...nothing,
    steps: [
      {
        kind: "upload",
        component: component.name,
        language: source.translation?.language ?? "",
        ...fileOf(source),
        ...step,
      },
    ],
  };
}

/** The file that is sent. */
function fileOf({ path, blob, fullest }: SourceObservation): Pick<UploadStep, "path" | "blob"> {
  return fullest ?? { path: path ?? "", blob };
}

function finding(found: Finding): SourceDecision {
  return { ...nothing, findings: [found] };
}

function count(number: number, noun: string): string {
  return `${String(number)} ${noun}${number === 1 ? "" : "s"}`;
}
