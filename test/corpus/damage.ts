/** Reproducible damage: the same seed does the same to the same file. */

/** Park and Miller's generator: plain numbers that follow from a seed. */
export function randomNumbers(seed: number): (below: number) => number {
  let state = (seed % (MODULUS - 1)) + 1;
  return (below) => {
    state = (state * MULTIPLIER) % MODULUS;
    return state % Math.max(below, 1);
  };
}

const MODULUS = 2_147_483_647;
const MULTIPLIER = 48_271;

/** What begins or ends something in some format. */
const TOKENS = [
  ...Array.from("\"'\\{}[]()<>&#;,:=|%$\n\r\t\0"),
  "msgid",
  "msgstr[7]",
  "#~|",
  "<![CDATA[",
  "]]>",
  "<!--",
  "&amp",
  "&#x110000;",
  "\\u00",
  '"""',
  "'''",
  "/*",
  "<<EOT",
  "\uFEFF",
  "\uD800",
  "é",
].map((token) => Buffer.from(token));

type Damage = (bytes: Buffer, random: (below: number) => number, other: Buffer) => Buffer;

const MOST_REPEATED = 2000;

const damages: readonly Damage[] = [
  // Truncated.
  (bytes, random) => bytes.subarray(0, random(bytes.length)),
  // A piece missing.
  (bytes, random) => {
    const at = random(bytes.length);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random(40))]);
  },
  // A bit flipped.
  (bytes, random) => {
    const flipped = Buffer.from(bytes);
    const at = random(bytes.length);
    flipped[at] = (flipped[at] ?? 0) ^ (1 << random(8));
    return flipped;
  },
  // A piece doubled, elsewhere.
  (bytes, random) => {
    const at = random(bytes.length);
    const to = random(bytes.length);
    return Buffer.concat([bytes.subarray(0, to), bytes.subarray(at, at + random(200)), bytes.subarray(to)]);
  },
  // A token where none should be, once or very often.
  (bytes, random) => {
    const at = random(bytes.length);
    const token = TOKENS[random(TOKENS.length)] ?? Buffer.from("");
    const times = random(4) === 0 ? random(MOST_REPEATED) : 1;
    const inserted = Buffer.alloc(token.length * times, token);
    return Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at)]);
  },
  // Spliced with a file of another kind.
  (bytes, random, other) =>
    Buffer.concat([bytes.subarray(0, random(bytes.length)), other.subarray(random(other.length))]),
];

/** Damages a file one to three times. */
export function damaged(bytes: Uint8Array, other: Uint8Array, seed: number): Uint8Array {
  const random = randomNumbers(seed);
  let result = Buffer.from(bytes);
  for (let times = 1 + random(3); times > 0; times -= 1) {
    const damage = damages[random(damages.length)];
    if (damage !== undefined) result = Buffer.from(damage(result, random, Buffer.from(other)));
  }
  return result;
}
