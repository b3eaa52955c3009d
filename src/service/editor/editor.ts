import { jsonIn } from "../../core/json.ts";
import { randomBytes } from "node:crypto";
import { runChecks, type CheckFinding } from "../../catalog/checks/index.ts";
import { mended } from "../../catalog/checks/repairs.ts";
import { unitStates } from "../../catalog/unit.ts";
import { isOwnToken } from "../../http-api/request.ts";
import { invalid, Refusal } from "../../http-api/refusal.ts";
import { formOf } from "../http/form.ts";
import { idIn } from "../http/hyperlink.ts";
import { denied, notFound, parseError } from "../http/refusal.ts";
import { may, type Caller } from "../identity/permissions.ts";
import { contentActions } from "../changes/actions.ts";
import { TAKEN_OVER } from "../changes/for-you.ts";
import { imageAnswer, visibleScreenshot } from "../screenshots/screenshots.ts";
import { visibleTranslation, visibleUnit, type VisibleTranslation, type VisibleUnit } from "../identity/visible.ts";
import { withVisibleDirections, type Content } from "../../http-api/markup.ts";
import { pageAnswer } from "../pages/layout.ts";
import { signInPage } from "../pages/sign-in-page.ts";
import { listAddress } from "../pages/crumbs.ts";
import { endOfListPage, translationPage, type SaidAtEnd } from "../pages/translation-page.ts";
import { machineSuggestions } from "../machinery/suggestions.ts";
import { linksOfList } from "../maintainer/maintainer.ts";
import type { Service } from "../service.ts";
import { TooCostly } from "../../store/too-costly.ts";
import { signAgreement } from "../units/agreement.ts";
import { ask, explainBy, resolveQuestion, sendAgain } from "../questions/questions.ts";
import { addComment, assertComment } from "../units/comments.ts";
import { dismissalsOf, dismissCheck, undoDismissal, type Dismissal } from "../units/dismissal.ts";
import { revertTo } from "../units/revert.ts";
import { acceptSuggestion, rejectSuggestion, suggest, vote, type SuggestionRecord } from "../units/suggestions.ts";
import { checkedIn, checkedTextOf } from "../units/unit-checks.ts";
import { searchProblem } from "../units/query-terms.ts";
import { rightsRefusal } from "../units/unit-access.ts";
import { texts } from "../units/unit-row.ts";
import { editorPage, type Draft, type Notice } from "./editor-page.ts";
import {
  conflicts,
  gitConflictOf,
  settleConflict,
  withoutLockOfConflict,
  type GitConflict,
} from "../landing/conflicts.ts";
import { assertMaySearch } from "../landing/pull-request-search.ts";
import { landingOf } from "../landing/landing.ts";
import { originOf } from "../landing/origin.ts";
import { releaseWith } from "../landing/releases.ts";
import { knownSourceOrigin } from "../landing/source-origin.ts";
import { openGlossaries, TERMS_OF_A_PAGE, termsFor } from "./glossary.ts";
import { mayRemember, memoryFor, offeredForms } from "./memory-offers.ts";
import { asItWasSaid } from "./parts.ts";
import { panel, panelName, type PanelContent, type PanelName } from "./panels.ts";
import { mayLand, readRights, readString, suggestionsOf, type StringRights } from "./read-string.ts";
import { answerBulkEdit, isBulkEdit } from "./bulk-edit-page.ts";
import { answerZen, isZen, zenAddress } from "./zen-page.ts";
import type { EditorVisit } from "./editor-visit.ts";
import { answerPullRequest, pullRequestIn } from "./pull-request.ts";
import { answerNewTerm, isNewTerm } from "./new-term-page.ts";
import { openLine, type OpenString } from "./open-strings.ts";
import { reasonIn, savedWith } from "./problems.ts";
import { saveString, stateFor, type Saved } from "./save-string.ts";
import { hashOfText } from "./seen.ts";
import { stringAddress, stringNamed } from "./string-address.ts";
import type { Words } from "../wording/words.ts";
import { bySearch, FAILING, firstStrings, neighbours, SearchTooCostly, stringBeside, TO_DO, walkAt } from "./walk.ts";

const LONGEST_REASON = 200;
const PATH = /^\/translate\/([^/]+)\/(.+)\/([^/]+)\/$/;

export function isEditorPage(url: URL): boolean {
  return PATH.test(url.pathname);
}

/**
 * The page on which one string is translated, and what its form does. Everything works without a script. A text that was
 * typed comes back with every answer that is no success.
 */
