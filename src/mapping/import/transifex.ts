import { defined } from "../../core/defined.ts";
import { parseLanguage } from "../language-code.ts";
import { fileMatcher, parsePattern } from "../pattern.ts";
import { holdsSourceTexts } from "../translation-sets.ts";
import { CARRIED, namedSettings, OWN, type Fates, type Setting } from "./settings.ts";
import { pathFrom, type ConfigurationReader, type ImportedEntry } from "./imported.ts";
import type { LeftOut } from "./left-out.ts";

interface Section {
  readonly name: string;
  readonly line: number;
  readonly values: ReadonlyMap<string, string>;
}

const KEEPS = "the service keeps translations of a source string that changed, and marks them.";
/** What becomes of each setting, as the tool's configuration file documents them. */
const fates: Fates = {
  "main.host": OWN,
  "main.lang_map": CARRIED,
  "main.source_lang": CARRIED,
  "main.type": "the component on the service knows the format.",
  "main.minimum_perc": "set `pull: { minimum-translated: … }`.",
  "*.source_file": CARRIED,
  "*.file_filter": CARRIED,
  "*.source_lang": CARRIED,
  "*.lang_map": CARRIED,
  "*.trans": CARRIED,
  "*.minimum_perc": CARRIED,
  "*.type": "the component on the service knows the format.",
  "*.resource_name": "the component's name is the service's.",
  "*.replace_edited_strings": KEEPS,
  "*.keep_translations": KEEPS,
  "*.keep_transations": KEEPS,
};

/** `.tx/config`: sections `[o:ORGANISATION:p:PROJECT:r:RESOURCE]`, in older ones `[PROJECT.RESOURCE]`. */
export const transifex: ConfigurationReader = {
  tool: "transifex",
  isConfiguration: (path) => path === ".tx/config",
  read: (text) => {
    const sections = sectionsOf(text);
    const shared = sections.find(({ name }) => name === "main")?.values.get("lang_map") ?? "";
    const resources = sections.filter(({ name }) => name !== "main");
    return {
      entries: resources.flatMap((section) => entryOf(section, shared)),
      leftOut: [...resources.flatMap(leftOutOf), ...namedSettings(settingsIn(text), fates)],
    };
  },
  settings: settingsIn,
  fates,
};

/** Sections are resources, whose names people choose. */
function settingsIn(text: string): readonly Setting[] {
  let section = "";
  return text.split(/\r?\n/).flatMap((line, index): Setting[] => {
    const [, name] = /^\s*\[(.+)\]\s*$/.exec(line) ?? [];
    if (name !== undefined) section = name === "main" ? "main" : name.replaceAll(".", ":");
    const [, key, value] = /^\s*([^#;=\s[][^=]*?)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    return key === undefined ? [] : [{ path: `${section}.${key}`, line: index + 1, value }];
  });
}

function sectionsOf(text: string): readonly Section[] {
  const sections: { name: string; line: number; values: Map<string, string> }[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const [, name] = /^\s*\[(.+)\]\s*$/.exec(line) ?? [];
    if (name !== undefined) sections.push({ name, line: index + 1, values: new Map() });
    const [, key, value] = /^\s*([^#;=\s][^=]*?)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (key !== undefined && value !== undefined) sections.at(-1)?.values.set(key, value);
  }
  return sections;
}

function entryOf({ name, line, values }: Section, shared: string): readonly ImportedEntry[] {
  const source = values.get("source_file");
  const filter = filterOf(values);
  if (filter === undefined || (source === undefined && !holdsSourceTexts(filter))) return [];
  const component = slugOf(name);
  const minimum = Number(values.get("minimum_perc") ?? 0);
  return [
    {
      line,
      source: source === undefined ? undefined : pathFrom(source),
      translations: pathFrom(filter).replace("<lang>", "{language}"),
      aliases: {
        ...aliasesOf(shared),
        ...aliasesOf(values.get("lang_map") ?? ""),
        ...Object.fromEntries(
          singles(values, filter).flatMap(({ code, text }) => (text === undefined ? [] : [[code, text]])),
        ),
      },
      ...(minimum > 0 ? { minimumTranslated: minimum } : {}),
      ...defined({ component }),
    },
  ];
}

/** The pattern of a resource; one that lists its files language by language shows it by them. */
function filterOf(values: Section["values"]): string | undefined {
  const filter = values.get("file_filter");
  if (filter?.includes("<lang>") === true) return filter;
  const listed = [...values].flatMap(([name, path]) => (name.startsWith("trans.") ? [{ name, path }] : []));
  const [first] = listed;
  if (first === undefined) return undefined;
  const code = first.name.slice("trans.".length);
  if (code !== "" && first.path.includes(code)) return first.path.replace(code, "<lang>");
  // Languages may have names of any kind: what differs in the paths is the language.
  const source = values.get("source_file");
  return source === undefined ? undefined : differing([source, ...listed.map(({ path }) => path)]);
}

/** `UI/English.lproj/a`, `UI/German.lproj/a` → `UI/<lang>.lproj/a`; undefined where more than part of one segment differs. */
function differing(paths: readonly string[]): string | undefined {
  const [first = ""] = paths;
  const length = (isSame: (path: string, at: number) => boolean): number => {
    let at = 0;
    while (at < first.length && paths.every((path) => isSame(path, at))) at += 1;
    return at;
  };
  const before = length((path, at) => path[at] === first[at]);
  const after = length((path, at) => path.at(-1 - at) === first.at(-1 - at));
  const middles = paths.map((path) => path.slice(before, path.length - after));
  const isOne = middles.every((text) => text !== "" && !text.includes("/"));
  return isOne ? `${first.slice(0, before)}<lang>${first.slice(first.length - after)}` : undefined;
}

/** `trans.pt = i18n/pt-BR.po`: the code that a language has in the path, undefined where its path is of another form. */
function singles(
  values: Section["values"],
  filter: string,
): readonly { readonly key: string; readonly code: string; readonly text: string | undefined }[] {
  const matches = fileMatcher(parsePattern(pathFrom(filter).replace("<lang>", "{language}")));
  return [...values]
    .filter(([key]) => key.startsWith("trans."))
    .map(([key, path]) => {
      const own = key.slice("trans.".length);
      const text = matches([pathFrom(path)])[0]?.captures["language"];
      return { key, code: parseLanguage(own) ?? own, text };
    });
}

function slugOf(name: string): string | undefined {
  const slug = /:r:([^:]+)$/.exec(name)?.[1] ?? /\.([^.]+)$/.exec(name)?.[1];
  return slug !== undefined && /^[A-Za-z0-9_-]+$/.test(slug) ? slug : undefined;
}

/** `pt_BR: pt-br, zh_CN: zh` */
function aliasesOf(map: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    map.split(",").flatMap((pair) => {
      const [code = "", own = ""] = pair.split(":").map((part) => part.trim());
      return code === "" || own === "" ? [] : [[parseLanguage(code) ?? code, own] as const];
    }),
  );
}

function leftOutOf({ name, line, values }: Section): readonly LeftOut[] {
  const filter = filterOf(values);
  const single = filter === undefined ? [] : singles(values, filter).filter(({ text }) => text === undefined);
  return [
    ...(filter === undefined || (values.get("source_file") === undefined && !holdsSourceTexts(filter))
      ? [{ line, what: name, why: "it has no source_file, or no file_filter with <lang>." }]
      : []),
    ...single.map(({ key }) => ({
      line,
      what: key,
      why: "its path has another form than the others: give it an entry of its own.",
    })),
  ];
}
