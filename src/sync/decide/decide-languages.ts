import { findLanguage } from "../../catalog/languages.ts";
import type { Intent } from "./intent.ts";
import type { ComponentObservation, UnservedFile } from "../observe/observation.ts";
import type { Finding, Step } from "../plan.ts";
import { isLeftBehind } from "./prune.ts";
import { isWanted } from "./wanted-language.ts";

interface LanguagesDecision {
  readonly steps: readonly Step[];
  readonly findings: readonly Finding[];
}

const nothing: LanguagesDecision = { steps: [], findings: [] };

/** What becomes of files in git whose language the service lacks. Those that are pruned are no matter of this. */
export function decideUnserved(component: ComponentObservation, intent: Intent): LanguagesDecision {
  const files = component.unserved.filter((file) => !isLeftBehind(component, file));
  if (files.length === 0) return nothing;
  if (component.facts?.readsThisRepository === true)
    return intent.push ? decideUnread(component, files, intent) : nothing;
  if (intent.settled) return nothing;
  if (intent.push && component.binding.push.translations !== "never" && component.facts?.isAddressHidden !== true) {
    if (makesNoLanguages(component)) return { steps: [], findings: [withoutTemplate(component, files)] };
    const given = files.filter((file) => wasGivenUp(component, file));
    const sent = files.filter((file) => !given.includes(file));
    return {
      steps: sent.flatMap((file) => additionOf(component, file)),
      findings: lacking(component, given),
    };
  }
  const { prune } = component.binding.pull;
  if (!intent.push && prune === "off") return nothing;
  return { steps: [], findings: lacking(component, files) };
}

/** The service makes a language's file from a base file or a template: without one it adds none. */
function makesNoLanguages({ facts }: ComponentObservation): boolean {
  return facts?.component.template === "" && facts.component.newBase === "";
}

function withoutTemplate({ name }: ComponentObservation, files: readonly UnservedFile[]): Finding {
  const languages = files.map((file) => file.language).join(", ");
  return {
    kind: "unmatched",
    component: name,
    message: `git has files for languages that the service lacks: ${languages}; it adds none, as the component has no template for new translations`,
    remedy:
      "Let the service read this repository, or commit a template (.pot) and name it: `source` in the mapping, and the template for new translations in the component's settings.",
  };
}

/** The service finds the file of a new language when it pulls; one that it has not taken then, it will not. */
function decideUnread(
  { name, facts }: ComponentObservation,
  files: readonly UnservedFile[],
  { settled }: Intent,
): LanguagesDecision {
  const languages = files.map((file) => file.language).join(", ");
  const lacks = `the service reads this repository and lacks languages that git has files for: ${languages}`;
  if (!settled) {
    return {
      findings: [],
      steps: [{ kind: "pull-repository", component: name, owner: facts?.owner ?? name, reason: lacks }],
    };
  }
  const remedy =
    "Who looks after the component adds them there, or its language filter leaves them out: then `languages.except` in the mapping keeps them from being looked for.";
  return { steps: [], findings: [{ kind: "unmatched", component: name, message: lacks, remedy }] };
}

/** Where such files are removed, one that cannot be proved to be the service's own is not sent back there either. */
function wasGivenUp({ binding }: ComponentObservation, { blob, language, versions }: UnservedFile): boolean {
  const isAsked = binding.languages.request.includes(language);
  return binding.pull.prune === "apply" && !isAsked && versions?.agreed?.blob === blob;
}

function additionOf(component: ComponentObservation, file: UnservedFile): readonly Step[] {
  return [
    {
      kind: "add-language",
      component: component.name,
      language: file.language,
      reason: `git has ${file.path}, the service has no such language`,
    },
    {
      kind: "upload",
      component: component.name,
      language: file.language,
      path: file.path,
      blob: file.blob,
      method: "replace",
      removes: [],
      reason: "a new language on the service: replace stores git's file byte for byte",
    },
  ];
}

function lacking(component: ComponentObservation, files: readonly UnservedFile[]): readonly Finding[] {
  const doubled = files.flatMap((file) => doubledBy(component, file));
  const missing = files.filter(({ path }) => !doubled.some((file) => file.path === path));
  return [
    ...(doubled.length === 0 ? [] : [doubledFiles(component.name, doubled)]),
    ...(missing.length === 0 ? [] : [missingLanguages(component, missing)]),
  ];
}

function missingLanguages({ name, binding }: ComponentObservation, files: readonly UnservedFile[]): Finding {
  const languages = files.map((file) => file.language).join(", ");
  const remedies: Readonly<Record<typeof binding.pull.prune, string>> = {
    off: "",
    report: " `pull.prune: apply` removes files that came from the service.",
    apply: " They stay: no commit of Interlinear brought them as they are, or the service has none of its languages.",
  };
  return {
    kind: "unmatched",
    component: name,
    message: `git has files for languages that the service lacks: ${languages}`,
    remedy: `\`push.translations: missing\` in the mapping adds them to the service.${remedies[binding.pull.prune]}`,
  };
}

interface DoubledFile {
  readonly path: string;
  readonly language: string;
  readonly kept: string;
}

/** `de_DE.json` and `DE.json` beside `de.json`: to the service they are one language, and it has a file of it. */
function doubledBy({ translations }: ComponentObservation, { path, language }: UnservedFile): readonly DoubledFile[] {
  const code = findLanguage(language)?.code ?? language;
  const served = translations.find(({ translation }) => translation.language === code && translation.language !== "");
  return served?.path === undefined || served.path === path ? [] : [{ path, language: code, kept: served.path }];
}

function doubledFiles(component: string, files: readonly DoubledFile[]): Finding {
  const said = files.map(({ path, language, kept }) => `${path} and ${kept} are both ${language}`).join("; ");
  return {
    kind: "unmatched",
    component,
    message: `the service has one file for a language: ${said}`,
    remedy: `Remove one of them, or leave it out: \`exclude: [${files.map(({ path }) => path).join(", ")}]\` in the entry.`,
  };
}

/** Languages that the mapping asks the service for. */
export function decideRequested(component: ComponentObservation, intent: Intent): LanguagesDecision {
  const { binding, source, translations, unserved, name } = component;
  if (!intent.push || intent.settled || source.translation === undefined) return nothing;
  const sends = binding.push.translations !== "never" && component.facts?.readsThisRepository !== true;
  const there = new Set([
    source.translation.language,
    ...translations.map(({ translation }) => translation.language),
    ...(sends ? unserved.map(({ language }) => language) : []),
  ]);
  const missing = new Set(
    binding.languages.request.filter((language) => !there.has(language) && isWanted(binding, language)),
  );
  return {
    ...nothing,
    steps: Array.from(missing, (language) => ({
      kind: "add-language",
      component: name,
      language,
      isRequested: true,
      reason: "asked for by languages.request; the service lacks it",
    })),
  };
}
