import { findLanguage } from "../../catalog/languages.ts";
import type { Catalogue } from "../../catalog/unit.ts";
import { additionsOf, type PlainChange } from "../../catalog/unit-change.ts";
import { defineFormat } from "../define-format.ts";
import type { Format, ReadOptions } from "../format.ts";
import { layoutOf } from "../text/layout.ts";
import { keyedUnits } from "../keyed-unit.ts";
import { decodeUtf8 } from "../text/source-text.ts";
import type { Step } from "./key.ts";
import { parse } from "./parse.ts";
import { patch } from "./patch.ts";
import { placesWithDots } from "./places.ts";
import { styleOf } from "./style.ts";
import { isPluralCategory } from "../../catalog/plural-categories.ts";
import { placesOf, parentsOf, unitsOf, type TomlCatalogueFile } from "./units.ts";

/** Tables in tables: keys joined by ".", elements of lists as `list[0]`. */
export const toml: Format = tomlFormat("toml");

/** go-i18n: a table of plural categories is one message, `[key]` with `other = "…"` a text of one form. */
export const goI18nToml: Format = tomlFormat("go-i18n-toml");

type TomlId = "toml" | "go-i18n-toml";

function tomlFormat(id: TomlId): Format {
  return defineFormat({
    id,
    ...(id === "toml" ? { holdsOneForm: true } : {}),
    takesNoHalves: true,
    kind: "monolingual",
    extensions: ["toml"],
    mediaType: "application/toml",
    detect: (path, bytes) => /\.toml$/i.test(path) && idOf(bytes) === id,

    read(bytes, options = {}) {
      return { format: id, units: keyedUnits(unitsOf(readFile(id, bytes, options)), options.template) };
    },

    patch(bytes, changes, options = {}) {
      if (changes.length === 0) return bytes.slice();
      const places = placesOfDonors(changes);
      return encode(patch(readFile(id, bytes, options), changes, { path: options.path, places }));
    },

    create(catalogue, { language }, like) {
      return encode(create(id, catalogue, language, like));
    },

    layout(bytes, options) {
      const file = readFile(id, bytes, options);
      return layoutOf(file.text, placesOf(file));
    },
  });
}

/** Where the files have keys with dots that units come from: a name may have one, or a dot stand between two. */
function placesOfDonors(changes: readonly PlainChange[]): ReadonlyMap<string, readonly Step[]> {
  const places = new Map<string, readonly Step[]>();
  const files = new Map<Uint8Array, ReadonlyMap<string, readonly Step[]>>();
  for (const change of changes) {
    if (change.kind !== "add" || change.donor === undefined || !change.unit.key.includes(".")) continue;
    const { bytes, key } = change.donor;
    const file = files.get(bytes) ?? placesWithDots(parse(decodeUtf8(bytes, undefined)));
    files.set(bytes, file);
    const steps = file.get(key);
    if (steps !== undefined && key === change.unit.key) places.set(key, steps);
  }
  return places;
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function readFile(id: TomlId, bytes: Uint8Array, options: ReadOptions): TomlCatalogueFile {
  const { path, language = languageOfPath(path) } = options;
  return fileOf(id, decodeUtf8(bytes, path), path, language);
}

function fileOf(id: TomlId, text: string, path: string | undefined, language: string | undefined): TomlCatalogueFile {
  const file = parse(text, path);
  return { ...file, isMessages: id === "go-i18n-toml", language, parents: parentsOf(file) };
}

/** `active.cs.toml`, `pt-BR.toml`, as go-i18n and Hugo name them. */
function languageOfPath(path: string | undefined): string | undefined {
  const [, code = ""] = /(?:^|[/.])([A-Za-z][\w-]*)\.toml$/i.exec(path ?? "") ?? [];
  return code === "" ? undefined : findLanguage(code.replaceAll("-", "_"))?.code;
}

/** Which of the two a file is: one that has nothing but messages of go-i18n, with at least one in a table, is its. */
function idOf(bytes: Uint8Array): TomlId | undefined {
  try {
    const { tables } = readFile("toml", bytes, {});
    const [top, ...rest] = tables;
    const isMessages =
      rest.length > 0 &&
      top?.collection.entries.length === 0 &&
      rest.every(({ collection }) =>
        collection.entries.every(({ name }) => MESSAGE_FIELDS.has(name) || isPluralCategory(name)),
      );
    return isMessages ? "go-i18n-toml" : "toml";
  } catch {
    return undefined;
  }
}

const MESSAGE_FIELDS: ReadonlySet<string | undefined> = new Set(["description", "hash"]);

function create(id: TomlId, catalogue: Catalogue, language: string, like: Uint8Array | undefined): string {
  const model = like === undefined ? undefined : readFile(id, like, {});
  const mark = model?.text.startsWith("\uFEFF") === true ? "\uFEFF" : "";
  const changes = additionsOf(catalogue.units);
  const file = fileOf(id, mark, undefined, language);
  if (model === undefined) return patch(file, changes);
  return patch(file, changes, { style: styleOf(model), places: placesWithDots(model) });
}
