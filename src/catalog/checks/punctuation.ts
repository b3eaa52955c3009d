import { baseLanguage, perForm, type Finders, type Verdict } from "./check.ts";

/** A mark at the end of a sentence, as scripts write it. */
interface Mark {
  readonly name: string;
  /** The mark in English, at the end of a source. */
  readonly source: RegExp;
  /** Everything that stands for it in some script. */
  readonly everywhere: RegExp;
  /** What stands for it in one language besides. */
  readonly inLanguage?: Readonly<Record<string, RegExp>>;
  /** Source marks that some language renders by this one. */
  readonly alsoFor?: RegExp;
  /** Languages that end a sentence without it. */
  readonly silent?: ReadonlySet<string>;
}

const stop: Mark = {
  name: "a full stop",
  source: /[.]$/,
  // Ideographic, Devanagari, Armenian, Ethiopic, Burmese, Khmer, Tibetan, Santali, Arabic and Sinhala ones.
  everywhere: /[.\u3002\uFF0E\uFF61\u0964\u0965\u0589\u1362\u104B\u17D4\u17D5\u0F0D\u1C7E\u1C7F\u06D4\u0DF4\u2CF9]$/,
  inLanguage: { hy: /:$/, hi: /\|$/, bn: /\|$/, mr: /\|$/, ne: /\|$/, sa: /\|$/ },
  alsoFor: /[:;?!؟]$/,
  silent: new Set(["th", "lo", "bo", "dz", "jbo"]),
};
const colon: Mark = {
  name: "a colon",
  source: /:$/,
  everywhere: /[:：﹕︓]$/,
  inLanguage: { hy: /[՝`]$/, am: /[፡፣፤፥፦]$/, ti: /[፡፣፤፥፦]$/, ja: /[。.]$/, ko: /[.]$/, my: /[။၊]$/ },
  silent: new Set(["th", "km", "bo", "dz", "jbo"]),
};
const question: Mark = {
  name: "a question mark",
  source: /\?$/,
  everywhere: /[?？؟⸮՞፧꘏⁇﹖︖]$/,
  inLanguage: {
    el: /[;\u037E]$/,
    hy: /՞/,
    ja: /か[。.]?$/,
    zh: /[吗呢嗎][。.]?$/,
    my: /[။၊]$/,
  },
  silent: new Set(["th", "lo", "bo", "dz", "jbo"]),
};
const exclamation: Mark = {
  name: "an exclamation mark",
  source: /!$/,
  everywhere: /[!！՜߹‼﹗︕᥄]$/,
  inLanguage: { my: /။$/ },
  // Armenian puts its mark above the stressed syllable, or does without.
  silent: new Set(["th", "bo", "dz", "jbo", "hy"]),
};
const interrobang: Mark = {
  name: "an interrobang (?!)",
  source: /(?:\?!|!\?|‽)$/,
  everywhere: /(?:[?？؟][!！]|[!！][?？؟]|[‽⁈⁉])$/,
  inLanguage: { el: /(?:[;\u037E]!|![;\u037E])$/ },
};
const semicolon: Mark = {
  name: "a semicolon",
  source: /;$/,
  everywhere: /[;；؛፤⁏﹔︔]$/,
  inLanguage: { el: /[·\u0387]$/, hy: /[․·]$/ },
};

const ENTITY = /&[#\w]{1,32};$/;
/** Shorter sources are abbreviations more often than sentences. */
const SHORTEST_SENTENCE = 5;
const SHORTEST_WITH_MARK = 2;

export const punctuationFinders: Finders = {
  end_stop: perForm((source, target, { language }) => {
    const sides = sidesOf(source, target, language);
    if (sides.text.length < SHORTEST_SENTENCE || (sides.text.endsWith("...") && sides.translation.endsWith("…")))
      return undefined;
    return differing(stop, sides);
  }),
  end_colon: endOf(colon),
  end_question: endOf(question),
  end_exclamation: endOf(exclamation),
  end_interrobang: endOf(interrobang),
  end_semicolon: endOf(semicolon),

  end_ellipsis: perForm((source, target) => {
    const [text, translation] = [trimmed(source), trimmed(target)];
    if (/(?:…|⋯)$/.test(text) && !/[…⋯᠁⋮]$|。。。$/.test(translation)) return 'Expected an ellipsis ("…") at the end.';
    if (translation.endsWith("…") && !/(?:…|⋯|\.\.\.|。。。)$/.test(text))
      return "Ends with an ellipsis, the source does not.";
    return undefined;
  }),

  kashida: perForm((_source, target) =>
    /\p{Script=Arabic}\u0640+\p{Script=Arabic}/u.test(target)
      ? "A word is stretched by kashidas (U+0640), expected plain letters."
      : undefined,
  ),

  punctuation_spacing: perForm((source, target, { language }) => {
    if (baseLanguage(language) !== "fr" || /^fr[-_]CA\b/i.test(language)) return undefined;
    const [found] = source === target ? [] : unspacedMarks(target);
    return found === undefined
      ? undefined
      : `Expected a non-breaking space before "${found.slice(-1)}", as in French: ${JSON.stringify(found)}.`;
  }),

  "kabyle-characters": perForm((_source, target, { language }) => {
    const found = baseLanguage(language) === "kab" ? /[\u0370-\u03FF]/.exec(target)?.[0] : undefined;
    return found === undefined ? undefined : `The Greek letter "${found}", expected the Latin one (ɣ, ɛ).`;
  }),

  multiple_capital: perForm((source, target, { language }) => {
    const found = shiftedWords(target).find((word) => {
      const start = word.slice(0, 2);
      return !source.includes(start) && !(start === "IJ" && baseLanguage(language) === "nl");
    });
    return found === undefined ? undefined : `Two capitals at the start of "${found}", expected one.`;
  }),

  prohibited_initial_character: perForm((_source, target, { format }) =>
    format?.startsWith("csv") === true && /^[=+\-@|%\t\r]/.test(target)
      ? `Spreadsheets take a text that starts with ${JSON.stringify(target.charAt(0))} for a formula.`
      : undefined,
  ),
};

function endOf(mark: Mark) {
  return perForm((source, target, { language }) => {
    const sides = sidesOf(source, target, language);
    return sides.text.length < SHORTEST_WITH_MARK ? undefined : differing(mark, sides);
  });
}

/** Both texts up to their last visible character. */
interface Sides {
  readonly text: string;
  readonly translation: string;
  /** Base language of the translation. */
  readonly base: string;
}

const marks: readonly Mark[] = [stop, colon, question, exclamation, interrobang, semicolon];

function sidesOf(source: string, target: string, language: string): Sides {
  return { text: trimmed(source), translation: trimmed(target), base: baseLanguage(language) };
}

function trimmed(text: string): string {
  return /[\s\u200B]$/.test(text) ? text.replace(/(?<![\s\u200B])[\s\u200B]+$/, "") : text;
}

function differing(mark: Mark, { text, translation, base }: Sides): Verdict {
  if (mark.silent?.has(base) === true) return undefined;
  const isTold = mark !== interrobang && [text, translation].some((side) => interrobang.everywhere.test(side));
  if (isTold) return undefined;
  const wanted = mark.source.test(text) && !ENTITY.test(text);
  const found = mark.everywhere.test(translation) && !ENTITY.test(translation);
  if (wanted === found || (wanted && mark.inLanguage?.[base]?.test(translation) === true)) return undefined;
  if (found && marks.some((other) => other.source.test(text) && other.inLanguage?.[base]?.test(translation) === true)) {
    return undefined;
  }
  // In a script of its own the mark may have been another one in the source.
  if (found && (mark.everywhere.test(text) || mark.alsoFor?.test(text) === true)) return undefined;
  return wanted
    ? `Expected ${mark.name} at the end, as in the source.`
    : `Ends with ${mark.name}, the source does not.`;
}

/** Marks that French sets apart, with the word that they touch. */
function unspacedMarks(text: string): readonly string[] {
  return text.match(/(?:^|\s)[^\s<>&/\\{}%:;!?]*[\p{L}\p{N})»][:;!?](?=$|\s)/gu)?.map((place) => place.trim()) ?? [];
}

/** Words that look as if Shift had been held too long: `HEllo`, but not `USA` or `BBCode`. */
function shiftedWords(text: string): readonly string[] {
  const bare = text.replace(/<[^<>]*>|\{[^{}]*\}|%[^\s]*|https?:\S*/g, " ");
  return bare.match(/(?<![\p{L}\p{N}_])\p{Lu}{2}\p{Ll}{2,}/gu) ?? [];
}
