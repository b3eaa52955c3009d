import { findLanguage } from "../../catalog/languages.ts";
import { membersOf, objectNamed, textNamed, type JsonContainer, type JsonFile, type JsonMember } from "../json/tree.ts";

/** The language of the program's own texts. */
export function sourceLanguageOf({ root }: JsonFile): string | undefined {
  return textNamed(root, "sourceLanguage");
}

/** The language that is wanted, as the file or else Apple writes it; without one, the source language. */
export function languageIn(file: JsonFile, wanted: string | undefined): string | undefined {
  const source = sourceLanguageOf(file);
  if (wanted === undefined) return source;
  return languagesOf(file).find((language) => isSameLanguage(language, wanted)) ?? wanted.replaceAll("_", "-");
}

/** The source language first, the others in the order of their codes. */
export function languagesOf(file: JsonFile): readonly string[] {
  const source = sourceLanguageOf(file);
  const others = new Set<string>();
  const strings = objectNamed(file.root, "strings");
  for (const { value } of strings === undefined ? [] : membersOf(strings)) {
    const localizations = value.kind === "object" ? objectNamed(value, "localizations") : undefined;
    if (localizations === undefined) continue;
    for (const { name } of membersOf(localizations)) if (name !== undefined) others.add(name);
  }
  const sorted = [...others].filter((name) => name !== source).toSorted();
  return source === undefined ? sorted : [source, ...sorted];
}

export function localizationIn(string: JsonContainer, language: string): JsonMember | undefined {
  const localizations = objectNamed(string, "localizations");
  if (localizations === undefined) return undefined;
  let found: JsonMember | undefined;
  for (const member of membersOf(localizations)) if (member.name === language && !member.isRemoved) found = member;
  return found;
}

function isSameLanguage(one: string, other: string): boolean {
  return one === other || (findLanguage(one)?.code ?? one) === (findLanguage(other)?.code ?? other);
}
