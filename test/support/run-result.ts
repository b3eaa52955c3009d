import { resultOf } from "../../src/sync/empty-result.ts";
import type { BrokenText, Conflict, FileOutcome, Finding, LanguageStatistics, RunResult } from "../../src/sync/plan.ts";

/** A finished run with nothing in it; each test names only what matters to it. */
export function aRun(overrides: Partial<RunResult> = {}): RunResult {
  return resultOf({
    service: "https://translate.example.org",
    traffic: { requests: 19, bytesSent: 1200, bytesReceived: 34_000, milliseconds: 2140 },
    ...overrides,
  });
}

export function aFile(overrides: Partial<FileOutcome> = {}): FileOutcome {
  return {
    component: "acme/website",
    language: "de",
    languageName: "German",
    path: "locales/de.json",
    translateUrl: "https://translate.example.org/translate/acme/website/de/",
    created: false,
    differences: [{ kind: "added", key: "cart.title", before: undefined, after: ["Warenkorb"], line: 4 }],
    bytes: 310,
    ...overrides,
  };
}

export function someStatistics(overrides: Partial<LanguageStatistics> = {}): LanguageStatistics {
  return {
    component: "acme/website",
    language: "de",
    languageName: "German",
    path: "locales/de.json",
    url: "https://translate.example.org/projects/acme/website/de/",
    total: 50,
    translated: 46,
    translatedPercent: 92,
    fuzzy: 0,
    failingChecks: 0,
    totalWords: 200,
    translatedWords: 180,
    isSource: false,
    ...overrides,
  };
}

export function aConflict(overrides: Partial<Conflict> = {}): Conflict {
  return {
    component: "acme/website",
    language: "de",
    path: "locales/de.json",
    key: "cart.items",
    line: 41,
    base: ["{count} Teile"],
    repository: ["{count} Artikel"],
    service: ["{count} Stück"],
    policy: "service",
    taken: "service",
    ...overrides,
  };
}

export function aBrokenText(overrides: Partial<BrokenText> = {}): BrokenText {
  return {
    component: "acme/website",
    language: "de",
    path: "locales/de.json",
    key: "cart.items",
    context: "cart.items",
    line: 41,
    findings: [{ check: "perl_brace_format", form: 0, message: 'Missing "{count}".' }],
    source: ["{count} items"],
    repository: ["{count} Artikel"],
    service: ["Artikel"],
    isHeldBack: true,
    url: "https://translate.example.org/translate/acme/website/de/?q=key%3A%3D%22cart.items%22",
    ...overrides,
  };
}

export function aFinding(overrides: Partial<Finding> = {}): Finding {
  return {
    kind: "refused",
    component: "acme/website",
    language: "fr",
    path: "locales/fr.json",
    message: "12 of 40 strings would go, more than 20 %",
    remedy: "Say yes with --allow-removals.",
    keys: ["a.b", "c.d"],
    ...overrides,
  };
}