export async function answerEditor(visit: EditorVisit): Promise<Response> {
  const { service, caller, url, request } = visit;
  const number = pullRequestIn(url.searchParams);
  const isOfString = number === undefined && !isBulkEdit(url.searchParams) && !isNewTerm(url.searchParams);
  if (request.method === "POST" && isOfString) return submitted(visit);
  const place = await visibleTranslation(service, caller, placeIn(url));
  try {
    return await answered(visit, place, number);
  } catch (error) {
    const q = url.searchParams.get("q") ?? "";
    const isOfSearch =
      error instanceof TooCostly ? error instanceof SearchTooCostly : searchProblem(error) !== undefined;
    if (request.method === "POST" || q === "" || !isOfSearch) throw error;
    // The list says beside the field what is wrong with the search.
    return new Response(null, {
      status: 303,
      headers: { Location: `${listAddress(place)}?q=${encodeURIComponent(q)}` },
    });
  }
}

async function answered(visit: EditorVisit, place: VisibleTranslation, number: number | undefined): Promise<Response> {
  const { service, caller, url, request } = visit;
  const coming = number === undefined ? undefined : await answerPullRequest(visit, place, number);
  if (coming !== undefined) return coming;
  if (isBulkEdit(url.searchParams)) return answerBulkEdit(visit, place);
  if (isNewTerm(url.searchParams)) return answerNewTerm(visit, place);
  if (isZen(url.searchParams) && request.method !== "POST") {
    const notice = await noticeIn(visit, place);
    return answerZen(visit, place, notice?.kind === "saved" ? notice : undefined);
  }
  const image = url.searchParams.get("image");
  if (image !== null) return picture(visit, await unitIn(visit, place, idIn(url.searchParams.get("unit"))), image);
  if (url.searchParams.get("panel") === "open") return openAlone(visit, place);
  const only = url.searchParams.get("only") === "yes" ? panelName(url.searchParams.get("panel")) : undefined;
  if (only !== undefined) return panelAlone(visit, place, only);
  const q = url.searchParams.get("q") ?? "";
  assertMaySearch(caller, q);
  const named = await stringNamed(service, place, url.searchParams);
  if (named !== undefined)
    return shown(visit, await unitIn(visit, place, named), { notice: await noticeIn(visit, place) });
  if (url.searchParams.has("done"))
    return pageAnswer(
      endOfListPage({ ...visit, site: service.settings.siteTitle }, place, q, await lastWords(visit, place)),
    );
  const [first, second] = await bySearch(firstStrings(service, place, q, 2));
  // A search that finds one string means that string; one that finds several, their list.
  if (first !== undefined && (second === undefined || q === "" || url.searchParams.has("start"))) {
    const begin = { position: -1, id: 0 };
    const start =
      q === "" || q === TO_DO
        ? await stringBeside(service, place, TO_DO, begin, "after", unitsOf(await openToOthers(visit, place)))
        : first;
    return shown(visit, await unitIn(visit, place, start ?? first), {});
  }
  const { project, component, language } = placeIn(url);
  return pageAnswer(
    await translationPage(
      {
        ...visit,
        site: service.settings.siteTitle,
        hasConflicts: (id) => conflicts(service, id),
        ofList: () => Promise.resolve(linksOfList(caller, place)),
        checked: (id, units) => checkedIn(service.readers, id, units),
      },
      project,
      component,
      language,
    ),
  );
}

async function submitted(visit: EditorVisit): Promise<Response> {
  const { service, caller, visitor, url, request } = visit;
  const form = await formOf(request);
  const at = await submittedUnit(visit, form.get("unit") ?? "");
  const draft = draftIn(form, texts(at.unit.target).length);
  if (visitor.signedIn === undefined || caller.user === undefined) {
    const site = service.settings.siteTitle;
    const kept = Object.fromEntries([...form].filter(([name]) => name !== "csrf_token"));
    return pageAnswer(signInPage({ site, visitor, next: `${url.pathname}${url.search}`, kept }), 401);
  }
  try {
    if (!isOwnToken(visitor.signedIn.csrf, form.get("csrf_token"))) {
      throw denied(visit.words.say("refusal.signedInAnew"));
    }
    if (form.get("agree") === "yes") await signAgreement(service, caller, at.component);
    const [name = "", ...rest] = (form.get("do") ?? "next").split(":");
    const order = Object.hasOwn(editorOrders, name) ? editorOrders[name] : undefined;
    if (order === undefined) throw denied(visit.words.say("refusal.noSuchOrder"));
    return await order({ visit, at, draft, form, about: rest.join(":") });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return shown(visit, at, { draft, notice: { kind: "refused", reason: error.message }, status: error.status });
  }
}

