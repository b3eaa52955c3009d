import { baseLanguage } from "../../catalog/checks/check.ts";
import { html, type Content } from "../../http-api/markup.ts";
import { PROFILE } from "../pages/addresses.ts";
import type { PlainKey, Words } from "../wording/words.ts";

/** A character that keyboards lack, as the page shows it. */
export interface SpecialCharacter {
  readonly character: string;
  /** What is shown in its place; of what nobody sees, a name. */
  readonly sign: string;
  /** Of what nobody sees, in words. */
  readonly name: PlainKey | undefined;
}

const invisible: Readonly<Record<string, readonly [sign: string, name: PlainKey]>> = {
  "\u00A0": ["nbsp", "character.nbsp"],
  "\u202F": ["nnbsp", "character.nnbsp"],
  "\u200E": ["LRM", "character.lrm"],
  "\u200F": ["RLM", "character.rlm"],
  "\u200C": ["ZWNJ", "character.zwnj"],
  "\u200D": ["ZWJ", "character.zwj"],
  "\u00AD": ["shy", "character.shy"],
  "\u061C": ["ALM", "character.alm"],
  "\u200B": ["ZWSP", "character.zwsp"],
  "\u2060": ["WJ", "character.wj"],
};

/** For every language. */
const USUAL = "\u00A0…–—";
/** For those that are written from right to left. */
const DIRECTIONS = "\u200F\u200E\u200C";

/** By base language: quotation marks as its texts have them, and what its writing needs besides. */
const BY_LANGUAGE: readonly (readonly [languages: string, characters: string])[] = [
  ["cs sk de sl hr lt is et hsb dsb sq", "„“‚‘"],
  ["en ga cy ko tr vi th ms id fil", "“”‘’"],
  ["nl af", "“”‘’ĳ"],
  ["fr", "«»\u202F’ŒœÆæÇÀÉ"],
  ["br oc wa", "«»\u202F’"],
  ["pl hu ro", "„”«»’"],
  ["bg mk sr bs", "„“”’"],
  ["ru uk be kk ky tt", "«»„“’"],
  ["es ca gl pt eu ast an", "«»“”¿¡ºª"],
  ["it lv no nb nn da el hy az ka", "«»“”’"],
  ["fi sv", "”’»"],
  ["ja zh yue", "「」『』、。・～〜《》"],
  ["ar", "«»“”،؛؟"],
  ["fa ur ckb ps ug sd", "«»،؛؟"],
  ["he yi", "״׳”“־"],
  ["hi bn mr ne sa ta te kn ml gu pa or as", "“”।\u200C\u200D"],
  ["km lo my", "“”«»\u200D"],
];

/** Those that a translator into a language looks for, with their own of the profile. */
export function specialCharacters(
  { code, direction }: { readonly code: string; readonly direction: string },
  own: string,
): readonly SpecialCharacter[] {
  const base = baseLanguage(code);
  const listed = BY_LANGUAGE.filter(([languages]) => languages.split(" ").includes(base)).map(([, each]) => each);
  const usual = listed.join("") + (direction === "rtl" ? DIRECTIONS : "") + USUAL;
  return [...new Set([...Array.from(usual), ...charactersIn(own)])]
    .filter((character) => character === "\u00A0" || character === "\u202F" || character.trim() !== "")
    .map((character) => {
      const [sign, name] = invisible[character] ?? [character];
      return { character, sign, name };
    });
}

/** A letter with what stands above it is one character to people; a joiner that joins no letter is one, too. */
function charactersIn(text: string): readonly string[] {
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment).flatMap((segment) =>
    /^\P{L}[\u200C\u200D]+$/u.test(segment) ? Array.from(segment) : [segment],
  );
}

/** A row to copy from; a script makes buttons of it that insert. */
export function characterRow(characters: readonly SpecialCharacter[], { say }: Words): Content {
  return html`<div class="characters">
    <p class="characters" role="group" aria-label="${say("character.row")}">
      ${characters.map(({ character, sign, name }) => {
        const named = name === undefined ? character : say(name);
        return html`<data class="part" value="${character}" data-name="${named}" data-sign="${sign}"
          >${sign === character ? character : html`<span class="hidden">${character}</span>${sign}`}</data
        > `;
      })}
    </p>
    <a class="soft" href="${PROFILE}"
      >${say("character.own")}<span class="hidden">${say("character.ownWhere")}</span></a
    >
  </div>`;
}
