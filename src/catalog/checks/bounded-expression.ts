const LONGEST_PATTERN = 500;
/** Of a short text some 20 ns each; V8 compiles the expression for one of more than 1,000 characters, and a step takes a tenth of that. */
const MOST_STEPS = { short: 2e6, long: 5e6 };
const LONG_TEXT = 1000;

/** A regular expression of a user's that is sure to end soon. */
export interface BoundedExpression {
  readonly expression: RegExp;
  /** Longer texts could take too long. */
  readonly longestText: number;
}

const known = new Map<string, BoundedExpression | undefined>();
const MOST_KNOWN = 1000;

/**
 * Reads a regular expression that somebody put into a flag, in Python's spelling. Undefined for what is none, and for
 * what could take forever: a repetition of something that repeats or offers a choice itself, `(a+)+`, `(a|a)*`, or too many
 * choices one after the other, `a?a?a?…`, `(a|a)(a|a)…`.
 * @param flags of JavaScript's, besides "u"
 */
export function boundedExpression(pattern: string, flags = ""): BoundedExpression | undefined {
  const key = `${flags} ${pattern}`;
  if (!known.has(key)) {
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(key, read(pattern, flags));
  }
  return known.get(key);
}

/** Why a regular expression is not taken; undefined for one that is. */
export function expressionFault(pattern: string): string | undefined {
  if (boundedExpression(pattern) !== undefined) return undefined;
  if (pattern.length > LONGEST_PATTERN) return `it has more than ${String(LONGEST_PATTERN)} characters`;
  try {
    RegExp(fromPython(pattern).source);
  } catch (error) {
    return error instanceof Error ? error.message : "not a regular expression";
  }
  return pattern === "" ? "it is empty" : "it could take forever";
}

function read(pattern: string, flags: string): BoundedExpression | undefined {
  if (pattern === "" || pattern.length > LONGEST_PATTERN) return undefined;
  const { source, inlineFlags } = fromPython(pattern);
  const all = [...new Set(flags + inlineFlags)].join("");
  const alternatives = alternativesIn(source.match(PART) ?? []);
  const longest = alternatives.map((parts) => {
    const cost = costOf(parts);
    const power = cost === undefined ? 0 : cost.repetitions + (beginsApart(parts, all) ? 0 : 1);
    return cost === undefined ? 0 : longestText(power, cost.ways * alternatives.length);
  });
  const expression = compile(source, all);
  const shortest = Math.min(...longest);
  return expression === undefined || shortest === 0 ? undefined : { expression, longestText: shortest };
}

function fromPython(pattern: string): { source: string; inlineFlags: string } {
  const [prefix = "", inlineFlags = ""] = /^\(\?([ims]+)\)/.exec(pattern) ?? [];
  const source = pattern
    .slice(prefix.length)
    .replaceAll("(?P<", "(?<")
    .replace(/\(\?P=(\w+)\)/g, String.raw`\k<$1>`)
    .replace(/\\([AZ])/g, (_, end: string) => (end === "A" ? "^" : "$"))
    // A bracket that comes first belongs to the set, which it would end.
    .replace(PART, (part) => part.replace(/^\[(\^?)\]/, String.raw`[$1\]`));
  return { source, inlineFlags };
}

function compile(source: string, flags: string): RegExp | undefined {
  // What is one character in Unicode mode is a repetition outside of it.
  for (const mode of source.includes(String.raw`\u{`) ? ["u"] : ["u", ""]) {
    try {
      return new RegExp(source, flags + mode);
    } catch {
      // Python allows escapes that JavaScript takes only outside its Unicode mode.
    }
  }
  return undefined;
}