/** What a form asks for, with what it brought. */
interface Ordered {
  readonly visit: EditorVisit;
  readonly at: VisibleUnit;
  readonly draft: Draft;
  readonly form: URLSearchParams;
  /** What stands after the order's name: `accept:17`. */
  readonly about: string;
}
type Order = (ordered: Ordered) => Promise<Response>;

/** Everything that the buttons of a string's page do, by the name that they send. */
export const editorOrders: Readonly<Record<string, Order>> = {
  next: ({ visit, at, draft }) => saved(visit, at, draft, "next"),
  stay: ({ visit, at, draft }) => saved(visit, at, draft, "stay"),
  confirm: ({ visit, at, draft }) => saved(visit, at, { ...draft, state: unitStates.translated }, "next"),
  suggest: async ({ visit, at, draft }) => {
    assertComment(draft.comment);
    await suggest(visit.service, visit.caller, at, draft.target);
    await commented(visit, at, draft);
    return onward(visit, at, "next", { suggested: at.unit.id });
  },
  comment: async ({ visit, at, draft }) => {
    if (draft.comment === "") throw invalid("comment", visit.words.say("refusal.commentEmpty"));
    assertComment(draft.comment);
    await commented(visit, at, draft);
    // What was typed into the other fields is not saved by it, and stays there.
    return shown(visit, at, { draft: { ...draft, comment: "" }, notice: { kind: "commented" } });
  },
  ask: async ({ visit, at, draft }) => {
    const problem = await ask(visit.service, visit.caller, at, draft.comment, visit.url.origin);
    return shown(visit, at, {
      draft: { ...draft, comment: "" },
      notice: { kind: "said", words: askedWords(problem, visit.words) },
    });
  },
  "ask-again": async ({ visit, at, draft, about }) => {
    const problem = await sendAgain(visit.service, visit.caller, at, about);
    return shown(visit, at, { draft, notice: { kind: "said", words: askedWords(problem, visit.words) } });
  },
  settle: async ({ visit, at, draft, about }) => {
    await resolveQuestion(visit.service, visit.caller, at, about, true);
    return shown(visit, at, { draft, notice: { kind: "said", words: visit.words.say("notice.questionSettled") } });
  },
  unsettle: async ({ visit, at, draft, about }) => {
    await resolveQuestion(visit.service, visit.caller, at, about, false);
    return shown(visit, at, { draft, notice: { kind: "said", words: visit.words.say("notice.questionOpen") } });
  },
  explain: async ({ visit, at, draft, about }) => {
    await explainBy(visit.service, visit.caller, at, about);
    const words = visit.words.say("notice.explained");
    return shown(visit, await again(visit, at), { draft, notice: { kind: "said", words } });
  },
  use: async ({ visit, at, draft, about }) => {
    const forms = await offeredForms(visit.service, visit.caller, at, idIn(about));
    if (forms === undefined) throw denied(visit.words.say("refusal.memoryGone"));
    return shown(visit, at, { draft: withForms(draft, forms) });
  },
  "use-near": async ({ visit, at, draft, about }) => {
    const near = (await neighbours(visit.service, at)).find(({ id }) => id === idIn(about));
    if (near === undefined) throw denied(visit.words.say("refusal.notNear"));
    return shown(visit, at, { draft: withForms(draft, texts(near.target)) });
  },
  machine: async ({ visit, at, draft }) => {
    if (visit.url.searchParams.get("only") === "yes") return panelOf(visit, at, "machine");
    return shown(visit, at, { draft, panel: "machine" });
  },
  "take-machine": async ({ visit, at, draft, about }) => {
    const [found] = await machineSuggestions(visit.service, visit.caller, at, about);
    if (found?.text === undefined) throw denied(found?.problem ?? visit.words.say("refusal.machine"));
    return shown(visit, at, { draft: { ...draft, target: found.text.forms }, panel: "machine" });
  },
  fix: ({ visit, at, draft, about }) => mendedText(visit, at, draft, about),
  "as-file": ({ visit, at, draft }) => shown(visit, at, { draft, asFile: true }),
  "as-read": ({ visit, at, draft }) => shown(visit, at, { draft }),
  change: ({ visit, at, draft }) => shown(visit, at, { draft, panel: "landing" }),
  git: async ({ visit, at, draft }) => {
    const text = mayLand(visit.caller, at)
      ? ((await textOfGit(visit, at))?.texts ?? (await landing(visit, at))?.upstream)
      : undefined;
    if (text === undefined || text.length !== draft.target.length) throw denied(visit.words.say("refusal.gitSame"));
    return shown(visit, at, { draft: { ...draft, target: text } });
  },
  // Takes back what settled a conflict with git, too.
  "undo-change": async ({ visit, at, about }) => {
    const change = { change: idIn(about), side: "old" } as const;
    return reverted(visit, (await textOfGit(visit, at)) === undefined ? at : withoutLockOfConflict(at), change);
  },
  "bring-back": ({ visit, at, about }) => reverted(visit, at, { change: idIn(about), side: "target" }),
  take: async ({ visit, at, draft, about }) => {
    const { target } = await suggestionIn(visit, at, about);
    return shown(visit, at, { draft: { ...draft, target: texts(target), suggestion: idIn(about) } });
  },
  vote: (ordered) => voted(ordered, 1),
  against: (ordered) => voted(ordered, -1),
  decline: async ({ visit, at, form, about }) => {
    const why = { reason: (form.get("why") ?? "").trim().slice(0, LONGEST_REASON), isSpam: false };
    const suggestion = await suggestionIn(visit, at, about);
    const isDeclined = await rejectSuggestion(visit.service, visit.caller, at, suggestion, why);
    if (!isDeclined) throw denied(visit.words.say("refusal.suggestionGone"));
    return onward(visit, at, "stay", { declined: 1 });
  },
  accept: ({ visit, at, about }) => accepted(visit, at, about),
  dismiss: ({ visit, at, draft, form }) => dismissed(visit, at, draft, form),
  undo: (ordered) => counted(ordered, false),
  "undo-everywhere": (ordered) => counted(ordered, true),
};

