import { baseLanguage, perForm, problemOf, quoteAll, type CheckedText, type Finders, type Verdict } from "./check.ts";
import { variantTexts } from "./icu-variants.ts";
import { difference, freely, placeholderFinder, verbatim } from "./placeholders.ts";
import { matchForm } from "./plural-match.ts";
import { asXml, readXml, type XmlResult, type XmlTag } from "./xml-text.ts";

export const markupFinders: Finders = {
  "xml-invalid": perForm((source, target, { flags }) => {
    const isStrict = flags.has("xml-text");
    const reader = readerOf(source, isStrict);
    if (reader === undefined) return undefined;
    const read = reader(target);
    if (!("mistake" in read)) return undefined;
    const message = `${read.mistake}.`;
    return isStrict || "mistake" in readXml(asXml(target)) ? message : { message, severity: "looks-wrong" };
  }),

  *"xml-tags"(text) {
    const isStrict = text.flags.has("xml-text");
    const readers = text.source.map((source) => readerOf(source, isStrict));
    const reader = readers.find((one) => one !== undefined);
    if (reader === undefined) return;
    const wanted = text.source.map((source, form) => elementsOf(source, readers[form], text.sourceLanguage));
    for (const [form, target] of text.target.entries()) {
      if (target === "") continue;
      const verdict = compareForm(text, { form, found: elementsOf(target, reader, text.language) }, wanted);
      if (verdict !== undefined) yield problemOf(form, verdict);
    }
  },

  "xml-chars-around-tags": perForm((source, target, { language }) => {
    if (!isXml(source)) return undefined;
    const base = baseLanguage(language);
    const [wanted, found] = [surroundings(source), surroundings(target)];
    const apart = new Set(wanted.filter(({ isGlued }) => !isGlued).map(({ tag }) => tag));
    const glued = found.find(({ tag, isGlued }) => isGlued && apart.has(tag));
    if (glued === undefined || WITHOUT_BLANKS.has(base)) return undefined;
    if ((glued.tag.startsWith("</") ? WITH_ENDINGS : WITH_PREFIXES).has(base)) return undefined;
    return `A word touches ${glued.tag}, expected a blank between them as in the source.`;
  }),

  bbcode: placeholderFinder(
    freely(
      /\[\/?(?:b|i|u|s|code|quote|url|img|list|size|color|center|left|right|h[1-6]|table|tr|td|th|li|ul|ol|email|font|pre|sub|sup|spoiler|youtube|\*)(?:=[^\]]{1,400})?\]/gi,
      ([tag]) => tag.toLowerCase().replace(/=.*/s, "]"),
    ),
  ),

  "safe-html": perForm((source, target, { flags }) => {
    const text = flags.has("md-text") ? target.replace(/<(?:https?:\/\/|mailto:)[^<>\s]*>/g, "") : target;
    const [known, found] = [markupOf(source), markupOf(text)];
    const [unsafeThere, namesThere] = [new Set(known.unsafe), new Set(known.names)];
    const unsafe = found.unsafe.filter((markup) => !unsafeThere.has(markup));
    if (unsafe.length > 0) return `Unsafe markup: ${quoteAll(unsafe)}.`;
    const foreign = new Set(found.names.filter((name) => !namesThere.has(name)));
    return foreign.size > 0 ? { message: difference([], foreign), severity: "looks-wrong" } : undefined;
  }),

  url: perForm((_source, target) =>
    URL.canParse(target) && /^(?:https?|ftps?):\/\/[^\s/]+/i.test(target)
      ? undefined
      : `Expected an address like https://example.org/, found ${JSON.stringify(target.slice(0, 80))}.`,
  ),

  "asciidoc-markup": placeholderFinder(
    verbatim(
      // Without an end to their length, each beginning of a long text of addresses would look through all the rest.
      /(?<!\w)(?:link|image|xref|mailto|kbd|btn|menu|footnote|stem|icon|pass):{1,2}[^\s[\]]{0,2000}(?=\[)|<<[^<>\s,]+(?=[,>])|\{[\w-]+\}|https?:\/\/[^\s[\]]{1,2000}(?=\[)/g,
    ),
  ),

  "safe-mdx": placeholderFinder(
    freely(/<\/?[A-Z][\w.]*|\{(?!\/\*)[^{}]*\}|^(?:import|export) .*$/gm, ([text]) => text.replace(/\s+/g, " ")),
  ),
};

/** Whether a text is meant as XML: it has a tag or an entity, and reads as XML. */
function isXml(text: string): boolean {
  return /<\/?[A-Za-z_][^<>]*>|&#?\w+;/.test(text) && !("mistake" in readXml(text)) && text.includes("<");
}

type Reader = (text: string) => XmlResult;

const readHtml: Reader = (text) => readXml(asXml(text));

/** How translations of a text are read: as XML where it is XML, as HTML where only a browser takes it (`<br>`); else not at all. */
function readerOf(source: string, isStrict: boolean): Reader | undefined {
  if (isStrict || isXml(source)) return readXml;
  return source.includes("<") && isXml(asXml(source)) ? readHtml : undefined;
}

/** The elements of a text; of an ICU message those of each variant. Undefined for what is none of the reader's. */
function elementsOf(text: string, reader: Reader | undefined, language: string): Variants | undefined {
  if (reader === undefined) return undefined;
  const read = variantTexts(text, language).map(reader);
  const variants = read.flatMap((result) => ("mistake" in result ? [] : [result.tags.filter(isElement)]));
  return variants.length === read.length ? variants : undefined;
}

/** Android's `xliff:g`, under whatever prefix, only tells translators what a placeholder is. */
function isElement({ name }: XmlTag): boolean {
  return !/^\w+:g$/.test(name);
}

type Variants = readonly (readonly XmlTag[])[];

function compareForm(
  text: CheckedText,
  { form, found }: { readonly form: number; readonly found: Variants | undefined },
  sources: readonly (Variants | undefined)[],
): Verdict {
  const { beside, sources: own } = matchForm(text, form);
  const first = sources[beside];
  if (first === undefined || found === undefined) return undefined;
  const expected = own.flatMap((index) => sources[index] ?? []);
  const allowed = sources.flatMap((variants) => variants ?? []);
  const verdicts = found.map((tags) => compareTags({ first, expected, allowed }, tags));
  return verdicts.find(isBreaking) ?? verdicts.find((verdict) => verdict !== undefined);
}

function isBreaking(verdict: Verdict): boolean {
  return typeof verdict === "string";
}

interface ExpectedTags {
  /** Variants of the form beside which the translation reads, of all that it stands for, and of all. */
  readonly first: Variants;
  readonly expected: Variants;
  readonly allowed: Variants;
}

/** A variant has to have what all of the source's have, and may have what any has. */
function compareTags({ first, expected, allowed }: ExpectedTags, found: readonly XmlTag[]): Verdict {
  const names = found.map(nameOf);
  const variants = expected.map((tags) => countsOf(tags.map(nameOf)));
  const [has, may] = [countsOf(names), allowed.map((tags) => countsOf(tags.map(nameOf)))];
  const missing = numbered(expected[0]?.map(nameOf) ?? [])
    .filter(
      ({ name, place }) => variants.every((each) => (each.get(name) ?? 0) >= place) && (has.get(name) ?? 0) < place,
    )
    .map(({ name }) => name);
  const unexpected = numbered(names)
    .filter(({ name, place }) => may.every((each) => (each.get(name) ?? 0) < place))
    .map(({ name }) => name);
  if (missing.length > 0 || unexpected.length > 0) {
    const message = difference(missing, unexpected);
    const known = new Set(allowed.flatMap((tags) => tags.map(nameOf)));
    const isHarmless =
      missing.every((name) => FORMATTING.test(name)) &&
      unexpected.every((name) => FORMATTING.test(name) || known.has(name));
    return isHarmless ? { message, severity: "looks-wrong" } : message;
  }
  return first.length === 1 && variants.length === 1 ? compareOrder(first[0] ?? [], found) : undefined;
}

/** Elements of HTML that only dress a text: an author's choice, and no program asks for them. */
const FORMATTING =
  /^<(?:abbr|acronym|b|bdi|bdo|big|blockquote|br|center|cite|code|dd|del|dfn|div|dl|dt|em|font|h[1-6]|hr|i|ins|kbd|li|mark|ol|p|pre|q|s|samp|small|span|strike|strong|sub|sup|tt|u|ul|var|wbr)>$/i;

/** The same elements in another order, or with other attributes, as sentences of another language need them. */
function compareOrder(wanted: readonly XmlTag[], found: readonly XmlTag[]): Verdict {
  const index = wanted.findIndex((tag, at) => describe(tag) !== describe(found[at]));
  if (index === -1) return undefined;
  const [namesWanted, namesFound] = [wanted.map(nameOf), found.map(nameOf)];
  const attributesOnly = namesWanted.every((name, at) => name === namesFound[at]);
  const message = attributesOnly
    ? `Expected ${describe(wanted[index])}, found ${describe(found[index])}.`
    : `Tags are in another order: expected ${namesWanted.join(" ")}, found ${namesFound.join(" ")}.`;
  return { message, severity: "looks-wrong" };
}

function countsOf(names: readonly string[]): ReadonlyMap<string, number> {
  return new Map(numbered(names).map(({ name, place }) => [name, place]));
}

/** Each name with how many of it have come so far. */
function numbered(names: readonly string[]): readonly { readonly name: string; readonly place: number }[] {
  const counts = new Map<string, number>();
  return names.map((name) => {
    const place = (counts.get(name) ?? 0) + 1;
    counts.set(name, place);
    return { name, place };
  });
}

function nameOf({ name }: XmlTag): string {
  return `<${name}>`;
}

function describe(tag: XmlTag | undefined): string {
  return tag === undefined
    ? "nothing"
    : `<${[tag.parents, [tag.name, ...tag.attributes].join(" ")].filter(Boolean).join("><")}>`;
}

/** Languages that put endings to a marked word, or articles and prepositions before it. */
const WITH_ENDINGS: ReadonlySet<string> = new Set([
  "tr",
  "az",
  "hu",
  "fi",
  "et",
  "kk",
  "ky",
  "uz",
  "tt",
  "eu",
  "ka",
  "ko",
  "mn",
]);
const WITH_PREFIXES: ReadonlySet<string> = new Set(["he", "iw", "ar", "mt", "ga", "gd"]);
const WITHOUT_BLANKS: ReadonlySet<string> = new Set(["ja", "zh", "yue", "th", "lo", "km", "my", "bo", "dz"]);

interface Surrounding {
  readonly tag: string;
  /** A word touches it from outside: before an opening tag, behind a closing one. */
  readonly isGlued: boolean;
}

function surroundings(text: string): readonly Surrounding[] {
  return Array.from(text.matchAll(/<\/?[A-Za-z_][^<>\s/]*[^<>]*>/g), ({ 0: tag, index }) => {
    const [before, after] = [text.charAt(index - 1), text.charAt(index + tag.length)];
    const [outside, inside] = tag.startsWith("</") ? [after, before] : [before, after];
    return { tag, isGlued: /\p{L}/u.test(outside) && !/\s/.test(inside) };
  });
}

const UNSAFE_ELEMENTS =
  /^(?:script|iframe|object|embed|applet|style|link|meta|base|form|input|button|textarea|select|frame|frameset|svg|math|template|noscript)$/i;
const UNSAFE_ADDRESS = /^[\s\u0000-\u0020]*(?:javascript|vbscript|data):/i;

interface Markup {
  /** Elements and attributes. */
  readonly names: readonly string[];
  /** Elements, attributes and addresses through which a text could run code. */
  readonly unsafe: readonly string[];
}

function markupOf(text: string): Markup {
  const names: string[] = [];
  const unsafe: string[] = [];
  for (const [tag, name = "", rest = ""] of text.matchAll(/<\/?([A-Za-z][^\s<>/]*)((?:"[^"]*"|'[^']*'|[^<>"'])*)>?/g)) {
    names.push(`<${name.toLowerCase()}>`);
    if (UNSAFE_ELEMENTS.test(name)) unsafe.push(tag);
    for (const [, attribute = "", quoted = ""] of rest.matchAll(/([^\s"'=/]+)\s*=\s*("[^"]*"|'[^']*'|[^\s"']*)/g)) {
      names.push(attribute.toLowerCase());
      if (isUnsafe(attribute, quoted)) unsafe.push(`${attribute}=${quoted}`);
    }
  }
  return { names, unsafe };
}

function isUnsafe(attribute: string, quoted: string): boolean {
  if (/^on/i.test(attribute) || attribute.toLowerCase() === "srcdoc") return true;
  const value = quoted.replace(/^["']|["']$/g, "").replace(/&#x?[\da-f]+;?|&(?:tab|newline|colon);/gi, decoded);
  return UNSAFE_ADDRESS.test(value.replace(/[\t\n\r]/g, ""));
}

function decoded(entity: string): string {
  const named: Readonly<Record<string, string>> = { "&colon;": ":", "&tab;": "\t", "&newline;": "\n" };
  const [, hexadecimal, decimal] = /^&#(?:x([\da-f]+)|(\d+))/i.exec(entity) ?? [];
  if (hexadecimal === undefined && decimal === undefined) return named[entity.toLowerCase()] ?? "";
  const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : "";
}
