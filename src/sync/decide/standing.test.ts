import { expect, test } from "vitest";
import {
  aBinding,
  aComponent,
  aTranslation,
  aTranslationObservation,
  someCounters,
} from "../../../test/support/observations.ts";
import type { Binding } from "../../mapping/binding.ts";
import type { ComponentObservation } from "../observe/observation.ts";
import { judged, standingOf, standingsOf, type Standings } from "./standing.ts";

const limits = { minimumTranslated: 80, keepAbove: 60, prune: "report", pruneLimit: 20 } as const;

/** A component with 1,000 strings; `translated` tells how many of them each language has. */
function component(
  slug: string,
  translated: Readonly<Record<string, number>>,
  binding: Partial<Binding> = {},
): ComponentObservation {
  const counters = someCounters({ total: 1000 });
  return aComponent({
    name: `acme/${slug}`,
    binding: aBinding({ component: { project: "acme", categories: [], component: slug }, pull: limits, ...binding }),
    source: {
      path: `${slug}/en.json`,
      blob: "source",
      translation: aTranslation({ language: "en", isSource: true, counters }),
    },
    translations: Object.entries(translated).map(([language, count]) =>
      aTranslationObservation({
        translation: aTranslation({ language, counters: { ...counters, translated: count } }),
      }),
    ),
  });
}

function of(components: readonly ComponentObservation[]): Standings {
  return standingsOf(components.map(judged));
}

test("a language is judged by all components of its project", () => {
  expect(of([component("web", { de: 1000 }), component("app", { de: 600 })])).toEqual({ acme: { de: 80 } });
});

test("a component that lacks a language counts with all its strings", () => {
  expect(of([component("web", { de: 900 }), component("app", {})])).toEqual({ acme: { de: 45 } });
});

test("a percentage is cut, so that nothing counts as having reached a limit that it has not", () => {
  expect(of([component("web", { de: 799 }), component("app", { de: 800 })])).toEqual({ acme: { de: 79.9 } });
});

test("projects are judged apart", () => {
  const other = component("web", { de: 100 }, { component: { project: "umbrella", categories: [], component: "web" } });

  expect(of([component("web", { de: 1000 }), other])).toEqual({ acme: { de: 100 }, umbrella: { de: 10 } });
});

test("a component that leaves a language out does not count against it", () => {
  const without = component("docs", {}, { languages: { aliases: {}, except: ["de"], request: [] } });

  expect(of([component("web", { de: 900 }), without])).toEqual({ acme: { de: 90 } });
});

test("a component with limits of its own is judged by its strings alone, and the others without it", () => {
  const docs = component("docs", { de: 100 }, { pull: { ...limits, isJudgedAlone: true } });
  const web = component("web", { de: 900 });
  const standings = of([web, docs]);
  const standing = (one: ComponentObservation): number[] =>
    one.translations.map((observed) => standingOf(one, observed, standings));

  expect([standing(web), standing(docs)]).toEqual([[90], [10]]);
});

test("where there is nothing to translate, all of it is", () => {
  const empty = aComponent({
    translations: [aTranslationObservation({ translation: aTranslation({ counters: someCounters({ total: 0 }) }) })],
  });

  expect(of([empty])).toEqual({ acme: { de: 100 } });
});
