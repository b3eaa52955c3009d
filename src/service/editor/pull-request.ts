import { withPlainPlaceholders } from "../units/unit-checks.ts";
import { pluralFormulaOf } from "../components/language.ts";
import { runChecks, type CheckedText } from "../../catalog/checks/index.ts";
import { parseFlags, type Flags } from "../../catalog/flags.ts";
import { unitStates } from "../../catalog/unit.ts";
import { isOwnToken } from "../../http-api/request.ts";
import { html } from "../../http-api/markup.ts";
import { Refusal } from "../../http-api/refusal.ts";
import { formOf } from "../http/form.ts";
import { denied, locked, notAuthenticated } from "../http/refusal.ts";
import { may, type Caller } from "../identity/permissions.ts";
import type { VisibleTranslation } from "../identity/visible.ts";
import { earlyTranslations, keepEarly, type EarlyText, type EarlyTranslation } from "../landing/early-translations.ts";
import type { NewString } from "../landing/new-strings.ts";
import { pullRequestStrings } from "../landing/pull-request-strings.ts";
import { pageAnswer } from "../pages/layout.ts";
import { assertAgreed } from "../units/agreement.ts";
import { parseQuery } from "../units/query-terms.ts";
import { texts } from "../units/unit-row.ts";
import type { Words } from "../wording/words.ts";
import type { EditorVisit } from "./editor-visit.ts";
import { asItWasSaid } from "./parts.ts";
import { pullRequestPage, type ComingString, type PullRequestPage } from "./pull-request-page.ts";
import { bySearch, firstStrings } from "./walk.ts";

/** More of a pull request are translated once they are here. */
const MOST_STRINGS = 200;

