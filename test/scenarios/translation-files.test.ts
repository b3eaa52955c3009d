import { globSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { unitStates, type Unit } from "../../src/catalog/unit.ts";
import type { Format } from "../../src/formats/format.ts";
import { jsonNested } from "../../src/formats/json/index.ts";
import { po } from "../../src/formats/po/index.ts";
import { updateFromTemplate } from "../../src/formats/po/update.ts";
import { command } from "../support/command.ts";
import { djangoLocales, primeLocales, programOnPath } from "../support/corpora.ts";
import { becauseMissing } from "../support/download-cache.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const django = await djangoLocales();
const prime = await primeLocales();
const msgfmt = await programOnPath("msgfmt");
const MARKER = '\u017D"marked"';
/** Units of a file that get a marker one by one; all of them would take minutes. */
const SAMPLES_PER_FILE = 5;

function filesBelow(folder: string | undefined, pattern: string): string[] {
  return folder === undefined ? [] : globSync(join(folder, pattern)).toSorted();
}

/** Every file is read, written unchanged, and changed one unit at a time: no other line differs. */
function keepsEveryByte(format: Format, files: readonly string[]): void {
  for (const path of files) {
    const bytes = readFileSync(path);
    const { units } = format.read(bytes, { path });
    const same = units.map(({ key, target, state }) => ({ kind: "set", key, target, state }) as const);
    expect(Buffer.compare(format.patch(bytes, []), bytes), path).toBe(0);
    expect(Buffer.compare(format.patch(bytes, same), bytes), path).toBe(0);
    const step = Math.ceil(units.length / SAMPLES_PER_FILE);
    units.forEach((unit, index) => {
      if (index % step === 0) marksOnlyOwnLines(format, path, bytes, unit, units[index + 1]);
    });
  }
}

function marksOnlyOwnLines(format: Format, path: string, bytes: Buffer, unit: Unit, next: Unit | undefined): void {
  const target = unit.target.map((text) => text + MARKER);
  const state = unit.state === unitStates.needsEditing ? unit.state : unitStates.translated;
  const patched = Buffer.from(format.patch(bytes, [{ kind: "set", key: unit.key, target, state }]));
  const before = bytes.toString().split("\n");
  const after = patched.toString().split("\n");
  const first = before.findIndex((line, index) => line !== after[index]);
  const fromEnd = before.findLastIndex((line, index) => line !== after[index + after.length - before.length]);
  expect(first + 1, `${path}: ${unit.key}`).toBeGreaterThanOrEqual(unit.line);
  if (next !== undefined) expect(fromEnd + 1, `${path}: ${unit.key}`).toBeLessThan(Math.max(next.line, unit.line + 1));
  expect(format.read(patched).units.find(({ key }) => key === unit.key)?.target).toEqual(target);
}

describe("real translation files keep their bytes", () => {
  it.skipIf(django.missing !== undefined)(`Django's PO files${becauseMissing(django)}`, () => {
    const files = filesBelow(django.path, "**/*.po");
    expect(files.length).toBeGreaterThan(1_000);
    keepsEveryByte(po, files);
  });

  it.skipIf(prime.missing !== undefined)(`PrimeTek's JSON files${becauseMissing(prime)}`, () => {
    const files = filesBelow(prime.path, "*.json");
    expect(files.length).toBeGreaterThan(40);
    keepsEveryByte(jsonNested, files);
  });

  it.skipIf(django.missing !== undefined)(
    `a template that says the same changes nothing${becauseMissing(django)}`,
    () => {
      for (const path of filesBelow(django.path, "**/*.po")) {
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

  it.skipIf(django.missing !== undefined || msgfmt === undefined)(
    `msgfmt accepts what was written${becauseMissing(django)}${msgfmt === undefined ? " (skipped: gettext is not installed)" : ""}`,
    async () => {
      await using folder = await temporaryDirectory();
      const changed = join(folder.path, "changed.po");
      for (const path of filesBelow(django.path, "django/{conf,contrib/admin}/locale/*/LC_MESSAGES/django.po")) {
        const bytes = readFileSync(path);
        const changes = po.read(bytes).units.map(({ key, source, target }) => {
          const texts = target.map((_, form) => source[Math.min(form, source.length - 1)] ?? "");
          return { kind: "set", key, target: texts, state: unitStates.translated } as const;
        });
        await writeFile(changed, po.patch(bytes, changes));
        const result = await command("msgfmt", ["--output-file=-", changed]);
        expect(result.exitCode, `${path}: ${result.stderr}`).toBe(0);
      }
    },
  );
});
