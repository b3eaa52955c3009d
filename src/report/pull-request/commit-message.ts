import type { CommitText } from "../../forge/forge.ts";
import type { RunResult, Translator } from "../../sync/plan.ts";
import { digestOf, type LanguageDigest, type RunDigest } from "../run/run-digest.ts";
import { oneLine } from "../../core/one-line.ts";
import { shorten, withoutReferences } from "../words/escape.ts";
import { counted } from "../words/words.ts";
import type { Group, Trailer } from "./grouping.ts";
import { standardTitle } from "./title.ts";

/** Tools cut headlines beyond this. */
const MAX_HEADLINE = 72;
/** Those of a template are somebody's own; beyond this they are refused by what checks conventional commits. */
const MAX_OWN_HEADLINE = 100;

export interface CommitContext {
  readonly group?: Group | undefined;
  /** What `commit.message` of the mapping made, if that is set. */
  readonly headline?: string | undefined;
  readonly signOff?: boolean;
}

/** The commit of a run; `trailers` come from the engine and are taken as they are. */
export function commitText(
  result: RunResult,
  trailers: readonly Trailer[],
  { group, headline, signOff = false }: CommitContext = {},
): CommitText {
  const digest = digestOf(result);
  return {
    headline: headline === undefined ? standardHeadline(digest, group) : shorten(headline, MAX_OWN_HEADLINE),
    body: digest.languages.map(languageLine).join("\n"),
    trailers: [...result.translators.map(coAuthor), ...trailers],
    ...(signOff ? { signOff } : {}),
  };
}

function standardHeadline(digest: RunDigest, group: Group | undefined): string {
  const fitting = [2, 1, 0]
    .map((languages) => standardTitle(digest, languages, group))
    .find((title) => title.length <= MAX_HEADLINE);
  return fitting ?? shorten(standardTitle(digest, 0, group), MAX_HEADLINE);
}

function languageLine(digest: LanguageDigest): string {
  const counts = [
    digest.fresh === 0 ? "" : `${String(digest.fresh)} new`,
    digest.changed === 0 ? "" : `${String(digest.changed)} changed`,
    digest.removed === 0 ? "" : `${String(digest.removed)} removed`,
  ].filter((part) => part !== "");
  const fallback = digest.untranslated > 0 ? counted(digest.untranslated, "untranslated string") : "file updated";
  return `- ${withoutReferences(oneLine(shorten(digest.name, 40)))}: ${counts.length > 0 ? counts.join(", ") : fallback}`;
}

const CO_AUTHOR = "Co-authored-by";

function coAuthor(translator: Translator): Trailer {
  return { name: CO_AUTHOR, value: `${personName(translator)} <${mailAddress(translator.email)}>` };
}

/** The same trailer as a line, for the last paragraph of a pull request. */
export function coAuthorLine(translator: Translator): string {
  return `${CO_AUTHOR}: ${personName(translator)} <${mailAddress(translator.email)}>`;
}

/** The line stands in a pull request's Markdown as well, unescaped: what could be markup there is no part of a name. */
function personName({ name, username }: Translator): string {
  const plain = shorten(oneLine(name || username), 100).replace(/[<>[\]`*|\\]/g, "");
  // An entity would be read as the character it names, `@` among them.
  const clean = withoutReferences(plain.replace(/&(?=#|[a-z][a-z\d]*;)/gi, "& ")).trim();
  return clean === "" ? "Unknown" : clean;
}

const NOBODY = "unknown@users.noreply.invalid";

/** An address that is one in Markdown and in git, whatever the service says. */
function mailAddress(email: string): string {
  const clean = email.replace(/[^A-Za-z0-9._%+@-]/g, "");
  return /^[^@]{1,64}@[^@]{1,190}$/.test(clean) ? clean : NOBODY;
}