/** Where the forms are not as many, the first alone is taken. */
function withForms(draft: Draft, forms: readonly string[]): Draft {
  const { target } = draft;
  return { ...draft, target: forms.length === target.length ? forms : [forms[0] ?? "", ...target.slice(1)] };
}

async function reverted(
  visit: EditorVisit,
  at: VisibleUnit,
  to: { readonly change: number; readonly side: "old" | "target" },
): Promise<Response> {
  const elsewhere = await revertTo(visit.service, visit.caller, at, to);
  return onward(visit, at, "stay", { saved: at.unit.id, elsewhere: elsewhere.length });
}

async function voted({ visit, at, about }: Ordered, value: 1 | -1): Promise<Response> {
  const outcome = await vote(visit.service, visit.caller, at, await suggestionIn(visit, at, about), value);
  return onward(visit, at, "stay", outcome.result === "accepted" ? { saved: at.unit.id } : { voted: 1 });
}

/** @param place the string; where a conflict with git locks it, who saw what git says may save all the same, which settles it */
async function saved(visit: EditorVisit, place: VisibleUnit, draft: Draft, action: string): Promise<Response> {
  const { service, caller } = visit;
  const decides = draft.settles.length > 0 && (await gitConflictOf(service, place)) !== undefined;
  const at = decides ? withoutLockOfConflict(place) : place;
  assertComment(draft.comment);
  const state = stateFor(draft);
  const hash = hashOfText(draft.target, state);
  const findings = draft.known === hash ? [] : await findingsIn(service, at, { ...draft, state });
  // Said once: who saves the same text again has read it.
  if (findings.length > 0) {
    return shown(visit, at, { draft: { ...draft, known: hash }, notice: { kind: "problems" }, findings, status: 422 });
  }
  const outcome = await saveString(service, caller, at, draft);
  if (outcome.kind === "saved") {
    if (decides) await settleConflict(service, caller, at, { chosen: draft.target, seen: draft.settles });
    await commented(visit, at, draft);
    if (draft.suggestion > 0) await takenOver(visit, at, draft);
    return onward(visit, at, action, {
      saved: at.unit.id,
      elsewhere: outcome.elsewhere.length,
      // What the checks find stands in a text that was read with it alone.
      failing: draft.known === hash ? 1 : 0,
    });
  }
  return overtaken(visit, at, draft, outcome);
}

/** What the checks find in a text, without what was dismissed of its string. */
async function findingsIn(
  service: Service,
  at: Pick<VisibleUnit, "component" | "unit">,
  text: Pick<Draft, "target" | "state">,
): Promise<readonly CheckFinding[]> {
  const checked = await checkedText(service, at, text);
  const found = checked === undefined ? [] : runChecks(checked);
  return found.length === 0 ? [] : counting(found, await dismissalsOf(service.database, at.unit.id));
}

/** The text with what one check found mended: it is shown, and saved by nobody yet. */
async function mendedText(visit: EditorVisit, at: VisibleUnit, draft: Draft, about: string): Promise<Response> {
  const [check, form] = about.split(":");
  const text = await checkedText(visit.service, at, { ...draft, state: stateFor(draft) });
  const finding =
    text === undefined ? undefined : runChecks(text).find((each) => each.check === check && String(each.form) === form);
  const whole = text === undefined || finding === undefined ? undefined : mended(text, finding);
  const target = whole === undefined || finding === undefined ? draft.target : draft.target.with(finding.form, whole);
  return shown(visit, at, { draft: { ...draft, target } });
}

