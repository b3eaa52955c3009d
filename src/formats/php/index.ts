import { pluralCategories } from "../../catalog/plural-categories.ts";
import type { Catalogue } from "../../catalog/unit.ts";
import { additionsOf, type PlainChange } from "../../catalog/unit-change.ts";
import { charsetOf } from "../text/charset.ts";
import { defineFormat } from "../define-format.ts";
import type { Format, ReadOptions } from "../format.ts";
import { layoutOf, type UnitPlace } from "../text/layout.ts";
import { keyedUnits } from "../keyed-unit.ts";
import { laravelDialect, phpDialect, type Dialect } from "./dialect.ts";
import { parse, type List, type PhpFile } from "./parse.ts";
import { applyChanges } from "./patch.ts";
import { render } from "./render.ts";

/** Variables, constants and arrays of texts; a key is the name as the file spells it. */
export const php: Format = phpFormat(phpDialect, "<?php\n", (file, path) => !isLaravel(file, path));

/** An array that the file returns; texts with "|" are plurals. */
export const laravel: Format = phpFormat(laravelDialect, "<?php\n\nreturn [\n];\n", isLaravel);

function phpFormat(dialect: Dialect, empty: string, isOurs: (file: PhpFile, path: string) => boolean): Format {
  return defineFormat({
    id: dialect.id,
    ...(dialect === phpDialect ? { holdsOneForm: true } : {}),
    takesNoHalves: true,
    kind: "monolingual",
    extensions: ["php"],
    mediaType: "text/x-php",
    detect: (path, bytes) => /\.php$/i.test(path) && isCatalogue(bytes, dialect, (file) => isOurs(file, path)),

    read(bytes, { path, charset, template, language } = {}) {
      const file = parse(charsetOf(bytes, charset).decode(bytes, path), path);
      return catalogueOf(file, dialect, template, language);
    },

    patch(bytes, changes, { path, charset: named } = {}) {
      if (changes.length === 0) return bytes.slice();
      const charset = charsetOf(bytes, named);
      const file = parse(charset.decode(bytes, path), path);
      return charset.encode(render(applyChanges(file, changes, dialect, path)), path);
    },

    create(catalogue, _options, like = new TextEncoder().encode(empty)) {
      const charset = charsetOf(like);
      const file = parse(charset.decode(like, undefined));
      const removals = [...unitsOf(file, dialect).keys()].map((key): PlainChange => ({ kind: "remove", key }));
      const additions = additionsOf(catalogue.units);
      return charset.encode(render(applyChanges(file, [...removals, ...additions], dialect, undefined)));
    },

    layout(bytes, { path, charset: named }) {
      const charset = charsetOf(bytes, named);
      const text = charset.decode(bytes, path);
      const places = textsIn(parse(text, path).statements, undefined, dialect);
      return layoutOf(text, places, (written) => charset.encode(written, path));
    },
  });
}

/** Where each text stands with the comments above it, up to its sign; a key as often as the file has it. */
function* textsIn({ items, kind }: List, parent: string | undefined, dialect: Dialect): Generator<PhpUnit & UnitPlace> {
  for (const { step, value, note, line, start, end } of items) {
    const key = step === undefined ? undefined : dialect.keyOf(parent, step, kind);
    if (key === undefined || value === undefined) continue;
    if ("items" in value) yield* textsIn(value, key, dialect);
    else yield { key, text: value.text, note, line, start, end };
  }
}

/** The keys of a file with their lines, as often as they stand there. @throws {FormatError} */
export function keysInPhp(
  format: string,
  bytes: Uint8Array,
  { path, charset }: Pick<ReadOptions, "path" | "charset">,
): readonly Pick<PhpUnit, "key" | "line">[] {
  const dialect = format === laravelDialect.id ? laravelDialect : phpDialect;
  return [...textsIn(parse(charsetOf(bytes, charset).decode(bytes, path), path).statements, undefined, dialect)];
}

/** Laravel keeps its texts in a folder of that name; elsewhere a file that returns an array is read as PHP. */
function isLaravel({ statements }: PhpFile, path: string): boolean {
  const isReturned = statements.items.every(
    ({ step }) => step === undefined || (step.kind === "code" && step.code === "return"),
  );
  return isReturned && /(?:^|\/)lang\//i.test(path);
}

function isCatalogue(bytes: Uint8Array, dialect: Dialect, isOurs: (file: PhpFile) => boolean): boolean {
  try {
    const file = parse(charsetOf(bytes).decode(bytes, undefined));
    return unitsOf(file, dialect).size > 0 && isOurs(file);
  } catch {
    return false;
  }
}

interface PhpUnit {
  readonly key: string;
  readonly text: string;
  readonly note: string;
  readonly line: number;
}

/** All texts in file order. Of a key that is there twice the last one counts, as it does for PHP. */
function unitsOf({ statements }: PhpFile, dialect: Dialect): ReadonlyMap<string, PhpUnit> {
  return new Map(textsIn(statements, undefined, dialect).map((text) => [text.key, text]));
}

function catalogueOf(
  file: PhpFile,
  dialect: Dialect,
  template: Catalogue | undefined,
  language: string | undefined,
): Catalogue {
  const texts = Array.from(unitsOf(file, dialect), ([key, { text, note, line }]) => {
    const forms = dialect.formsOf(text);
    const target = language === undefined || forms.length === 1 || RANGES.test(text) ? forms : filled(forms, language);
    return { key, target, note, line };
  });
  return { format: dialect.id, units: keyedUnits(texts, template) };
}

/** `{0} none|[1,19] some|[20,*] many`: forms that a language does not number. */
const RANGES = /^\s*(?:\{[^}|]*\}|[[\]][^|]*,[^|]*[[\]])/;

/** One form for each that the language has; more are shown as they are. */
function filled(forms: readonly string[], language: string): readonly string[] {
  const { length } = pluralCategories(language, []);
  return forms.length >= length ? forms : [...forms, ...Array.from({ length: length - forms.length }, () => "")];
}
