import { perForm, perSource, type Finders, type Verdict } from "./check.ts";
import { readFluent, type FluentText } from "./fluent-pattern.ts";
import { difference } from "./placeholders.ts";
import { readXml } from "./xml-text.ts";

export const fluentFinders: Finders = {
  "fluent-source-syntax": perSource(syntaxOf),
  "fluent-target-syntax": perForm((_source, target) => syntaxOf(target)),

  "fluent-parts": whereBothRead((wanted, found) => {
    if (wanted.hasValue !== found.hasValue) return `Expected ${wanted.hasValue ? "a" : "no"} value, as in the source.`;
    return differences(wanted.attributes.map(asAttribute), found.attributes.map(asAttribute));
  }),

  "fluent-references": whereBothRead((wanted, found) =>
    differences(wanted.references, [...found.references, ...chosenByAlone(wanted)]),
  ),

  "fluent-source-inner-html": perSource((source) => {
    const read = readFluent(source);
    return "mistake" in read ? undefined : mistakeInHtml(read.plain);
  }),

  "fluent-target-inner-html": whereBothRead((wanted, found) => {
    const mistake = mistakeInHtml(found.plain);
    if (mistake !== undefined) return mistakeInHtml(wanted.plain) === undefined ? mistake : undefined;
    return differences(elementsOf(wanted.plain), elementsOf(found.plain));
  }),
};

function syntaxOf(text: string): Verdict {
  const read = readFluent(text);
  return "mistake" in read ? `${read.mistake}.` : undefined;
}

function whereBothRead(look: (wanted: FluentText, found: FluentText) => Verdict) {
  return perForm((source, target) => {
    const [wanted, found] = [readFluent(source), readFluent(target)];
    return "mistake" in wanted || "mistake" in found ? undefined : look(wanted, found);
  });
}

function differences(wanted: readonly string[], found: readonly string[]): string | undefined {
  const missing = wanted.filter((one) => !found.includes(one));
  const unexpected = found.filter((one) => !wanted.includes(one));
  return missing.length > 0 || unexpected.length > 0 ? difference(new Set(missing), new Set(unexpected)) : undefined;
}

/** What no variant shows: a language without plural forms has nothing to choose. */
function chosenByAlone({ references, selectors }: FluentText): readonly string[] {
  const countOf = (names: readonly string[], name: string): number => names.filter((one) => one === name).length;
  return selectors.filter((name) => countOf(references, name) === countOf(selectors, name));
}

function asAttribute(name: string): string {
  return `.${name}`;
}

/** HTML allows a void element and a lone "&" where XML does not. */
function asXml(text: string): string {
  return text.replace(/<(br|hr|img|input|wbr)\b([^<>]*?)\/?>/gi, "<$1$2/>").replace(/&(?!#?\w+;)/g, "&amp;");
}

function mistakeInHtml(text: string): string | undefined {
  const read = readXml(asXml(text));
  return "mistake" in read ? `${read.mistake}.` : undefined;
}

function elementsOf(text: string): readonly string[] {
  const read = readXml(asXml(text));
  return "mistake" in read ? [] : read.tags.map(({ name }) => `<${name}>`);
}
