/** `20`; or a regular expression, which is written `r"…"`. `isNamed`: what it matches is called as its first group says. */
export type FlagParameter = string | { readonly pattern: string; readonly isNamed?: boolean };

/** Flags of a string by name, with their parameters: `c-format, max-length:20, placeholders:a:r"\$\w+"` (facts §1.7). */
export type Flags = ReadonlyMap<string, readonly FlagParameter[]>;

const USUAL_PRIORITY = 100;
const NO_PARAMETERS: readonly FlagParameter[] = [];

/**
 * Flags as people and files write them: separated by commas, parameters by colons; what has a comma or colon of its
 * own stands in quotes. Of two with one name the last counts, also over several texts; `discard:NAME` takes an earlier
 * one back. Never fails: what cannot be read is a flag nobody asks for.
 */
export function parseFlags(...texts: readonly string[]): Flags {
  const flags = new Map<string, readonly FlagParameter[]>();
  for (const [name, ...parameters] of texts.flatMap(splitFlags)) {
    if (typeof name !== "string" || name === "") continue;
    if (name === "discard") parameters.forEach((discarded) => flags.delete(textOf(discarded)));
    else flags.set(name, parameters);
  }
  return flags;
}

/** {@link parseFlags} for many strings, most of which have the same flags: each text is read once. */
export function flagParser(): (text: string) => Flags {
  const known = new Map<string, Flags>();
  return (text) => {
    const flags = known.get(text) ?? parseFlags(text);
    known.set(text, flags);
    return flags;
  };
}

export function parametersOf(flags: Flags, name: string): readonly string[] {
  return (flags.get(name) ?? NO_PARAMETERS).map(textOf);
}

/** The first parameter as a whole number: `max-length:20`; undefined without the flag or with something else. */
export function numberOf(flags: Flags, name: string): number | undefined {
  const [value] = parametersOf(flags, name);
  return value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : undefined;
}

/** `priority:200`; 100 is usual, what is higher is offered first. */
export function priorityOf(flags: Flags): number {
  return numberOf(flags, "priority") ?? USUAL_PRIORITY;
}

function textOf(parameter: FlagParameter): string {
  return typeof parameter === "string" ? parameter : parameter.pattern;
}

/** Quoted text, a separator, or anything else up to one. */
const TOKEN =
  /(?<=^|[,:]|\s)(?<raw>r?)(?<quote>["'])(?<quoted>(?:(?!\k<quote>)[^\\]|\\.)*)\k<quote>|(?<separator>[,:])|(?<plain>[^,:]+?(?=[,:]|$))/gs;

function splitFlags(text: string): readonly (readonly FlagParameter[])[] {
  const flags: FlagParameter[][] = [[""]];
  for (const { groups = {} } of text.matchAll(TOKEN)) {
    const { raw, quote, quoted, separator, plain = "" } = groups;
    const flag = flags.at(-1) ?? [];
    if (separator === ",") flags.push([""]);
    else if (separator === ":") flag.push("");
    else if (quoted === undefined) appendText(flag, plain.trim());
    else if (raw === "r") flag.splice(-1, 1, { pattern: quoted.replaceAll(`\\${quote ?? ""}`, quote ?? "") });
    else appendText(flag, unescaped(quoted));
  }
  return flags;
}

function appendText(flag: FlagParameter[], text: string): void {
  const last = flag.at(-1);
  if (typeof last === "string") flag.splice(-1, 1, last + text);
}

function unescaped(quoted: string): string {
  return quoted.replace(/\\(.)/gs, (_, escaped: string) => (escaped === "n" ? "\n" : escaped));
}
