import { markdownText, shorten } from "../words/escape.ts";
import { languageName } from "../words/language-name.ts";

/** What one commit says: who, and which languages it brought. */
export interface Contribution {
  readonly people: readonly { readonly name: string; readonly email: string }[];
  /** The service's codes. */
  readonly languages: readonly string[];
}

export interface Credits {
  readonly languages: readonly { readonly language: string; readonly people: readonly string[] }[];
  /** People whose commits brought several languages by several people: which is theirs, git does not tell. */
  readonly several: readonly string[];
}

/** Who translated into which language. Nobody is credited for a language that may be somebody else's. */
export function creditsOf(contributions: readonly Contribution[]): Credits {
  const names = new Map<string, string>();
  const languages = new Map<string, Set<string>>();
  const others = new Set<string>();
  const credited = new Set<string>();
  for (const { people, languages: brought } of contributions) {
    const isCertain = brought.length === 1 || people.length === 1;
    for (const { name, email } of people) {
      const person = keyOf(name, email);
      // Newest first: the name that somebody has now.
      if (!names.has(person)) names.set(person, plain(name));
      if (!isCertain || brought.length === 0) {
        others.add(person);
        continue;
      }
      credited.add(person);
      for (const language of brought) languages.set(language, (languages.get(language) ?? new Set()).add(person));
    }
  }
  const named = (people: Iterable<string>): readonly string[] =>
    [...new Set([...people].map((person) => names.get(person) ?? ""))].toSorted((a, b) => a.localeCompare(b, "en"));
  return {
    languages: [...languages]
      .map(([language, people]) => ({ language, people: named(people) }))
      .toSorted((a, b) => languageName(a.language).localeCompare(languageName(b.language), "en")),
    several: named([...others].filter((person) => !credited.has(person))),
  };
}

/** Addresses tell people apart, except the one that stands for having none. */
function keyOf(name: string, email: string): string {
  return email.endsWith(".invalid") ? plain(name) : email.toLowerCase();
}

/** The trailer keeps names from being mentions by marks that nobody sees. */
function plain(name: string): string {
  return shorten(name.replaceAll("\u200b", "").trim(), 100);
}

/** A list for release notes: a language each, with its translators. */
export function creditLines({ languages, several }: Credits): readonly string[] {
  const people = (names: readonly string[]): string => names.map(markdownText).join(", ");
  return [
    ...languages.map(({ language, people: names }) => `- ${markdownText(languageName(language))}: ${people(names)}`),
    ...(several.length === 0 ? [] : [`- Several languages: ${people(several)}`]),
  ];
}

const START = "<!-- interlinear:credits -->";
const END = "<!-- /interlinear:credits -->";

/**
 * The file with the list between its marks; everything else of it stays as it is. Undefined where it has not exactly one pair.
 * @param before undefined where there is no file yet
 */
export function withCredits(before: string | undefined, lines: readonly string[]): string | undefined {
  if (before === undefined) return ["# Translators", "", START, ...lines, END, ""].join("\n");
  const [head = "", inside, ...moreStarts] = before.split(START);
  const [, rest, ...moreEnds] = inside?.split(END) ?? [];
  if (rest === undefined || moreStarts.length > 0 || moreEnds.length > 0 || head.includes(END)) return undefined;
  return head + [START, ...lines, END].join(before.includes("\r\n") ? "\r\n" : "\n") + rest;
}
