import { defined } from "../../core/defined.ts";
import { parseLanguage } from "../language-code.ts";
import { pathFrom, type ConfigurationReader, type ImportedEntry, type LeftOut } from "./imported.ts";

interface Section {
  readonly name: string;
  readonly line: number;
  readonly values: ReadonlyMap<string, string>;
}

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
      leftOut: resources.flatMap(leftOutOf),
    };
  },
};

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
  const [source, filter] = [values.get("source_file"), values.get("file_filter")];
  if (source === undefined || filter?.includes("<lang>") !== true) return [];
  const component = slugOf(name);
  return [
    {
      line,
      source: pathFrom(source),
      translations: pathFrom(filter).replace("<lang>", "{language}"),
      aliases: { ...aliasesOf(shared), ...aliasesOf(values.get("lang_map") ?? "") },
      ...defined({ component }),
    },
  ];
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
  const minimum = Number(values.get("minimum_perc") ?? 0);
  const single = [...values.keys()].filter((key) => key.startsWith("trans."));
  return [
    ...(values.get("source_file") === undefined || values.get("file_filter")?.includes("<lang>") !== true
      ? [{ line, what: name, why: "it has no source_file, or no file_filter with <lang>." }]
      : []),
    ...(minimum > 0
      ? [
          {
            line,
            what: `minimum_perc = ${String(minimum)}`,
            why: `set \`pull: { minimum-translated: ${String(minimum)} }\`.`,
          },
        ]
      : []),
    ...single.map((key) => ({ line, what: key, why: "one path a language: name its code under `languages.aliases`." })),
  ];
}
