import type { LanguageReview, Review, SourceChange } from "../../review/index.ts";
import type { BrokenText, Conflict, FileOutcome, LanguageStatistics, RunResult } from "../../sync/plan.ts";

export const SAMPLE_SERVICE = "https://translate.example.org";
const STRING = { component: "acme/website", language: "de", path: "locales/de.json" };

const FILE: FileOutcome = {
  ...STRING,
  languageName: "German",
  translateUrl: `${SAMPLE_SERVICE}/translate/acme/website/de/`,
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
  url: `${SAMPLE_SERVICE}/translate/acme/website/de/`,
};

const STATISTICS: LanguageStatistics = {
  ...STRING,
  languageName: "German",
  url: `${SAMPLE_SERVICE}/projects/acme/website/de/`,
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
  service: SAMPLE_SERVICE,
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

/** Everything that a run may bring home. */
export const FULL_RUN: RunResult = {
  ...NOTHING,
  files: [FILE],
  conflicts: [CONFLICT],
  broken: [HELD_BACK],
  statistics: [STATISTICS],
  translators: [{ name: "Ana", email: "ana@users.noreply.invalid", username: "ana", strings: 1 }],
};

/** Almost nothing. */
export const BARE_RUN: RunResult = { ...NOTHING, files: [{ ...FILE, differences: [] }] };

const TOUCHED: LanguageReview = {
  language: "de",
  before: { translated: 20, total: 20 },
  after: { translated: 19, total: 21 },
  missing: 1,
  outdated: 1,
  lost: 0,
  removed: 0,
  brought: 0,
  words: 7,
};

const STRINGS: readonly SourceChange[] = [
  { kind: "added", key: "cart.title", before: undefined, after: ["Your cart"], line: 4, words: 2 },
  {
    kind: "changed",
    key: "cart.empty",
    before: ["Nothing here"],
    after: ["Your cart is empty {icon}"],
    line: 5,
    words: 5,
  },
];

const UNTOUCHED: Review = {
  base: "b".repeat(40),
  head: "a".repeat(40),
  components: [],
  languages: [],
  before: { translated: 20, total: 20 },
  after: { translated: 20, total: 20 },
  broken: [],
  unreadable: [],
  flaws: [],
  unknownKeys: [{ key: "cart.total", path: "src/cart.ts", line: 12, call: "t" }],
  strayKeys: [],
  mistakes: [],
  frozen: undefined,
};

/** A change to sources with one of each that people should know. */
export const FULL_REVIEW: Review = {
  ...UNTOUCHED,
  components: [
    {
      component: STRING.component,
      kind: "changed",
      source: "locales/en.json",
      sourceLanguage: "en",
      strings: STRINGS,
      languages: [TOUCHED],
      before: { translated: 20, total: 20 },
      after: { translated: 19, total: 21 },
    },
  ],
  languages: [TOUCHED],
  after: { translated: 19, total: 21 },
  broken: [
    {
      cause: "source",
      component: STRING.component,
      language: "de",
      path: STRING.path,
      line: 5,
      key: "cart.empty",
      source: ["Your cart is empty {icon}"],
      target: ["Nichts da"],
      findings: [{ check: "placeholders", message: 'Missing "{icon}".' }],
    },
  ],
};

/** The least that is worth a comment. */
export const BARE_REVIEW: Review = UNTOUCHED;
