import type { Binding } from "../../src/mapping/binding.ts";
import type {
  ServiceComponent,
  ServiceTranslation,
  TranslationCounters,
} from "../../src/service-client/translation-service.ts";
import type {
  ComponentFacts,
  ComponentObservation,
  Observation,
  TranslationObservation,
} from "../../src/sync/observe/observation.ts";

/** Builders of valid plain data for the engine's table tests: a test states only what matters to it. */
export function aBinding(overrides: Partial<Binding> = {}): Binding {
  return {
    component: { project: "acme", categories: [], component: "website" },
    source: "locales/en.json",
    translations: "locales/{language}.json",
    conflicts: "service",
    checks: "hold-back",
    languages: { aliases: {}, except: [], request: [] },
    push: { method: "auto", translations: "never" },
    pull: { minimumTranslated: 0, keepAbove: 0, prune: "report", pruneLimit: 20 },
    removalLimit: 20,
    place: { file: ".github/interlinear.yml", line: 5, column: 5 },
    ...overrides,
  };
}

export function someCounters(overrides: Partial<TranslationCounters> = {}): TranslationCounters {
  return {
    total: 10,
    totalWords: 30,
    translated: 5,
    translatedWords: 15,
    translatedPercent: 50,
    fuzzy: 0,
    failingChecks: 0,
    ...overrides,
  };
}

export function aTranslation(overrides: Partial<ServiceTranslation> = {}): ServiceTranslation {
  const language = overrides.language ?? "de";
  const address = `https://translate.example.org/api/translations/acme/website/${language}/`;
  return {
    url: address,
    webUrl: `https://translate.example.org/projects/acme/website/${language}/`,
    translateUrl: `https://translate.example.org/translate/acme/website/${language}/`,
    language,
    languageName: language,
    languageCode: language,
    filename: `locales/${language}.json`,
    revision: "service-blob",
    isSource: false,
    isTemplate: false,
    lastChange: null,
    counters: someCounters(),
    ...overrides,
  };
}

export function aTranslationObservation(overrides: Partial<TranslationObservation> = {}): TranslationObservation {
  const translation = overrides.translation ?? aTranslation();
  return { translation, path: `locales/${translation.language}.json`, blob: "git-blob", ...overrides };
}

export function someFacts(overrides: Partial<ServiceComponent> = {}, readsThisRepository = false): ComponentFacts {
  return {
    component: {
      path: { project: "acme", categories: [], component: "website" },
      url: "https://translate.example.org/api/components/acme/website/",
      webUrl: "https://translate.example.org/projects/acme/website/",
      name: "Website",
      fileFormat: "json",
      template: "locales/en.json",
      newBase: "",
      branch: "main",
      sourceLanguage: "en",
      isGlossary: false,
      ...overrides,
    },
    readsThisRepository,
    owner: "acme/website",
  };
}

export function aComponent(overrides: Partial<ComponentObservation> = {}): ComponentObservation {
  return {
    name: "acme/website",
    binding: aBinding(),
    source: {
      path: "locales/en.json",
      blob: "source-blob",
      translation: aTranslation({ language: "en", isSource: true, revision: "source-blob" }),
    },
    translations: [],
    served: 1 + (overrides.translations?.length ?? 0),
    unserved: [],
    ...overrides,
  };
}

export function anObservation(overrides: Partial<Observation> = {}): Observation {
  return {
    branch: "main",
    projects: [{ slug: "acme", repository: { needsCommit: false, needsMerge: false, needsPush: false } }],
    components: [aComponent()],
    ...overrides,
  };
}