/** Saves the text that the check was dismissed of, where it is another one than the stored. */
async function dismissed(visit: EditorVisit, at: VisibleUnit, draft: Draft, form: URLSearchParams): Promise<Response> {
  const { service, caller } = visit;
  const outcome = await saveString(service, caller, at, draft);
  if (outcome.kind === "conflict") return overtaken(visit, at, draft, outcome);
  const check = form.get("check") ?? "";
  const equal = form.get("equal") === "yes";
  const everywhere = form.get("everywhere_dismissed") === "yes";
  const count = await dismissCheck(service, caller, at, { check, reason: reasonIn(form), equal, everywhere });
  return onward(visit, at, "stay", { dismissed: count });
}

/** Lets a dismissed check count again. */
async function counted({ visit, at, about }: Ordered, everywhere: boolean): Promise<Response> {
  const count = await undoDismissal(visit.service, visit.caller, at, { check: about, everywhere });
  return onward(visit, at, "stay", count > 1 ? { counted: count } : {});
}

function overtaken(
  visit: EditorVisit,
  at: VisibleUnit,
  draft: Draft,
  { now, hasOtherSource }: Extract<Saved, { readonly kind: "conflict" }>,
): Promise<Response> {
  return shown(visit, { ...at, unit: now }, { draft, notice: { kind: "overtaken", hasOtherSource }, status: 409 });
}

/** @param problem why a question stays here; "": it goes */
function askedWords(problem: string, words: Words): Content {
  if (problem === "") return words.say("notice.questionSent");
  return words.show("notice.questionKept", { problem: asItWasSaid(problem, words) });
}

/** The string as it is after a change. */
function again({ service, caller }: EditorVisit, { unit }: VisibleUnit): Promise<VisibleUnit> {
  return visibleUnit(service, caller, String(unit.id));
}

/** Says what stands in the field for a comment, if anything does. @throws 403 without the right to comment */
async function commented({ service, caller, url }: EditorVisit, at: VisibleUnit, draft: Draft): Promise<void> {
  const { comment, scope } = draft;
  if (comment !== "") await addComment(service, caller, at, { comment, scope }, url.origin);
}

/** @throws 403 for one that is gone */
async function suggestionIn({ service, words }: EditorVisit, at: VisibleUnit, id: string): Promise<SuggestionRecord> {
  const suggestions = await suggestionsOf(service.database, at.unit.id);
  const found = suggestions.find((each) => String(each.id) === id);
  if (found === undefined) throw denied(words.say("refusal.suggestionGone"));
  return found;
}

/** A suggestion that became a text by somebody's hand waits no longer; its author is told that it was changed. */
async function takenOver({ service, caller }: EditorVisit, at: VisibleUnit, { suggestion }: Draft): Promise<void> {
  const found = (await suggestionsOf(service.database, at.unit.id)).find(({ id }) => id === suggestion);
  if (found === undefined || !may(caller, at, "suggestion.delete")) return;
  await rejectSuggestion(service, caller, at, found, { reason: TAKEN_OVER, isSpam: false });
}

/** A screenshot of the string, for who is signed in here: the API knows them by their tokens alone. */
async function picture({ service, caller }: EditorVisit, at: VisibleUnit, id: string): Promise<Response> {
  const place = await visibleScreenshot(service, caller, id);
  if (place.component.id !== at.component.id) throw notFound();
  return imageAnswer(service, place);
}

async function accepted(visit: EditorVisit, at: VisibleUnit, id: string): Promise<Response> {
  const { service, caller } = visit;
  const suggestion = await suggestionIn(visit, at, id);
  const elsewhere = await acceptSuggestion(service, caller, at, suggestion, { approve: false });
  return onward(visit, at, "stay", { saved: at.unit.id, elsewhere: elsewhere.length });
}

/** On to the next string of the search, or the same one again; the page that comes says what was done. */
async function onward(
  visit: EditorVisit,
  at: VisibleUnit,
  action: string,
  done: Readonly<Record<string, number>>,
): Promise<Response> {
  const { service, url } = visit;
  const q = url.searchParams.get("q") ?? "";
  const query = new URLSearchParams(q === "" ? {} : { q });
  if (isZen(url.searchParams)) {
    const first = url.searchParams.get("from");
    const anchor = action === "stay" ? at.unit.id : (url.searchParams.get("next") ?? at.unit.id);
    const address = zenAddress(url.pathname, q, first === null ? undefined : idIn(first));
    const said = new URLSearchParams(countsOf(done)).toString();
    return new Response(null, { status: 303, headers: { Location: `${address}&${said}#unit-${String(anchor)}` } });
  }
  const next =
    action === "stay"
      ? at.unit.id
      : await stringBeside(service, at, q, at.unit, "after", unitsOf(await openToOthers(visit, at)));
  if (next === undefined) query.set("done", "yes");
  else query.set("unit", String(next));
  for (const [name, value] of countsOf(done)) query.set(name, value);
  return new Response(null, { status: 303, headers: { Location: `${url.pathname}?${query.toString()}` } });
}

