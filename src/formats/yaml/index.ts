import { findLanguage } from "../../catalog/languages.ts";
import type { Catalogue } from "../../catalog/unit.ts";
import { additionsOf } from "../../catalog/unit-change.ts";
import { defineFormat } from "../define-format.ts";
import type { Format, ReadOptions } from "../format.ts";
import { layoutOf } from "../text/layout.ts";
import { keyedUnits } from "../keyed-unit.ts";
import { decodeUtf8 } from "../text/source-text.ts";
import { isPlain, quote } from "./scalar.ts";
import type { YamlCollection } from "./node.ts";
import { parse } from "./parse.ts";
import { patch } from "./patch.ts";
import { styleOf } from "./style.ts";
import { placesOf, unitsOf, type YamlCatalogueFile } from "./units.ts";

/** Maps in maps: keys joined by "->", elements of lists as `list->[0]`. */
export const yaml: Format = yamlFormat("yaml");

/** Rails: the language around all keys, `cs:`; maps of plural categories are one unit. */
export const rubyYaml: Format = yamlFormat("ruby-yaml");

type YamlId = "yaml" | "ruby-yaml";

function yamlFormat(id: YamlId): Format {
  return defineFormat({
    id,
    ...(id === "yaml" ? { holdsOneForm: true } : {}),
    kind: "monolingual",
    extensions: ["yml", "yaml"],
    mediaType: "application/yaml",
    detect: (path, bytes) => /\.ya?ml$/i.test(path) && idOf(bytes) === id,

    read(bytes, options = {}) {
      return catalogueOf(id, readFile(id, bytes, options), options.template);
    },

    patch(bytes, changes, options = {}) {
      if (changes.length === 0) return bytes.slice();
      const file = readFile(id, bytes, options);
      const isFrameMissing = id === "ruby-yaml" && file.root === undefined;
      const target = isFrameMissing ? framed(id, file.text, options) : file;
      return encode(patch(target, changes, { path: options.path }));
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

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function readFile(id: YamlId, bytes: Uint8Array, { path, language }: ReadOptions): YamlCatalogueFile {
  return fileOf(id, decodeUtf8(bytes, path), path, language);
}

function fileOf(id: YamlId, text: string, path?: string, language?: string): YamlCatalogueFile {
  const file = parse(text, path);
  if (id === "yaml") return { ...file, hasPlurals: false, frame: undefined, language };
  const [entry, second] = file.root?.entries ?? [];
  const { name, node } = entry ?? {};
  const isGroup = node?.kind === "map" || (node?.kind === "other" && node.isVacant && node.start === node.end);
  const frame = second === undefined && name !== undefined && isGroup ? entry : undefined;
  return { ...file, hasPlurals: true, frame, language: language ?? (frame === undefined ? undefined : name) };
}

/** A file without a key gets that of its language. */
function framed(id: YamlId, text: string, { path, language }: ReadOptions): YamlCatalogueFile {
  const gap = text === "" || text.endsWith("\n") || text === "\uFEFF" ? "" : "\n";
  return fileOf(id, `${text}${gap}${languageKey(language ?? "en")}:\n`, path, language);
}

/** `no` would be a boolean. */
function languageKey(language: string): string {
  return isPlain(language, false) ? language : quote(language, "double", false);
}

/** Which of the two a file is: a single key at the top that is a language's code, around a group, speaks for Rails. */
function idOf(bytes: Uint8Array): YamlId | undefined {
  try {
    const file = readFile("ruby-yaml", bytes, {});
    const isRails = file.frame?.name !== undefined && findLanguage(file.frame.name.replace("-", "_")) !== undefined;
    if (isRails) return "ruby-yaml";
    return file.root?.kind === "map" || isListOfMessages(file.root) ? "yaml" : undefined;
  } catch {
    return undefined;
  }
}

/** go-i18n: `- id: hello` with its `translation:`. */
function isListOfMessages(root: YamlCollection | undefined): boolean {
  if (root === undefined || root.entries.length === 0) return false;
  return root.entries.every(({ node }) => {
    const names = node.kind === "map" ? node.entries.map(({ name }) => name) : [];
    return names.includes("id") && names.includes("translation");
  });
}

function catalogueOf(id: YamlId, file: YamlCatalogueFile, template: Catalogue | undefined): Catalogue {
  const language = file.frame?.name;
  return {
    format: id,
    ...(language !== undefined && { language }),
    units: keyedUnits(unitsOf(file), template),
  };
}

function create(id: YamlId, catalogue: Catalogue, language: string, like: Uint8Array | undefined): string {
  const model = like === undefined ? undefined : readFile(id, like, {});
  const mark = model?.text.startsWith("\uFEFF") === true ? "\uFEFF" : "";
  const style = model === undefined ? undefined : styleOf(model);
  const lineEnd = style?.lineEnd ?? "\n";
  const hasMarker = model !== undefined && /^\uFEFF?(?:[ \t]*(?:#[^\n]*)?\r?\n)*---[ \t]*\r?\n/.test(model.text);
  const head = mark + (hasMarker ? `---${lineEnd}` : "");
  const places = new Map(model === undefined ? [] : unitsOf(model).map(({ key, steps }) => [key, steps]));
  const isList = model?.root?.kind === "list" && catalogue.units.every(({ key }) => key.startsWith("["));
  const isFlow = model?.root?.isFlow === true;
  const frame = id === "ruby-yaml" && (model === undefined || model.frame !== undefined);
  const empty = isList ? `[]${lineEnd}` : isFlow ? `{}${lineEnd}` : "";
  const file = fileOf(id, head + (frame ? `${languageKey(language)}:${lineEnd}` : empty), undefined, language);
  const changes = additionsOf(catalogue.units);
  if (changes.length === 0) return file.text === "" ? `{}${lineEnd}` : file.text;
  return patch(file, changes, { places, ...(style !== undefined && { style }) });
}
