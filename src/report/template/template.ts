import { Liquid } from "liquidjs";
import { oneLine } from "../../core/one-line.ts";
import { markdownText, safeAddress, withoutReferences } from "../words/escape.ts";
import { listed, number } from "../words/words.ts";

/** What a template's values are escaped for: a title or headline of one line on a forge, Markdown, or the plain text of a mail. */
export type TemplateKind = "line" | "markdown" | "plain";

/** A text of ours, which is Markdown already. */
export class Markdown {
  readonly markdown: string;

  constructor(markdown: string) {
    this.markdown = markdown;
  }

  toString(): string {
    return this.markdown;
  }
}

/** An address; anything but plain http(s) is printed as text. */
export class Address {
  readonly href: string;

  constructor(href: string) {
    this.href = href;
  }

  toString(): string {
    return this.href;
  }
}

/** One of a list, with fields of its own; printed alone it is its name. */
export class Named {
  readonly name: string;

  constructor(name: string, fields: Readonly<Record<string, TemplateValue>> = {}) {
    this.name = name;
    Object.assign(this, fields);
  }

  toString(): string {
    return this.name;
  }
}

export type TemplateValue = string | number | null | Markdown | Address | Named | readonly Named[];
export type TemplateVariables = Readonly<Record<string, TemplateValue>>;

/** What is wrong with a template. */
export interface TemplateFault {
  readonly message: string;
  /** The piece of the template that is meant. */
  readonly piece?: string;
  readonly unknownVariable?: true;
}

export type Rendered = { readonly text: string } | { readonly fault: TemplateFault };

/** Names that a list printed alone shows before it counts the rest. */
const MOST_NAMES = 5;
const LONGEST_TEMPLATE = 20_000;
const LONGEST_RENDERING = { milliseconds: 500, characters: 20_000_000 };

/** They read files or make what is escaped already look like text. */
const TAGS_LEFT_OUT = ["include", "render", "layout", "block", "capture", "raw"];
/** They let a value through as it is, or show what an object is made of. */
const FILTERS_LEFT_OUT = ["raw", "json", "jsonify", "inspect", "escape", "xml_escape", "escape_once", "newline_to_br"];

const engines: Partial<Record<TemplateKind, Liquid>> = {};

function engineOf(kind: TemplateKind): Liquid {
  return (engines[kind] ??= engineFor(kind));
}

/** Fills a template in. What it gets from the mapping's own text stays as it is; every value is escaped. */
export function renderTemplate(kind: TemplateKind, template: string, variables: TemplateVariables): Rendered {
  try {
    const engine = engineOf(kind);
    const text: unknown = engine.renderSync(engine.parse(template), { ...variables });
    return { text: String(text) };
  } catch (error) {
    return { fault: faultOf(error) };
  }
}

/** A name that no variable has, wherever in the template: also where it is not reached by chance. */
export function unknownVariable(template: string, known: readonly string[]): string | undefined {
  try {
    return engineOf("line")
      .globalVariablesSync(template)
      .find((name) => !known.includes(name));
  } catch {
    return undefined;
  }
}

function engineFor(kind: TemplateKind): Liquid {
  const engine = new Liquid({
    strictVariables: true,
    strictFilters: true,
    ownPropertyOnly: true,
    // A lookup of files cannot happen: there are none but these.
    templates: {},
    parseLimit: LONGEST_TEMPLATE,
    renderLimit: LONGEST_RENDERING.milliseconds,
    memoryLimit: LONGEST_RENDERING.characters,
    outputEscape: escapes[kind],
  });
  for (const name of TAGS_LEFT_OUT) delete engine.tags[name];
  for (const name of FILTERS_LEFT_OUT) engine.unregisterFilter(name);
  return engine;
}

const escapes: Readonly<Record<TemplateKind, (value: unknown) => string>> = {
  line: lineText,
  markdown: markdownValue,
  // A value may not begin another line: the first one is a mail's subject.
  plain: (value) => oneLine(plainText(value)),
};

function lineText(value: unknown): string {
  return withoutReferences(oneLine(plainText(value)));
}

function markdownValue(value: unknown): string {
  if (value instanceof Markdown) return value.markdown;
  if (value instanceof Address) return safeAddress(value.href) ?? markdownText(value.href);
  return markdownText(plainText(value));
}

/** Numbers and lists read as in our own sentences. */
function plainText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return Number.isInteger(value) ? number(value) : String(value);
  if (Array.isArray(value)) return listed(value.map(plainText), MOST_NAMES);
  if (value instanceof Named || value instanceof Markdown || value instanceof Address) return value.toString();
  return typeof value === "string" || typeof value === "boolean" ? String(value) : "";
}

function faultOf(error: unknown): TemplateFault {
  if (!(error instanceof Error)) return { message: String(error) };
  const message = (error.message.split("\n", 1)[0] ?? "").replace(/, line:(\d+), col:(\d+)$/, " (line $1, column $2)");
  const name = /undefined variable: ([^\s,]+)/.exec(error.message)?.[1];
  if (name !== undefined) {
    return { message: `"${name}" is no variable`, piece: name.split(".").at(-1) ?? name, unknownVariable: true };
  }
  const filter = /undefined filter: (\w+)/.exec(error.message)?.[1];
  if (filter !== undefined) return { message: `there is no filter "${filter}"`, piece: filter };
  const tag = /tag "(\w+)" not found/.exec(error.message)?.[1];
  if (tag !== undefined) return { message: `there is no tag "${tag}"`, piece: tag };
  return { message };
}