/** What there is none of is not said. */
function countsOf(done: Readonly<Record<string, number>>): [name: string, value: string][] {
  return Object.entries(done).flatMap(([name, value]) => (value > 0 ? [[name, String(value)]] : []));
}

function checkedText(
  service: Service,
  { component, unit }: Pick<VisibleUnit, "component" | "unit">,
  typed: Pick<Draft, "target" | "state">,
) {
  return checkedTextOf(service.database, component, unit.id, typed);
}

/** Who else has a string open, for whoever types in it: they have it, too. @throws 404 for a string of another translation */
async function openAlone(visit: EditorVisit, place: VisibleTranslation): Promise<Response> {
  const at = await unitIn(visit, place, idIn(visit.url.searchParams.get("unit")));
  const { names } = await opened(visit, at, await rightsIn(visit, at));
  return pageAnswer(
    withVisibleDirections(openLine(names, stringAddress(visit.url.pathname, "", at.unit.id), visit.words)),
  );
}

/** Notes that whoever may type has a string open, before it asks who else has: of two who come at once, the later one is told. */
async function opened(
  visit: EditorVisit,
  at: VisibleUnit,
  { refusal, maySuggest }: Pick<StringRights, "refusal" | "maySuggest">,
): Promise<{ readonly others: readonly OpenString[]; readonly names: readonly string[] }> {
  const { service, visitor, caller } = visit;
  const mayType = visitor.signedIn !== undefined && (refusal === undefined || maySuggest);
  const user = mayType ? caller.user : undefined;
  if (user !== undefined) await service.openStrings.open(at.unit, user, service.clock.now());
  const others = await openToOthers(visit, at);
  const here = user === undefined ? [] : others.filter(({ unit }) => unit === at.unit.id);
  return { others, names: here.map(({ username }) => username) };
}

function openToOthers(
  { service, caller }: EditorVisit,
  { translation }: Pick<VisibleTranslation, "translation">,
): Promise<readonly OpenString[]> {
  return service.openStrings.ofOthers(translation.id, caller.user?.id, service.clock.now());
}

function unitsOf(open: readonly OpenString[]): ReadonlySet<number> {
  return new Set(open.map(({ unit }) => unit));
}

/** A panel as a script puts it into the page. @throws 404 for a string of another translation */
async function panelAlone(visit: EditorVisit, place: VisibleTranslation, name: PanelName): Promise<Response> {
  const at = await unitIn(visit, place, idIn(visit.url.searchParams.get("unit")));
  return panelOf(visit, at, name);
}

async function panelOf(visit: EditorVisit, at: VisibleUnit, name: PanelName): Promise<Response> {
  const { service, url, words } = visit;
  const q = url.searchParams.get("q") ?? "";
  const { refusal, maySuggest } = await rightsIn(visit, at);
  const hasForm = refusal === undefined || maySuggest;
  const content = await panelContent(visit, at, name);
  const machines = content?.name === "machine" ? content.suggestions : [];
  const text = await checkedText(service, at, { target: texts(at.unit.target), state: at.unit.state });
  return pageAnswer(
    withVisibleDirections(panel(name, { words, path: url.pathname, q, place: at, text, hasForm, machines }, content)),
  );
}

async function panelContent(
  { service, caller }: EditorVisit,
  at: VisibleUnit,
  name: PanelName | undefined,
  draft?: Draft,
): Promise<PanelContent | undefined> {
  if (name === "glossary")
    return { name, terms: await termsFor(service, caller, at), open: await openGlossaries(service, caller, at) };
  if (name === "landing" && mayLand(caller, at))
    return { name, landing: await landing({ service, caller }, at, draft) };
  if (name === "origin" && mayLand(caller, at)) {
    const origin = await originOf(service, at);
    const commit = origin?.pullRequest?.merge?.commit ?? origin?.commit;
    const release = commit === undefined ? undefined : await releaseWith(service, at.component.clone_id, commit);
    return { name, origin, release };
  }
  if (name === "memory" && mayRemember(caller, at)) return { name, memory: await memoryFor(service, caller, at) };
  if (name === "machine") return { name, suggestions: await machineSuggestions(service, caller, at) };
  return undefined;
}

