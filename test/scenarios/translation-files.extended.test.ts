import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { unitStates } from "../../src/catalog/unit.ts";
import { po } from "../../src/formats/po/index.ts";
import { updateFromTemplate } from "../../src/formats/po/update.ts";
import { djangoLocales } from "../support/corpora.ts";
import { becauseMissing } from "../support/download-cache.ts";

const django = await djangoLocales();

it.skipIf(django.missing !== undefined)(
  `a template that says the same changes nothing in Django's PO files${becauseMissing(django)}`,
  () => {
    const files = globSync(join(django.path ?? "", "**/*.po"));
    expect(files.length).toBeGreaterThan(1_000);
    for (const path of files) {
      const bytes = readFileSync(path);
      const emptied = po
        .read(bytes)
        .units.map(
          ({ key, target }) =>
            ({ kind: "set", key, target: target.map(() => ""), state: unitStates.untranslated }) as const,
        );
      const template = po.patch(bytes, emptied);
      expect(Buffer.compare(updateFromTemplate(bytes, template), bytes), path).toBe(0);
    }
  },
);
