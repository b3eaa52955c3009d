import type { ComponentObservation, TranslationObservation, UnservedFile } from "../observe/observation.ts";
import type { Finding, PruneStep } from "../plan.ts";
import type { Intent } from "./intent.ts";
import { languageOfPath } from "../../mapping/language-paths.ts";
import { translationRefusals } from "../refusals.ts";
import { standingOf, type Standings } from "./standing.ts";

interface PruneDecision {
  readonly steps: readonly PruneStep[];
  readonly findings: readonly Finding[];
}

const nothing: PruneDecision = { steps: [], findings: [] };

/**
 * Which files of a component go because their language is gone: the service no longer has it, or it fell below
 * `pull.keep-above`. Only files that were the service's and that nobody changed since; never more than `pull.prune-limit`.
 */
export function decidePrune(
  component: ComponentObservation,
  standings: Standings,
  { allowRemovals, isPartial }: Pick<Intent, "allowRemovals" | "isPartial">,
): PruneDecision {
  const { binding, translations, unserved } = component;
  const { prune, pruneLimit } = binding.pull;
  if (prune === "off") return nothing;
  const isUnjudged = isPartial === true && binding.pull.isJudgedAlone !== true;
  const fallen = (isUnjudged ? [] : translations).filter((observed) => isFallen(component, observed, standings));
  if (prune === "report")
    return { steps: [], findings: fallen.map((observed) => staying(component, observed, standings)) };
  const kept = fallen.filter((observed) => !isUntouched(observed));
  const steps = [
    ...fallen.filter(isUntouched).map((observed) => fallenStep(component, observed, standings)),
    ...unserved.filter((file) => isLeftBehind(component, file)).map((file) => lostStep(component, file)),
  ];
  const findings = kept.map((observed) => changedHere(component, observed, standings));
  const files = translations.filter(({ blob }) => blob !== undefined).length + unserved.length;
  const share = files === 0 ? 0 : (steps.length / files) * 100;
  if (share <= pruneLimit || allowRemovals) return { steps, findings };
  return { steps: [], findings: [refusal(component, steps, files, share), ...findings] };
}

/**
 * Whether a language that has a file fell below what keeps it. A service takes `locales/menu.json` for a language, too: what
 * no known language is stays.
 */
function isFallen(component: ComponentObservation, observed: TranslationObservation, standings: Standings): boolean {
  const { blob, path, translation } = observed;
  if (blob === undefined || translation.revision === "") return false;
  if (languageOfPath(component.binding, path) === undefined) return false;
  return standingOf(component, observed, standings) < component.binding.pull.keepAbove;
}

/** The file in git holds nothing that the service does not have, or had when it was last brought home. */
function isUntouched({ blob, translation, versions }: TranslationObservation): boolean {
  return blob !== undefined && (blob === translation.revision || versions?.isOurs === true);
}

/**
 * A commit of ours brought the file from the service, nobody changed it since, and the service lists other languages but
 * not this one. An answer without any translation is no proof of anything, nor is a language that was asked for.
 */
export function isLeftBehind(
  { binding, source, translations }: ComponentObservation,
  { language, mode, versions }: UnservedFile,
): boolean {
  return (
    binding.pull.prune === "apply" &&
    source.translation !== undefined &&
    translations.length > 0 &&
    !translations.some(({ translation }) => translation.language === language) &&
    !binding.languages.request.includes(language) &&
    (mode === "100644" || mode === "100755") &&
    versions?.isOurs === true
  );
}

function fallenStep(
  component: ComponentObservation,
  observed: TranslationObservation,
  standings: Standings,
): PruneStep {
  const { translation, path, blob = "" } = observed;
  return {
    kind: "prune",
    component: component.name,
    language: translation.language,
    path,
    blob,
    reason: `${below(component, observed, standings)}; the service keeps its translation`,
  };
}

function lostStep({ name }: ComponentObservation, { path, blob, language }: UnservedFile): PruneStep {
  return {
    kind: "prune",
    component: name,
    language,
    path,
    blob,
    reason: "the service no longer has this language; the file is as it was last brought from there",
  };
}

function staying(component: ComponentObservation, observed: TranslationObservation, standings: Standings): Finding {
  return {
    kind: "skipped",
    ...about(component, observed),
    message: `${below(component, observed, standings)}; the file stays`,
    remedy: "`pull.prune: apply` in the mapping removes such files in the pull request.",
  };
}

function changedHere(component: ComponentObservation, observed: TranslationObservation, standings: Standings): Finding {
  return {
    kind: "ahead",
    ...about(component, observed),
    ...translationRefusals.goneWithChanges(below(component, observed, standings)),
  };
}

function about({ name }: ComponentObservation, { translation, path }: TranslationObservation) {
  return { component: name, language: translation.language, path };
}

function below(component: ComponentObservation, observed: TranslationObservation, standings: Standings): string {
  const { keepAbove } = component.binding.pull;
  const standing = standingOf(component, observed, standings);
  return `${String(standing)} % translated, below the ${String(keepAbove)} % that keep a language (pull.keep-above)`;
}

function refusal(
  { name, binding }: ComponentObservation,
  steps: readonly PruneStep[],
  files: number,
  share: number,
): Finding {
  const languages = steps.map(({ language }) => language).join(", ");
  return {
    kind: "refused",
    component: name,
    ...translationRefusals.removesFiles(steps.length, files, languages, share.toFixed(0), binding.pull.pruneLimit),
  };
}