/** What git has of a string that both sides changed; undefined: there is no such conflict, or the reader may not know. */
function textOfGit({ service, caller }: EditorVisit, at: VisibleUnit): Promise<GitConflict | undefined> {
  return mayLand(caller, at) ? gitConflictOf(service, at) : Promise.resolve(undefined);
}

/** A conflict with git keeps nobody out who settles it; all else it locks. */
async function rightsIn(visit: EditorVisit, at: VisibleUnit): Promise<StringRights> {
  const rights = await readRights(visit.service, visit.caller, at);
  if (at.component.auto_locked !== 1 || (await textOfGit(visit, at)) === undefined) return rights;
  return { ...rights, refusal: rightsRefusal(visit.caller, withoutLockOfConflict(at))?.message };
}

/** Of the typed text, or of the stored one. */
function landing({ service, caller }: Pick<EditorVisit, "service" | "caller">, at: VisibleUnit, draft?: Draft) {
  const { target, state } = draft ?? { target: texts(at.unit.target), state: at.unit.state };
  return landingOf(service, caller, at, { target, state: stateFor({ target, state }) });
}

interface Shown {
  readonly draft?: Draft;
  readonly notice?: Notice | undefined;
  /** Of the draft, where the checks were asked already. */
  readonly findings?: readonly CheckFinding[];
  readonly status?: number;
  readonly panel?: PanelName;
  readonly asFile?: boolean;
}

async function shown(
  visit: EditorVisit,
  at: VisibleUnit,
  { draft, notice, findings, status = 200, panel: askedPanel, asFile }: Shown,
): Promise<Response> {
  const { service, caller, visitor, url } = visit;
  const q = url.searchParams.get("q") ?? "";
  const { target, state } = draft ?? { target: texts(at.unit.target), state: at.unit.state };
  const text = await checkedText(service, at, { target, state: stateFor({ target, state }) });
  const wholeHistory = url.searchParams.get("history") === "all";
  const conflict = await textOfGit(visit, at);
  const { refusal } = await rightsIn(visit, at);
  const string = { ...(await readString(service, caller, at, { wholeHistory, words: visit.words })), refusal };
  const open = await opened(visit, at, string);
  const others = unitsOf(open.others);
  const walk = await bySearch(walkAt(service, at, q, at.unit, others));
  const terms = at.translation.is_source === 1 ? [] : await termsFor(service, caller, at, TERMS_OF_A_PAGE);
  const asked = askedPanel ?? panelName(url.searchParams.get("panel"));
  const found = findings ?? (text === undefined ? [] : counting(runChecks(text), string.dismissals));
  const page = editorPage({
    words: visit.words,
    site: service.settings.siteTitle,
    visitor,
    path: url.pathname,
    q,
    place: at,
    string,
    walk,
    toDo: q === TO_DO ? walk : await walkAt(service, at, TO_DO, at.unit, others),
    // The stored counter tells whether there is one to look for.
    nextFailing: at.translation.failing === 0 ? undefined : await stringBeside(service, at, FAILING, at.unit, "after"),
    terms,
    openGlossaries:
      terms === undefined || at.translation.is_source === 1 ? [] : await openGlossaries(service, caller, at),
    asFile: at.language.direction === "rtl" && (asFile ?? url.searchParams.get("as") === "file"),
    caller,
    brought: string.translated !== undefined && string.mayLand ? await knownSourceOrigin(service, at) : undefined,
    panel: asked === "glossary" && terms !== undefined ? undefined : await panelContent(visit, at, asked, draft),
    draft,
    text,
    findings: found,
    elsewhere: draft === undefined ? string.failing.filter((name) => !found.some(({ check }) => check === name)) : [],
    notice,
    conflict,
    alsoOpen: open.names,
    attempt: draft?.attempt ?? randomBytes(16).toString("base64url"),
  });
  return pageAnswer(page, status);
}

/** What the checks find, without those that somebody dismissed. */
function counting(findings: readonly CheckFinding[], dismissals: readonly Dismissal[]): readonly CheckFinding[] {
  return findings.filter(({ check }) => !dismissals.some((each) => each.check === check));
}

