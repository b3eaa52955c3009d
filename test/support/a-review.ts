import type { ComponentReview, LanguageReview, Review, SourceChange } from "../../src/review/index.ts";

/** A review with nothing in it; each test names only what matters to it. */
export function aReview(overrides: Partial<Review> = {}): Review {
  return {
    base: "b".repeat(40),
    head: "a".repeat(40),
    components: [],
    languages: [],
    before: { translated: 0, total: 0 },
    after: { translated: 0, total: 0 },
    broken: [],
    unreadable: [],
    flaws: [],
    unknownKeys: [],
    strayKeys: [],
    mistakes: [],
    frozen: undefined,
    ...overrides,
  };
}

/** German: one string of ten is new and not translated. */
export function aLanguage(overrides: Partial<LanguageReview> = {}): LanguageReview {
  return {
    language: "de",
    before: { translated: 9, total: 9 },
    after: { translated: 9, total: 10 },
    missing: 1,
    outdated: 0,
    lost: 0,
    removed: 0,
    brought: 0,
    words: 3,
    ...overrides,
  };
}

export function aString(overrides: Partial<SourceChange> = {}): SourceChange {
  return {
    kind: "added",
    key: "cart.title",
    before: undefined,
    after: ["Your shopping cart"],
    line: 4,
    words: 3,
    ...overrides,
  };
}

export function aComponent(overrides: Partial<ComponentReview> = {}): ComponentReview {
  return {
    component: "acme/website",
    kind: "changed",
    source: "locales/en.json",
    sourceLanguage: "en",
    strings: [aString()],
    languages: [aLanguage()],
    before: { translated: 9, total: 9 },
    after: { translated: 9, total: 10 },
    ...overrides,
  };
}

/** The one component, and its languages as those of the review. */
export function aReviewOf(component: ComponentReview, overrides: Partial<Review> = {}): Review {
  const { languages, before, after } = component;
  return aReview({ components: [component], languages, before, after, ...overrides });
}