/** The pull request that a search names: `?q=pr:123`, or `?pr=123` of a form. */
export function pullRequestIn(query: URLSearchParams): number | undefined {
  // Of what is here already it is a search like every other one.
  if (query.has("unit") || query.has("start")) return undefined;
  const text = query.get("pr") ?? /^\s*pr:(\d+)\s*$/.exec(query.get("q") ?? "")?.[1] ?? "";
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

/** The key or the source text that a search asks for, besides a pull request: what a link in a comment on it names. */
function askedString(query: URLSearchParams): string | undefined {
  const q = query.get("q") ?? "";
  if (!query.has("pr") || q === "") return undefined;
  const asked = parseQuery(q);
  const isOne = asked.kind === "term" && (asked.field === "key" || asked.field === "source");
  return isOne && asked.value.kind === "text" ? asked.value.text : undefined;
}

function isAsked({ key, context, source }: NewString, asked: string | undefined): boolean {
  return asked !== undefined && [key, context, source[0]].includes(asked);
}

/**
 * What a pull request adds, to be translated before it is merged: the texts wait, and are saved when their strings come.
 * @returns undefined where a string is asked for that is no longer of the pull request alone: it is found like every other one
 */
export async function answerPullRequest(
  visit: EditorVisit,
  place: VisibleTranslation,
  number: number,
): Promise<Response | undefined> {
  const { service, caller, visitor, url, request, words } = visit;
  const { say, show } = words;
  const asked = askedString(url.searchParams);
  const isHere = async () =>
    asked !== undefined &&
    (await bySearch(firstStrings(service, place, url.searchParams.get("q") ?? "", 1))).length > 0;
  if (caller.user === undefined) {
    if (await isHere()) return undefined;
    // Whoever asks for more makes the service look into the repository.
    throw notAuthenticated();
  }
  const found = await pullRequestStrings(service, place, number);
  const early = await earlyTranslations(service.database, place.translation.id);
  // The form of this page asks for no string: another one is not read here.
  const form = request.method === "POST" && asked === undefined ? await formOf(request) : new URLSearchParams();
  const written = writtenIn(form);
  const worked = new Set([
    ...early.map(({ key, source }) => idOf(key, JSON.stringify(source))),
    ...written.map(({ key, source }) => idOf(key, source)),
  ]);
  // Of those that come translated the ones that somebody wrote for, or came for.
  const isShown = (string: NewString): boolean =>
    !string.isTranslated || worked.has(idOf(string.key, JSON.stringify(string.source))) || isAsked(string, asked);
  const some = "strings" in found ? upTo(found.strings, { asked, isShown }) : [];
  const known = await coming(visit, place, some, early);
  const strings = known.filter(isShown);
  if (asked !== undefined && !strings.some((string) => isAsked(string, asked))) {
    // What could not be read may well hold it: a search that finds nothing would say that it does not.
    if (!("problem" in found) || (await isHere())) return undefined;
  }
  let said: PullRequestPage["said"] =
    "problem" in found ? { words: asItWasSaid(found.problem, words), isBad: true } : undefined;
  let status = 200;
  let typed = new Map<string, readonly string[]>();
  if (request.method === "POST") {
    const given = textsIn(form, strings);
    const taken = new Set(given.map(({ key, source }) => idOf(key, JSON.stringify(source))));
    const left = written.filter(({ key, source }) => !taken.has(idOf(key, source)));
    const unsaved =
      "problem" in found
        ? show("early.notSavedWhy", { why: asItWasSaid(found.problem, words), texts: withTexts(left, words) })
        : say("early.notSaved", { texts: withTexts(left, words) });
    const leftWords = left.length === 0 ? "" : html` ${unsaved}`;
    try {
      if (!isOwnToken(visitor.signedIn?.csrf ?? "", form.get("csrf_token"))) {
        throw denied(say("refusal.otherSession"));
      }
      await assertMayTranslateEarly(visit, place);
      const at = { translation: place.translation.id, pullRequest: number, user: caller.user.id };
      const overtaken = await keepEarly(service, at, given);
      if (overtaken.length === 0 && left.length === 0) {
        const saved = given.filter(({ target, seen }) => JSON.stringify(target) !== JSON.stringify(seen)).length;
        const query = new URLSearchParams({ q: `pr:${String(number)}`, saved: String(saved) });
        return new Response(null, { status: 303, headers: { Location: `${url.pathname}?${query.toString()}` } });
      }
      status = 409;
      const lost = given.filter(({ key }) => overtaken.includes(key));
      const overtakenWords = lost.length === 0 ? "" : say("early.overtaken", { texts: withTexts(lost, words) });
      said = { words: html`${overtakenWords}${leftWords}`, isBad: true };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      status = error.status;
      const refused = show("early.refused", { why: asItWasSaid(error.message, words) });
      said = { words: html`${refused}${leftWords}`, isBad: true };
    }
    if (status !== 409) typed = new Map(given.map(({ key, target }) => [key, target]));
  } else if (url.searchParams.has("saved")) {
    said = { words: say("early.saved"), isBad: false };
  }
  const { code: sourceLanguage } = await service.database
    .selectFrom("language")
    .select("code")
    .where("id", "=", place.component.source_language_id)
    .executeTakeFirstOrThrow();
  const now =
    status === 409
      ? await coming(visit, place, strings, await earlyTranslations(service.database, place.translation.id))
      : strings;
  const page = pullRequestPage({
    words,
    site: service.settings.siteTitle,
    visitor,
    path: url.pathname,
    place,
    number,
    strings: now.map((each) => {
      const target = typed.get(each.key) ?? each.target;
      const text = checkedTextOf(place, sourceLanguage, each, target);
      const findings = target.every((part) => part === "") ? [] : runChecks(text);
      return { ...each, shown: target, text, findings, isAsked: isAsked(each, asked) };
    }),
    lineAddress: "strings" in found && may(caller, place, "vcs.view") ? found.lineAddress : undefined,
    ownFile: "strings" in found ? found.ownFile : undefined,
    translatedThere: known.length - strings.length,
    more: "strings" in found ? Math.max(0, found.strings.length - MOST_STRINGS) : 0,
    said,
    mayTranslate: mayTranslate(caller, place),
  });
  return pageAnswer(page, status);
}

function mayTranslate(caller: Caller, place: VisibleTranslation): boolean {
  return place.translation.is_source !== 1 && place.component.locked !== 1 && may(caller, place, "unit.edit");
}

/** @throws 403, 423 */
async function assertMayTranslateEarly(
  { service, caller, words }: EditorVisit,
  place: VisibleTranslation,
): Promise<void> {
  if (place.component.locked === 1) throw locked();
  if (!mayTranslate(caller, place)) throw denied(words.say("refusal.mayNotSave"));
  await assertAgreed(service, caller, place.component);
}

function idOf(key: string, source: string): string {
  return JSON.stringify([key, source]);
}

/** No more than are shown: the one that is asked for before all others, and those that are only counted after them. */
function upTo(
  strings: readonly NewString[],
  { asked, isShown }: { readonly asked: string | undefined; readonly isShown: (string: NewString) => boolean },
): readonly NewString[] {
  const rank = (string: NewString): number => Number(!isShown(string)) - Number(isAsked(string, asked));
  return strings.toSorted((one, other) => rank(one) - rank(other)).slice(0, MOST_STRINGS);
}

/** The strings that are not here yet, with what is there of them. */
async function coming(
  { service }: EditorVisit,
  { translation }: VisibleTranslation,
  strings: readonly NewString[],
  early: readonly EarlyTranslation[],
): Promise<readonly ComingString[]> {
  const { database } = service;
  const units = await database
    .selectFrom("unit")
    .select(["key", "source", "target"])
    .where("translation_id", "=", translation.id)
    .where("key", "in", ["", ...strings.map(({ key }) => key)])
    .execute();
  const own = new Map(units.map((unit) => [unit.key, unit]));
  const written = new Map(early.map((row) => [idOf(row.key, JSON.stringify(row.source)), row]));
  return strings.flatMap((string) => {
    const unit = own.get(string.key);
    // Merged meanwhile: it is translated like every other one.
    if (unit !== undefined && unit.source === JSON.stringify(string.source)) return [];
    const kept = written.get(idOf(string.key, JSON.stringify(string.source)));
    const forms = string.source.length > 1 ? translation.plural_number : 1;
    const target = kept?.target ?? Array.from({ length: forms }, () => "");
    return [
      { ...string, target, present: unit === undefined ? [] : texts(unit.target), by: kept?.username ?? undefined },
    ];
  });
}

/** What a form brought, of strings that are asked for. */
function textsIn(form: URLSearchParams, strings: readonly ComingString[]): readonly EarlyText[] {
  return strings.flatMap(({ key, source, target }, at) => {
    // The order of strings may be another one since: the form says which it means.
    const index = [...form].find(([name, value]) => /^key\.\d+$/.test(name) && value === key)?.[0].slice("key.".length);
    const number = index ?? String(at);
    const typed = target.map((_, formAt) => form.get(`text.${number}.${String(formAt)}`));
    const said = form.get(`source.${number}`);
    if (index === undefined || said !== JSON.stringify(source) || typed.some((text) => text === null)) return [];
    const seen = target.map((_, formAt) => form.get(`seen.${number}.${String(formAt)}`) ?? "");
    const plain = typed.map((text) => (text ?? "").replaceAll("\r\n", "\n"));
    return [{ key, source, target: plain, seen: seen.map((text) => text.replaceAll("\r\n", "\n")) }];
  });
}

/** What somebody wrote into a form, of whichever strings. */
function writtenIn(
  form: URLSearchParams,
): readonly (Pick<EarlyText, "key" | "target"> & { readonly source: string })[] {
  const parts = Map.groupBy(form, ([name]) => /^(?:key|source|seen|text)\.(\d+)/.exec(name)?.[1]);
  return [...parts].flatMap(([number, fields]) => {
    if (number === undefined) return [];
    const own = new Map(fields);
    const areas = fields.filter(([name]) => name.startsWith("text."));
    const isWritten = areas.some(
      ([name, text]) => text !== "" && text !== (own.get(name.replace("text", "seen")) ?? ""),
    );
    if (!isWritten) return [];
    const [key = "", source = ""] = ["key", "source"].map((name) => own.get(`${name}.${number}`));
    return [{ key, source, target: areas.map(([, text]) => text) }];
  });
}

/** Nothing that was typed is gone before its author could copy it. */
function withTexts(written: readonly Pick<EarlyText, "key" | "target">[], { say }: Words): string {
  return written.map(({ key, target }) => say("early.youWrote", { key, text: target.join(" / ") })).join(", ");
}

/**
 * Nobody has agreed to what an unmerged file says: of its flags those count that are a name alone, or have one number. Its
 * expressions and replacements could keep this thread for minutes.
 */
function flagsOf(own: string, theirs: string): Flags {
  const harmless = [...parseFlags(theirs)].filter(
    ([, parameters]) =>
      parameters.length <= 1 && parameters.every((each) => typeof each === "string" && /^\d{1,9}$/.test(each)),
  );
  return new Map([...parseFlags(own), ...harmless]);
}

function checkedTextOf(
  { component, language, translation }: VisibleTranslation,
  sourceLanguage: string,
  { source, flags }: NewString,
  target: readonly string[],
): CheckedText {
  return withPlainPlaceholders({
    source,
    target,
    state: unitStates.translated,
    flags: flagsOf(component.settings.check_flags, flags),
    sourceLanguage,
    language: language.code,
    pluralForms: translation.plural_number,
    isSource: false,
    format: component.settings.file_format,
    pluralFormula: pluralFormulaOf({ translation, language }),
  });
}
