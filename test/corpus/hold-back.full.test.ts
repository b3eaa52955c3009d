import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { judgeOf } from "../../src/catalog/hold-back.ts";
import { po } from "../../src/formats/po/index.ts";
import { djangoLocales } from "../support/corpora.ts";
import { becauseMissing } from "../support/download-cache.ts";

const django = await djangoLocales();

/** Reviewed and released for years: what would be held back of it is a false alarm, or one of its few real slips. */
it.skipIf(django.missing !== undefined)(
  `of Django's released translations fewer than one in a thousand would be held back${becauseMissing(django)}`,
  () => {
    let translated = 0;
    let held = 0;
    for (const path of globSync(join(django.path ?? "", "**/*.po"))) {
      const catalogue = po.read(readFileSync(path), { path });
      const language = /\/locale\/([^/]+)\//.exec(path)?.[1] ?? "";
      const judge = judgeOf({ catalogue, sourceLanguage: "en", language });
      for (const unit of catalogue.units) {
        if (unit.target.every((text) => text === "")) continue;
        translated += 1;
        if (judge(unit, undefined) !== undefined) held += 1;
      }
    }
    expect(translated).toBeGreaterThan(50_000);
    expect(held / translated).toBeLessThan(0.001);
  },
);
