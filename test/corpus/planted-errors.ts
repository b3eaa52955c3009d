import type { Unit } from "../../src/catalog/unit.ts";

/** One slip of a translator's, put into a text that is right. */
export interface PlantedError {
  readonly kind: string;
  readonly text: string;
}

interface Placeholders {
  readonly kind: string;
  /** Matches one placeholder, and nothing that could be prose. */
  readonly pattern: RegExp;
  readonly renamed?: (placeholder: string) => string;
  readonly foreign?: string;
  /** Elsewhere the same signs are prose; without it, in every format. */
  readonly format?: string;
}

const insideName = (placeholder: string): string => placeholder.replace(/\w+/, "$&Interlinear");

/** Told by the texts alone, and not by the code that is tried. */
const placeholders: readonly Placeholders[] = [
  {
    kind: "%(name)s",
    pattern: /%\(\w+\)[sd](?!\w)/g,
    renamed: insideName,
    foreign: "%(interlinear)s",
  },
  { kind: "%s", pattern: /(?<![\d%])%(?:\d\$)?[sd](?!\w)/g, foreign: "%s" },
  { kind: "%@", pattern: /%(?:\d\$)?@/g, foreign: "%@" },
  { kind: "%1", pattern: /(?<![\d%])%\d(?!\d|\$)/g, foreign: "%9", format: "ts" },
  { kind: "{ $name }", pattern: /\{ \$\w+ \}/g, renamed: insideName, foreign: "{ $interlinear }", format: "fluent" },
  { kind: ":name", pattern: /(?<![\w:/]):[a-z]{3,}\b/g, renamed: insideName, format: "laravel" },
  { kind: "${name}", pattern: /\$\{\w+\}/g, renamed: insideName, foreign: "${interlinear}" },
  { kind: "{{name}}", pattern: /\{\{\w+\}\}/g, renamed: insideName, foreign: "{{interlinear}}" },
  { kind: "{name}", pattern: /(?<![${%#\\@'])\{[A-Za-z_]\w*\}(?!\})/g, renamed: insideName, foreign: "{interlinear}" },
  { kind: "{0}", pattern: /(?<![${'])\{\d\}(?![}'])/g, foreign: "{9}" },
];

/** Every slip that fits a right translation: into its last form, which stands for most numbers. */
export function plantedErrors(
  source: readonly string[],
  { target }: Pick<Unit, "target">,
  format: string,
): readonly PlantedError[] {
  const [original = "", text = ""] = [source.at(-1), target.at(-1)];
  if (/\{\s*\w+\s*,/.test(original)) return icuErrors(original, text);
  return [
    ...placeholders
      .filter((style) => style.format === undefined || style.format === format)
      .flatMap((style) => placeholderErrors(style, original, text)),
    ...markupErrors(original, text),
  ];
}

function placeholderErrors(
  { kind, pattern, renamed, foreign }: Placeholders,
  original: string,
  text: string,
): readonly PlantedError[] {
  const [first] = text.match(pattern) ?? [];
  if (first === undefined || !original.includes(first) || /%(?![sd(%\d@])/.test(original + text)) return [];
  const isNamed = /[A-Za-z]\w/.test(first);
  return [
    { kind: `${kind} dropped`, text: text.replaceAll(first, "") },
    ...(renamed === undefined ? [] : [{ kind: `${kind} renamed`, text: text.replaceAll(first, renamed(first)) }]),
    ...(foreign === undefined
      ? []
      : [{ kind: `${kind} added`, text: `${text} ${/%\d\$/.test(first) ? "%9$s" : foreign}` }]),
    ...(first.endsWith("d") && isNamed
      ? [{ kind: `${kind} as a text`, text: text.replaceAll(first, first.replace(/d$/, "s")) }]
      : []),
    ...(first.startsWith("%") && first.endsWith("s")
      ? [{ kind: `${kind} as a number`, text: text.replaceAll(first, first.replace(/s$/, "d")) }]
      : []),
    ...(first.endsWith("}") ? [{ kind: `${kind} not closed`, text: text.replaceAll(first, first.slice(0, -1)) }] : []),
  ];
}

const PAIR = /<([a-z]\w*)((?:\s[^<>]*)?)>([^<>]*)<\/\1>/i;

function markupErrors(original: string, text: string): readonly PlantedError[] {
  const [pair, name = "", attributes = "", inside = ""] = PAIR.exec(text) ?? [];
  if (pair === undefined || !PAIR.test(original) || !isBalanced(original) || !isBalanced(text)) return [];
  return [
    { kind: "tag not closed", text: text.replace(pair, () => `<${name}${attributes}>${inside}`) },
    { kind: "tag not opened", text: text.replace(pair, () => `${inside}</${name}>`) },
    { kind: "tag with a blank", text: text.replace(pair, () => `<${name}${attributes}>${inside}</ ${name}>`) },
    { kind: "tag translated", text: text.replace(pair, () => `<übersetzt>${inside}</übersetzt>`) },
    ...(name === "a" ? [{ kind: "link dropped", text: text.replace(pair, () => inside) }] : []),
    ...(attributes.includes('"')
      ? [{ kind: "quotes escaped", text: text.replace(attributes, () => attributes.replaceAll('"', '\\"')) }]
      : []),
  ];
}

/** As many tags opened as closed: where not, the text itself may be broken. */
function isBalanced(text: string): boolean {
  const tags = text.match(/<\/?[a-z]\w*/gi) ?? [];
  return tags.length % 2 === 0 && !/[<>&]\s|\/>|<[^<>]*$/.test(text.replaceAll(/<\/?[a-z]\w*(?:\s[^<>]*)?>/gi, ""));
}

function icuErrors(original: string, text: string): readonly PlantedError[] {
  const name = /\{\s*(\w+)\s*,\s*(?:plural|select)\s*,/.exec(original)?.[1];
  if (name === undefined || !new RegExp(String.raw`\{\s*${name}\s*,\s*(?:plural|select)\s*,`).test(text)) return [];
  const other = /other(\s*)\{([^{}]*)\}/.exec(text);
  const wanted = /other\s*\{([^{}]*)\}/.exec(original)?.[1] ?? "";
  const hasNumber =
    other?.[2]?.includes("#") === true && wanted.includes("#") && !text.replaceAll(/#/g, "").includes(`{${name}}`);
  return [
    { kind: "ICU not closed", text: text.slice(0, text.lastIndexOf("}")) },
    { kind: "ICU type translated", text: text.replace(/,(\s*)(?:plural|select)(\s*),/, ",$1übersetzt$2,") },
    {
      kind: "ICU argument renamed",
      text: text.replaceAll(new RegExp(String.raw`\{(\s*)${name}\b`, "g"), "{$1interlinear"),
    },
    ...(other === null ? [] : [{ kind: "ICU other translated", text: text.replaceAll(/other(?=\s*\{)/g, "andere") }]),
    ...(hasNumber
      ? [{ kind: "ICU number dropped", text: text.replace(other?.[0] ?? "", (variant) => variant.replaceAll("#", "")) }]
      : []),
  ];
}
