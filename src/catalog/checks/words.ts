import { allLanguages } from "../languages.ts";
import { baseLanguage, perForm, type CheckedText, type Finders } from "./check.ts";

const PLACEHOLDER =
  /%(?:\(\w+\))?(?:\d+\$)?[-+ 0#]*\d*(?:\.\d+)?(?:hh|ll|[hlLqjzt])?[a-zA-Z@%]|%[\w.]+%|\$?(?<!\{)\{+[^{}]*\}+|\$t\([^()]*\)|(?<!\w):[a-z_]\w*|@:[\w.]+/g;
const MARKUP = /<[^<>]*>|&#?\w+;|\[\/?\w+(?:=[^[\]]*)?\]/g;
const ADDRESS = /\b(?:[a-z][a-z+.-]*:\/\/|www\.)\S+|\S+@\S+\.\w+|(?<=^|\s)(?:\.{0,2}\/)?(?:[\w.-]+\/)+[\w.-]*/gi;
/** Written alike in most languages of Latin script; names of things rather than words. */
const INTERNATIONAL = new Set(
  `a.m admin administrator agenda alarm album alias android api app apple archive ascii audio avatar backend backup bank bar
  beta bit blog bonus boolean bootstrap bot browser buffer bug bytes byte cache cd chat chrome client cloud club cmd code codec
  commit contact cookie cookies copyright cpu css csv ctrl dashboard data database debian debug demo desktop detail dialog
  digital disk django dns docker download driver dvd e-mail editor email emails emoji engine error excel export facebook faq fediverse
  favicon feedback filter firefox firewall flash font forum fps frontend ftp gateway general gettext git github gitlab gmt gnome
  gnu google gpl gps gpu gui hardware hash hex hostname hotel html http https hook icon id imap import index info instagram
  integer interface internet intro ip ipv4 ipv6 iso java javascript jpeg jpg json kernel kb kde latex layout leader level
  link linux list live local log logo login mac macos mail manager manual markdown markup mastodon matrix max mb media
  meta metadata microsoft min mit mo mobile modem module monitor mp3 mp4 mysql name navigation normal notebook null offline
  ok online open opengl opera os p.m package panel parameter partner password patch pdf php ping pixel pixels plan platform plugin
  plugins png po podcast polygon pop3 popup portal port post postgresql premium problem profil profile project proxy python qr radio
  ram region release render reset rest root router rss ruby script scripts sdk seo server service session sms smtp
  snapshot software spam sql sqlite ssh ssl standard start status stop stream studio super support svg symbol sync system
  tag tags team telefon telegram terminal test text thread ticket tls token tool top total trailer transfer twitter txt
  ubuntu ui unicode unix update upload uri url urls usb username utc utf-8 uuid version video virtual vpn wan warning web
  webcam webhook website widget wifi wiki windows wordpress workflow www xml yaml youtube zip zone zoom singular plural
  jan feb mar apr may jun jul aug sep sept oct nov dec`.split(/\s+/),
);

/** Words that languages have in common with English by descent. */
const COGNATES: Readonly<Record<string, RegExp>> = {
  de: /^(?:april|august|september|november|position|hosting|global|details|notation|version|orange)$/i,
  fr: /(?:[ts]ion|age|able|ible|[ae]nce|ment|ude|ure|ural|obal)s?$|^(?:site|type|date|point|note|source|public|vote|minute|orange)s?$/i,
};

export const wordFinders: Finders = {
  same: perForm((source, target, text) =>
    source === target && text.language !== text.sourceLanguage && isToBeTranslated(source, text)
      ? "The translation is the source text."
      : undefined,
  ),

  duplicate: perForm((source, target, { language }) => {
    if (REDUPLICATING.has(baseLanguage(language))) return undefined;
    const found = repeatedWord(target);
    return found === undefined || repeatedWord(source) !== undefined ? undefined : `"${found}" stands twice in a row.`;
  }),
};

/** Languages that say a word twice to mean several, very or each; and those whose words no blank parts. */
const REDUPLICATING: ReadonlySet<string> = new Set(
  "id ms jv su tl fil th lo km my ja zh hi bn mr ne gu pa ta te kn ml ur si or as sa bho mai kok".split(" "),
);
const WORDS = /[\p{L}\p{M}\p{N}_'’-]+|[^\s\p{L}\p{M}\p{N}]+/gu;
/** Words that two clauses may bring together, or that mean something else when they are said twice. */
const REPEATABLE: ReadonlySet<string> = new Set([
  "nous",
  "vous",
  "tek",
  "ayrı",
  "yavaş",
  "sık",
  "adım",
  "zaman",
  "yan",
]);

/** The word that stands twice in a row. */
export function repeatedWord(text: string): string | undefined {
  let previous = "";
  for (const [word] of text.replace(MARKUP, " | ").replace(PLACEHOLDER, " | ").matchAll(WORDS)) {
    if (word === previous && /^\p{L}[\p{L}\p{M}'’-]+$/u.test(word) && !REPEATABLE.has(word.toLowerCase())) return word;
    previous = word;
  }
  return undefined;
}

function isToBeTranslated(source: string, { flags, language, sourceLanguage }: CheckedText): boolean {
  if (flags.has("strict-same")) return true;
  if (baseLanguage(language) === baseLanguage(sourceLanguage)) return false;
  const bare = withoutVariants(source, flags).replace(ADDRESS, " ").replace(MARKUP, " ").replace(PLACEHOLDER, " ");
  const words = bare.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}.+#'’-]*/gu) ?? [];
  const names = languageNames();
  const cognates = COGNATES[baseLanguage(language)];
  return words.some((word) => isOrdinaryWord(word) && !names.has(word) && cognates?.test(word) !== true);
}

let namesOfLanguages: ReadonlySet<string> | undefined;

/** The first words of the names of languages, which are names in other languages too: `Esperanto`, `Tagalog`. */
function languageNames(): ReadonlySet<string> {
  namesOfLanguages ??= new Set(allLanguages().flatMap(({ name }) => name.split(/[\s(]/, 1)));
  return namesOfLanguages;
}

/** An ICU message without anything in braces. */
function withoutVariants(text: string, flags: CheckedText["flags"]): string {
  if (!flags.has("icu-message-format")) return text;
  const bare = text.replace(/\{[^{}]*\}/g, " ");
  return bare === text ? text : withoutVariants(bare, flags);
}

/** A word with meaning: no abbreviation, number, name of a product, or letter alone. */
function isOrdinaryWord(written: string): boolean {
  const word = written.replace(/[.+'’-]+$/, "");
  if (Array.from(word).length < 2 || /\p{N}/u.test(word)) return false;
  if (/^\p{Lu}[\p{Lu}.-]*s?$/u.test(word) && word.length <= 5) return false;
  if (/\p{Ll}\p{Lu}/u.test(word)) return false;
  return !INTERNATIONAL.has(word.toLowerCase());
}
