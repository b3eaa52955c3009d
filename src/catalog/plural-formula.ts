/** C's operators that gettext allows, loosest first; those of one row bind alike, to the left. */
const BINARY: readonly Readonly<Record<string, (left: number, right: number) => number>>[] = [
  { "||": (left, right) => Number(left !== 0 || right !== 0) },
  { "&&": (left, right) => Number(left !== 0 && right !== 0) },
  { "==": (left, right) => Number(left === right), "!=": (left, right) => Number(left !== right) },
  {
    "<=": (left, right) => Number(left <= right),
    ">=": (left, right) => Number(left >= right),
    "<": (left, right) => Number(left < right),
    ">": (left, right) => Number(left > right),
  },
  { "+": (left, right) => left + right, "-": (left, right) => left - right },
  {
    "*": (left, right) => left * right,
    "/": (left, right) => Math.trunc(left / right),
    "%": (left, right) => left % right,
  },
];
const TOKEN = /\s*(\d+|n|\|\||&&|[=!<>]=|[-+*/%<>!?:()])/gy;
const DEEPEST = 100;

type Evaluate = (n: number) => number;

const compiled = new Map<string, Evaluate | undefined>();

/** The plural form that a gettext formula (`n%10==1 ? 0 : 1`) chooses for a number; undefined if it is no formula. */
export function formOf(formula: string, n: number): number | undefined {
  if (!compiled.has(formula)) compiled.set(formula, compile(formula));
  return compiled.get(formula)?.(n);
}

function compile(formula: string): Evaluate | undefined {
  const tokens = Array.from(formula.matchAll(TOKEN), ([, token = ""]) => token);
  if (tokens.join("") !== formula.replace(/\s+/g, "")) return undefined;
  let position = 0;
  const take = (token: string): boolean => {
    if (tokens[position] !== token) return false;
    position += 1;
    return true;
  };

  const choice = (depth: number): Evaluate | undefined => {
    const condition = binary(0, depth);
    if (condition === undefined || !take("?")) return condition;
    const yes = choice(depth + 1);
    if (yes === undefined || !take(":")) return undefined;
    const no = choice(depth + 1);
    return no && ((n) => (condition(n) === 0 ? no(n) : yes(n)));
  };

  const binary = (level: number, depth: number): Evaluate | undefined => {
    const operators = BINARY[level];
    if (operators === undefined) return single(depth);
    let left = binary(level + 1, depth);
    for (;;) {
      const operator = operators[tokens[position] ?? ""];
      if (left === undefined || operator === undefined) return left;
      position += 1;
      const [before, after] = [left, binary(level + 1, depth)];
      left = after && ((n) => operator(before(n), after(n)));
    }
  };

  const single = (depth: number): Evaluate | undefined => {
    if (depth > DEEPEST) return undefined;
    if (take("!")) {
      const operand = single(depth + 1);
      return operand && ((n) => Number(operand(n) === 0));
    }
    if (take("(")) {
      const inner = choice(depth + 1);
      return take(")") ? inner : undefined;
    }
    if (take("n")) return (n) => n;
    const literal = tokens[position] ?? "";
    if (!/^\d+$/.test(literal)) return undefined;
    position += 1;
    return () => Number(literal);
  };

  const evaluate = choice(0);
  return position === tokens.length ? evaluate : undefined;
}
