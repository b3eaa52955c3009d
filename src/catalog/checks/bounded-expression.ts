const LONGEST_PATTERN = 500;
const MOST_STEPS = 2e7;

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
 * what could take forever: a repetition of something that repeats or offers a choice itself, `(a+)+`, `(a|a)*`.
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

function read(pattern: string, flags: string): BoundedExpression | undefined {
  if (pattern === "" || pattern.length > LONGEST_PATTERN) return undefined;
  const { source, inlineFlags } = fromPython(pattern);
  const repetitions = countRepetitions(source);
  if (repetitions === undefined) return undefined;
  const expression = compile(source, [...new Set(flags + inlineFlags)].join(""));
  return expression && { expression, longestText: longestText(repetitions + (source.startsWith("^") ? 0 : 1)) };
}

function fromPython(pattern: string): { source: string; inlineFlags: string } {
  const [prefix = "", inlineFlags = ""] = /^\(\?([ims]+)\)/.exec(pattern) ?? [];
  const source = pattern
    .slice(prefix.length)
    .replaceAll("(?P<", "(?<")
    .replace(/\(\?P=(\w+)\)/g, String.raw`\k<$1>`)
    .replace(/\\([AZ])/g, (_, end: string) => (end === "A" ? "^" : "$"));
  return { source, inlineFlags };
}

function compile(source: string, flags: string): RegExp | undefined {
  for (const mode of ["u", ""]) {
    try {
      return new RegExp(source, flags + mode);
    } catch {
      // Python allows escapes that JavaScript takes only outside its Unicode mode.
    }
  }
  return undefined;
}

/** Repetitions that follow one another cost a power of the length: n·n/2 for two, n·n·n/6 for three. */
function longestText(power: number): number {
  let factorial = 1;
  for (let factor = 2; factor <= power; factor += 1) factorial *= factor;
  return Math.floor((MOST_STEPS * factorial) ** (1 / Math.max(power, 1)));
}

const PART = /\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<\w+>))?|\)|\||(?:[*+?]|\{\d*,?\d*\})[?+]?|[^]/gs;

/** Undefined if a repeated group repeats or chooses inside. Repetitions with a small limit count as well. */
function countRepetitions(source: string): number | undefined {
  let repetitions = 0;
  const groups: boolean[] = [];
  let closedIsVariable = false;
  for (const [part] of source.matchAll(PART)) {
    const isRepetition = /^(?:[*+?]|\{\d*,?\d*\})/.test(part);
    if (part.startsWith("(")) groups.push(false);
    else if (part === ")") closedIsVariable = groups.pop() ?? false;
    else if (part === "|") markVariable(groups);
    else if (isRepetition) {
      if (closedIsVariable && !part.startsWith("?")) return undefined;
      if (!part.startsWith("?") && !/^\{\d*\}/.test(part)) repetitions += 1;
      markVariable(groups);
    }
    if (part === ")") {
      if (closedIsVariable) markVariable(groups);
    } else closedIsVariable = false;
  }
  return repetitions;
}

function markVariable(groups: boolean[]): void {
  if (groups.length > 0) groups[groups.length - 1] = true;
}