/** Repetitions that follow one another cost a power of the length: n·n/2 for two, n·n·n/6 for three; all of it for each way. */
function longestText(power: number, ways: number): number {
  let factorial = 1;
  for (let factor = 2; factor <= power; factor += 1) factorial *= factor;
  const within = (steps: number) => Math.floor(((steps * factorial) / ways) ** (1 / Math.max(power, 1)));
  const short = within(MOST_STEPS.short);
  return short > LONG_TEXT ? within(MOST_STEPS.long) : short;
}

const PART =
  /\\u\{[^}]*\}|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<\w+>))?|\)|\||(?:[*+?]|\{\d*,?\d*\})[?+]?|[^]/gsu;

type Parts = readonly string[];

/** What stands between the bars that are in no group. */
function alternativesIn(parts: Parts): Parts[] {
  const alternatives: string[][] = [[]];
  let depth = 0;
  for (const part of parts) {
    if (part.startsWith("(")) depth += 1;
    else if (part === ")") depth -= 1;
    if (part === "|" && depth === 0) alternatives.push([]);
    else alternatives.at(-1)?.push(part);
  }
  return alternatives;
}

const REPETITION = /^(?:[*+?]|\{\d*,?\d*\})/;
const PLAIN = /^(?:[^\\^$.*+?()[\]{}|]|\\[^\w\s])$/;

/**
 * Whether no attempt goes where another one begins: there is one place to begin at, or each begins with a character that nothing
 * repeated has, as in `%\w+%`. Then all attempts together are as one.
 */
function beginsApart(parts: Parts, flags: string): boolean {
  const [first = "", second = ""] = parts;
  if (first === "^") return !flags.includes("m");
  if (!PLAIN.test(first) || REPETITION.test(second)) return false;
  const character = first.length > 1 ? first.slice(1) : first;
  return parts.every((part, index) => {
    // What is repeated may be more than the part before: a reference, what a number or a name writes, and what a group's flags change.
    if (/^\\[\dckpPux]/.test(part) || (part === "(" && parts[index + 1]?.startsWith("?"))) return false;
    if (!REPETITION.test(part) || part.startsWith("?")) return true;
    const repeated = parts[index - 1] ?? "";
    const expression = repeated === ")" ? undefined : compile(`^(?:${repeated})$`, flags);
    return expression?.test(character) === false;
  });
}

interface Cost {
  /** With a limit or without; a reference back is one as well, which is as long as what it says again. */
  readonly repetitions: number;
  /** How many ways there are through what may be left out, through alternatives, and through what is counted. */
  readonly ways: number;
}

interface Group {
  isVariable: boolean;
  alternatives: number;
}

/** Undefined if a repeated group repeats or chooses inside, or there are more ways than steps. */
function costOf(parts: Parts): Cost | undefined {
  let repetitions = 0;
  let ways = 1;
  const whole: Group = { isVariable: false, alternatives: 1 };
  const groups = [whole];
  let closedIsVariable = false;
  for (const part of parts) {
    const group = groups.at(-1) ?? whole;
    const [, count] = /^\{(\d+)\}/.exec(part) ?? [];
    if (part.startsWith("(")) groups.push({ isVariable: false, alternatives: 1 });
    else if (part === ")") {
      const closed = groups.length > 1 ? groups.pop() : undefined;
      ways *= closed?.alternatives ?? 1;
      closedIsVariable = closed?.isVariable ?? false;
    } else if (part === "|") {
      group.isVariable = true;
      group.alternatives += 1;
    } else if (REPETITION.test(part)) {
      if (closedIsVariable && !part.startsWith("?")) return undefined;
      if (part.startsWith("?")) ways *= 2;
      else if (count === undefined) repetitions += 1;
      else ways *= Math.max(1, Number(count));
      group.isVariable = true;
    } else if (/^\\[1-9k]/.test(part)) {
      repetitions += 1;
      group.isVariable = true;
    }
    if (part !== ")") closedIsVariable = false;
    else if (closedIsVariable) (groups.at(-1) ?? whole).isVariable = true;
  }
  return ways > MOST_STEPS.short ? undefined : { repetitions, ways };
}
