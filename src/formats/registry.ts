import { arb } from "./arb/index.ts";
import { aresource } from "./aresource/index.ts";
import { isConfigurationFile } from "./configuration-file.ts";
import { cmpResource } from "./cmp-resource/index.ts";
import { flatxml } from "./flatxml/index.ts";
import { csv, csvMulti, csvSimple } from "./csv/index.ts";
import { FormatError, type Format } from "./format.ts";
import { formatjs } from "./formatjs/index.ts";
import { goI18nJson, goI18nJsonV2 } from "./go-i18n-json/index.ts";
import { gotext } from "./gotext/index.ts";
import { i18next, i18nextV4 } from "./i18next/index.ts";
import { ini, islu, joomla } from "./ini/index.ts";
import { json, jsonNested } from "./json/index.ts";
import { mokoResource } from "./moko-resource/index.ts";
import { nextcloudJson } from "./nextcloud-json/index.ts";
import { laravel, php } from "./php/index.ts";
import { po } from "./po/index.ts";
import { poMono } from "./po-mono/index.ts";
import { gwt } from "./properties/gwt.ts";
import { mi18nLang, properties } from "./properties/index.ts";
import { resjson } from "./resjson/index.ts";
import { resourcedictionary } from "./resourcedictionary/index.ts";
import { resx } from "./resx/index.ts";
import { strings } from "./strings/index.ts";
import { stringsdict } from "./stringsdict/index.ts";
import { ts } from "./ts/index.ts";
import { webextension } from "./webextension/index.ts";
import { xcstrings } from "./xcstrings/index.ts";
import { hasKeysAsSource, hasNamedTexts, xliffKeyed } from "./xliff/keyed.ts";
import { appleXliff, poXliff, xliff, xliff2 } from "./xliff/index.ts";
import { rubyYaml, yaml } from "./yaml/index.ts";
import { goI18nToml, toml } from "./toml/index.ts";
import { fluent } from "./fluent/index.ts";

/** Every format we read and write, by the service's `file_format`. A file of any other format moves as opaque bytes. */
export const formats: ReadonlyMap<string, Format> = new Map(
  [
    po,
    poMono,
    json,
    jsonNested,
    properties,
    aresource,
    strings,
    stringsdict,
    i18next,
    i18nextV4,
    webextension,
    formatjs,
    arb,
    yaml,
    rubyYaml,
    php,
    laravel,
    resx,
    flatxml,
    resourcedictionary,
    xliff,
    xliff2,
    appleXliff,
    poXliff,
    ts,
    goI18nJson,
    goI18nJsonV2,
    gotext,
    ini,
    joomla,
    xcstrings,
    cmpResource,
    mokoResource,
    resjson,
    nextcloudJson,
    toml,
    goI18nToml,
    csv,
    csvSimple,
    csvMulti,
    mi18nLang,
    fluent,
    gwt,
    islu,
  ].map((format) => [format.id, format]),
);

/** Formats with sources that the service reads as texts with keys where a component has a base file. */
const keyed: ReadonlyMap<string, Format> = new Map([[xliffKeyed.id, xliffKeyed]]);

/**
 * @param id the service's `file_format`; undefined for a format that has no reader here
 * @param template the component's base file, or ""
 */
export function formatFor(id: string, template = ""): Format | undefined {
  return (template === "" ? undefined : keyed.get(id)) ?? formats.get(id);
}

/** The format that a file's path and content speak for; undefined for a program's configuration, which only looks like one. */
export function detectFormat(path: string, bytes: Uint8Array): Format | undefined {
  if (isConfigurationFile(path, bytes)) return undefined;
  return formats.values().find((format) => format.detect(path, bytes));
}

/** The same of a file in the source language, which also tells whether its source texts are keys. */
export function detectSourceFormat(path: string, bytes: Uint8Array): Format | undefined {
  const format = detectFormat(path, bytes);
  const withKeys = format === undefined ? undefined : keyed.get(format.id);
  if (format === undefined || withKeys === undefined) return format;
  try {
    const catalogue = format.read(bytes, { path });
    return hasKeysAsSource(catalogue) || hasNamedTexts(catalogue) ? withKeys : format;
  } catch (error) {
    if (error instanceof FormatError) return format;
    throw error;
  }
}
