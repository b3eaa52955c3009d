/** What a comment asks for. `unknown`: it speaks to us, with a word that we do not know. */
export type ChatOrder =
  | { readonly kind: "plan" | "sync" | "stats" | "rebase" | "help" }
  | { readonly kind: "unknown"; readonly words: string };

export type KnownOrder = Exclude<ChatOrder["kind"], "unknown">;

/** Every order, and what it does, in the order that help lists them. */
export const chatOrders: Readonly<Record<KnownOrder, string>> = {
  plan: "shows what a run would do now, and does nothing",
  sync: "sends changed sources, and brings all translations home in one pull request",
  stats: "shows how far every language is",
  rebase: "makes the branch of the translations' pull request anew; commits of people on it go",
  help: "shows this list",
};

const LONGEST_LINE = 200;
const FIRST_WORD = "/interlinear";

/** The order on a comment's first line; undefined where it does not speak to us. */
export function chatOrderOf(comment: string): ChatOrder | undefined {
  const [line = ""] = comment.slice(0, LONGEST_LINE).split(/\r\n|[\n\r]/);
  // Four blanks make it code: somebody shows an order, and gives none.
  if (/^(?: {4}| {0,3}\t)/.test(line)) return undefined;
  const [called, ...words] = line.trim().split(/\s+/);
  if (called !== FIRST_WORD) return undefined;
  const asked = words.join(" ").toLowerCase();
  if (asked === "") return { kind: "help" };
  return isKnown(asked) ? { kind: asked } : { kind: "unknown", words: words.join(" ") };
}

function isKnown(word: string): word is KnownOrder {
  return Object.hasOwn(chatOrders, word);
}
