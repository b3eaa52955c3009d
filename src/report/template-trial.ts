import type { BrokenText, Conflict, FileOutcome, LanguageStatistics, RunResult } from "../sync/plan.ts";
import { digestOf } from "./run-digest.ts";
import {
  renderTemplate,
  unknownVariable,
  type TemplateFault,
  type TemplateKind,
  type TemplateVariables,
} from "./template.ts";
import { bodyVariables, lineVariables, type StandardParts } from "./template-variables.ts";

/**
 * What is wrong with a template, found without a run: it is parsed, its names are looked up wherever they stand, and it is
 * filled in for a made-up run that has everything and for one that has almost nothing.
 * @returns undefined where it holds
 */
export function templateFault(kind: TemplateKind, template: string): TemplateFault | undefined {
  const trials = kind === "line" ? [lineTrial(FULL), lineTrial(BARE)] : [bodyTrial(FULL), bodyTrial(BARE)];
  const known = knownVariables(kind);
  for (const variables of trials) {
    const rendered = renderTemplate(kind, template, variables);
    if ("fault" in rendered) return rendered.fault;
  }
  const unknown = unknownVariable(template, known);
  return unknown === undefined
    ? undefined
    : { message: `"${unknown}" is no variable`, piece: unknown, unknownVariable: true };
}

/** The names that a template of this kind may use. */
export function knownVariables(kind: TemplateKind): readonly string[] {
  return Object.keys(kind === "line" ? lineTrial(FULL) : bodyTrial(FULL));
}

interface Trial {
  readonly result: RunResult;
  readonly isGrouped: boolean;
}

function lineTrial({ result, isGrouped }: Trial): TemplateVariables {
  return lineVariables(result, digestOf(result), context(isGrouped));
}

function bodyTrial({ result, isGrouped }: Trial): TemplateVariables {
  return bodyVariables(result, digestOf(result), context(isGrouped), PARTS);
}

function context(isGrouped: boolean): Parameters<typeof lineVariables>[2] {
  return {
    base: "main",
    branch: "interlinear/main",
    ...(isGrouped
      ? { group: { by: "language", key: "de", name: "German" }, runUrl: "https://forge.example.org/runs/1" }
      : {}),
  };
}

const PARTS: StandardParts = {
  standard: "Text",
  table: "Text",
  conflicts_section: "Text",
  held_back_section: "Text",
  changes_section: "Text",
  notices: "Text",
  credits: "Text",
};

const SERVICE = "https://translate.example.org";
const STRING = { component: "acme/website", language: "de", path: "locales/de.json" };

const FILE: FileOutcome = {
  ...STRING,
  languageName: "German",
  translateUrl: `${SERVICE}/translate/acme/website/de/`,
  created: false,
  differences: [{ kind: "changed", key: "title", before: ["Old"], after: ["New"], line: 1 }],
  bytes: 1,
};

const CONFLICT: Conflict = {
  ...STRING,
  key: "title",
  line: 1,
  base: ["Old"],
  repository: ["Here"],
  service: ["There"],
  policy: "service",
  taken: "service",
};

const HELD_BACK: BrokenText = {
  ...STRING,
  key: "title",
  context: "title",
  line: 1,
  findings: [{ check: "placeholders", form: 0, message: 'Missing "{count}".' }],
  source: ["{count}"],
  repository: ["{count}"],
  service: ["-"],
  isHeldBack: true,
  url: `${SERVICE}/translate/acme/website/de/`,
};

const STATISTICS: LanguageStatistics = {
  ...STRING,
  languageName: "German",
  url: `${SERVICE}/projects/acme/website/de/`,
  total: 2,
  translated: 1,
  translatedPercent: 50,
  fuzzy: 0,
  failingChecks: 0,
  totalWords: 2,
  translatedWords: 1,
  isSource: false,
};

const NOTHING: RunResult = {
  command: "sync",
  dryRun: false,
  service: SERVICE,
  plan: { steps: [], findings: [], inStep: 0 },
  steps: [],
  files: [],
  conflicts: [],
  broken: [],
  statistics: [],
  translators: [],
  health: [],
  traffic: { requests: 0, bytesSent: 0, bytesReceived: 0, milliseconds: 0 },
};

const FULL: Trial = {
  isGrouped: true,
  result: {
    ...NOTHING,
    files: [FILE],
    conflicts: [CONFLICT],
    broken: [HELD_BACK],
    statistics: [STATISTICS],
    translators: [{ name: "Ana", email: "ana@users.noreply.invalid", username: "ana", strings: 1 }],
  },
};

const BARE: Trial = { isGrouped: false, result: { ...NOTHING, files: [{ ...FILE, differences: [] }] } };