/** What a form brought. Browsers end lines with CR LF, whatever the text had. */
function draftIn(form: URLSearchParams, forms: number): Draft {
  const target = Array.from({ length: forms }, (_, index) => form.get(`target.${String(index)}`));
  if (target.some((text) => text === null)) throw parseError("The form did not arrive whole.");
  const hasCarriageReturns = form.get("line_ends") === "crlf";
  return {
    target: target.map((text) => (hasCarriageReturns ? (text ?? "") : (text ?? "").replaceAll("\r\n", "\n"))),
    state: Number(form.get("state") ?? unitStates.translated),
    seenSource: form.get("seen_source") ?? "",
    seenTarget: form.get("seen_target") ?? "",
    attempt: form.get("attempt") ?? "",
    known: form.get("known") ?? "",
    source: textsIn(form.get("source") ?? "[]"),
    comment: (form.get("comment") ?? "").replaceAll("\r\n", "\n").trim(),
    scope: form.get("scope") === "global" ? "global" : "translation",
    suggestion: idIn(form.get("suggestion")),
    settles: textsIn(form.get("settles") ?? "[]"),
    spreads: form.get("asked_everywhere") !== "yes" || form.get("everywhere") === "yes",
  };
}

/** @throws 400 for what is no list of texts */
function textsIn(json: string): readonly string[] {
  const value = jsonIn(json);
  if (Array.isArray(value)) return value.map(String);
  throw parseError("The form did not arrive whole.");
}

/** What the last string of a list was saved with; "": nothing is wrong with it. */
async function lastWords(visit: EditorVisit, place: VisibleTranslation): Promise<SaidAtEnd | undefined> {
  const unit = idIn(visit.url.searchParams.get("saved"));
  const words = savedWith(await failingNow(visit, place, unit), visit.words);
  return words === "" ? undefined : { words, unit };
}

/** What the checks find in the string that was saved with it. */
async function failingNow(
  { service, url: { searchParams } }: EditorVisit,
  { component, translation }: VisibleTranslation,
  id: number,
): Promise<readonly CheckFinding[]> {
  if (!searchParams.has("failing")) return [];
  const unit = await service.database
    .selectFrom("unit")
    .selectAll()
    .where("id", "=", id)
    .where("translation_id", "=", translation.id)
    .executeTakeFirst();
  if (unit === undefined) return [];
  return findingsIn(service, { component, unit }, { target: texts(unit.target), state: unit.state });
}

async function noticeIn(visit: EditorVisit, place: VisibleTranslation): Promise<Notice | undefined> {
  const { service, caller } = visit;
  const { say } = visit.words;
  const { searchParams } = visit.url;
  const number = (name: string): number => idIn(searchParams.get(name));
  const [unit, suggested] = [number("saved"), number("suggested")];
  if (unit > 0) {
    const failing = await failingNow(visit, place, unit);
    return {
      kind: "saved",
      unit,
      failing,
      elsewhere: number("elsewhere"),
      ...(await lastChange(service, caller, unit)),
    };
  }
  if (number("voted") > 0) return { kind: "said", words: say("notice.voted") };
  if (number("declined") > 0) return { kind: "said", words: say("notice.declined") };
  if (number("counted") > 0) return { kind: "said", words: say("notice.counts", { count: number("counted") }) };
  if (number("dismissed") > 0) return { kind: "dismissed", count: number("dismissed") };
  return suggested > 0 ? { kind: "suggested", unit: suggested } : undefined;
}

/** What somebody changed last of a string, if nobody changed it since. */
async function lastChange({ database }: Service, { user }: Caller, unit: number) {
  const last = await database
    .selectFrom("change")
    .innerJoin("unit", "unit.id", "change.unit_id")
    .select(["change.id", "change.user_id", "change.old", "change.target", "unit.target as texts"])
    .where("change.unit_id", "=", unit)
    .where("change.action", "in", [...contentActions])
    .orderBy("change.id", "desc")
    .limit(1)
    .executeTakeFirst();
  const isOwn = last !== undefined && last.user_id === user?.id && last.old !== last.target;
  return { undo: isOwn ? last.id : undefined, forms: last === undefined ? 1 : texts(last.texts).length };
}

/** The string that a form names, with all that the address names: read at once. @throws 404 where they do not belong together */
async function submittedUnit({ service, caller, url }: EditorVisit, id: string): Promise<VisibleUnit> {
  const at = await visibleUnit(service, caller, id);
  const { project, component, language } = placeIn(url);
  const isThere = at.project.slug === project && at.component.path === component && at.language.code === language;
  if (!isThere) throw notFound();
  return at;
}

/** @throws 404 for a string of another translation */
async function unitIn(visit: EditorVisit, { translation }: VisibleTranslation, id: number): Promise<VisibleUnit> {
  const found = await visibleUnit(visit.service, visit.caller, String(id));
  if (found.unit.translation_id !== translation.id) throw notFound();
  return found;
}

function placeIn({ pathname }: URL): {
  readonly project: string;
  readonly component: string;
  readonly language: string;
} {
  const [, ...parts] = PATH.exec(pathname) ?? [];
  try {
    const [project = "", component = "", language = ""] = parts.map(decodeURIComponent);
    return { project, component, language };
  } catch {
    throw notFound();
  }
}
