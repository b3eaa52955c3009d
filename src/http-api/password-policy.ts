import { piecesOf } from "./password-pieces.ts";

const LEAST_CHARACTERS = 12;
const MOST_BYTES = 1024;
/** What guesses need: "interlinear1" has two pieces, "jana.novakova-1985" has five, "twelve chars" twelve. */
const LEAST_PIECES = 8;

/** Phrases that everybody has heard of, of many pieces. */
const phrases = [
  "correcthorsebatterystaple",
  "correcthorsebattery",
  "troubador",
  "tobeornottobe",
  "maytheforcebewithyou",
];

/** What is wrong with a password for somebody, in words; undefined: nothing. */
export function passwordProblem(
  password: string,
  owner: { readonly name: string; readonly email: string },
): string | undefined {
  const characters = Array.from(password);
  if (characters.length < LEAST_CHARACTERS) return `Expected at least ${String(LEAST_CHARACTERS)} characters.`;
  if (Buffer.byteLength(password) > MOST_BYTES) return `Expected at most ${String(MOST_BYTES)} bytes.`;
  if (password.includes("\0") || !password.isWellFormed()) return "Expected characters that a keyboard has.";
  const own = [owner.name, owner.email].flatMap((text) => text.split(/[^\p{L}\p{N}]+/u));
  const pieces = piecesOf(password, [...own, ...phrases]);
  if (pieces.size >= LEAST_PIECES) return undefined;
  return pieces.isOwn(own)
    ? "This is made of the name or the mail address, which are tried first: choose other words."
    : "This is among the first that are guessed: it is made of common words, rows of keys or repetitions. Choose other words.";
}
