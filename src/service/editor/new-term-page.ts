import { parseFlags } from "../../catalog/flags.ts";
import { csrfField, formProblem, input, select, textarea } from "../../http-api/form.ts";
import { html, type Content } from "../../http-api/markup.ts";
import { isOwnToken } from "../../http-api/request.ts";
import { Refusal } from "../../http-api/refusal.ts";
import { formOf } from "../http/form.ts";
import { denied, locked, notAuthenticated, notFound } from "../http/refusal.ts";
import { may } from "../identity/permissions.ts";
import { visibleUnit, type VisibleTranslation, type VisibleUnit } from "../identity/visible.ts";
import { problemsOf } from "../maintainer/managed-page.ts";
import { crumbsTo } from "../pages/crumbs.ts";
import { layout, pageAnswer } from "../pages/layout.ts";
import { signAgreement, unsignedAgreement } from "../units/agreement.ts";
import { addString } from "../units/new-unit.ts";
import { assertSourceInformation, editSourceInformation } from "../units/source-information.ts";
import { assertProse } from "../units/text-length.ts";
import { texts } from "../units/unit-row.ts";
import type { EditorVisit } from "./editor-visit.ts";
import { mayAddTerm, mayAddTermUnlocked, newTermAddress, termRule, termRules } from "./glossary.ts";
import { agreement, asItWasSaid } from "./parts.ts";
import { stringAddress } from "./string-address.ts";

/** Whether an address asks for the page on which a term is added to a glossary. */
export function isNewTerm(query: URLSearchParams): boolean {
  return query.get("view") === "new-term";
}

const fields = ["source", "target", "explanation"] as const;
/** What somebody typed, or nothing yet. */
type Typed = Readonly<Partial<Record<(typeof fields)[number] | "rule", string>>>;

/** Adds a term to a glossary, with its translation into the language of the address. */
export async function answerNewTerm(visit: EditorVisit, place: VisibleTranslation): Promise<Response> {
  const { caller, visitor, url, request } = visit;
  if (!place.component.settings.is_glossary) throw notFound();
  if (caller.user === undefined) throw notAuthenticated();
  // What was typed before it was locked comes back with the refusal.
  if (!mayAddTermUnlocked(caller, place)) throw denied();
  const from = await visibleString(visit, url.searchParams.get("from"));
  if (request.method !== "POST") {
    if (!mayAddTerm(caller, place)) throw locked();
    const added = await visibleString(visit, url.searchParams.get("added"));
    return await shown(visit, place, { from, added, keptOld: url.searchParams.has("kept") });
  }
  const form = await formOf(request);
  const text = (name: string): string => (form.get(name) ?? "").replaceAll("\r\n", "\n").trim();
  const typed = { ...Object.fromEntries(fields.map((name) => [name, text(name)])), rule: text("rule") };
  try {
    if (!isOwnToken(visitor.signedIn?.csrf ?? "", form.get("csrf_token")))
      throw denied(visit.words.say("refusal.signedInAnewTerm"));
    if (form.get("agree") === "yes") await signAgreement(visit.service, caller, place.component);
    const { id, keptOld } = await addTerm(visit, place, typed);
    const query = {
      added: String(id),
      ...(keptOld && { kept: "yes" }),
      ...(from !== undefined && { from: String(from.unit.id) }),
    };
    const address = `${newTermAddress(place)}&${new URLSearchParams(query).toString()}`;
    return new Response(null, { status: 303, headers: { Location: address } });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return await shown(visit, place, { from, typed, refusal: error });
  }
}

interface AddedTerm {
  /** Of the term in the language. */
  readonly id: number;
  /** It was there in another language, with another explanation or rule: that stays. */
  readonly keptOld: boolean;
}

/** @throws 400 for a term that is there already, 403 */
async function addTerm({ service, caller }: EditorVisit, place: VisibleTranslation, typed: Typed): Promise<AddedTerm> {
  const { source = "", target = "", explanation = "", rule = "" } = typed;
  const isOrdinary = explanation === "" && rule === "";
  assertProse("explanation", explanation);
  const term = await addString(service, caller, place, {
    source: [source],
    ...(place.translation.is_source === 1 || target === "" ? {} : { target: [target] }),
  });
  if (isOrdinary || !mayExplain(caller, place)) return { id: term.id, keptOld: false };
  const at = await visibleUnit(service, caller, String(term.source_unit_id ?? term.id));
  const { explanation: ownWords, extra_flags: ownFlags, flags: fileFlags } = at.unit;
  const ownRule = termRule(parseFlags(fileFlags, ownFlags));
  const information = {
    ...(ownWords === "" && explanation !== "" && { explanation }),
    ...(ownRule === undefined &&
      termRules.has(rule) && { extra_flags: [ownFlags, rule].filter((flags) => flags !== "").join(", ") }),
  };
  assertSourceInformation(caller, at, information);
  await editSourceInformation(service, caller, at, information);
  const keptWords = ownWords !== "" && explanation !== "" && explanation !== ownWords;
  const keptRule = ownRule !== undefined && termRules.has(rule) && termRules.get(rule) !== ownRule;
  return { id: term.id, keptOld: keptWords || keptRule };
}

/** Explanation and rule are of the source string, in every language. */
function mayExplain(caller: EditorVisit["caller"], place: VisibleTranslation): boolean {
  return may(caller, { project: place.project, component: place.component }, "source.edit");
}

/** A string that an address names; undefined: none, or one that the reader does not see. */
async function visibleString({ service, caller }: EditorVisit, id: string | null): Promise<VisibleUnit | undefined> {
  if (id === null) return undefined;
  try {
    return await visibleUnit(service, caller, id);
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return undefined;
    throw error;
  }
}

interface Shown {
  /** The string beside which somebody missed the term. */
  readonly from: VisibleUnit | undefined;
  /** The term that was added last. */
  readonly added?: VisibleUnit | undefined;
  /** Whether that kept an explanation or a rule that it had through another language. */
  readonly keptOld?: boolean;
  readonly typed?: Typed;
  readonly refusal?: Refusal;
}

async function shown(
  { service, caller, visitor, words }: EditorVisit,
  place: VisibleTranslation,
  { from, added: last, keptOld = false, typed = {}, refusal }: Shown,
): Promise<Response> {
  const { say } = words;
  const { language, translation, component } = place;
  const choices = [
    { value: "", words: say("term.ordinaryRule") },
    ...[...termRules].map(([value, { rule }]) => ({ value, words: say(rule) })),
  ];
  const found = refusal === undefined ? {} : problemsOf(refusal, fields);
  const problems = Object.fromEntries(Object.entries(found).map(([at, problem]) => [at, asItWasSaid(problem, words)]));
  const action = `${newTermAddress(place)}${from === undefined ? "" : `&from=${String(from.unit.id)}`}`;
  const mayRule = mayExplain(caller, place);
  const unsigned = await unsignedAgreement(service.database, caller, component);
  const page = layout({
    title: say("term.add"),
    words,
    site: service.settings.siteTitle,
    visitor,
    crumbs: crumbsTo(place),
    begin: "field-source",
    content: html`<h1>${say("term.addTo", { glossary: component.name })}</h1>
      ${last === undefined ? "" : doneWords(last, keptOld, words)} ${formProblem(problems, say("form.atFields"))}
      ${
        from === undefined
          ? ""
          : html`<p>
              ${say("term.missedBeside")}
              <a href="${addressOf(from)}" dir="auto">${(texts(from.unit.source)[0] ?? "").slice(0, 200)}</a>
            </p>`
      }
      <form method="post" action="${action}" class="card narrow">
        ${csrfField(visitor.signedIn?.csrf ?? "")}
        ${input({ name: "source", label: say("term.ofSource"), value: typed.source, required: true, first: true, problem: problems["source"] })}
        ${
          translation.is_source === 1
            ? ""
            : input({
                name: "target",
                label: say("term.inLanguage", { language: language.name }),
                value: typed.target,
                hint: say("term.later"),
                problem: problems["target"],
              })
        }
        ${
          mayRule
            ? html`${textarea({ name: "explanation", label: say("term.explanation"), value: typed.explanation ?? "", rows: 3, problem: problems["explanation"] })}
              ${select({ name: "rule", label: say("term.rule"), value: typed.rule ?? "", choices })}`
            : ""
        }
        ${agreement(unsigned, words)}
        <button name="do" value="add">${say("term.addIt")}</button>
      </form>`,
  });
  return pageAnswer(page, refusal?.status);
}

function addressOf({ project, component, language, unit }: VisibleUnit): string {
  const path = `/translate/${project.slug}/${component.path}/${encodeURIComponent(language.code)}/`;
  return stringAddress(path, "", unit.id);
}

function doneWords(term: VisibleUnit, keptOld: boolean, { say }: EditorVisit["words"]): Content {
  return html`<div class="flash good" role="status">
    <p>${say("term.added")} <a href="${addressOf(term)}" dir="auto">${texts(term.unit.source)[0] ?? ""}</a></p>
    ${keptOld ? html`<p>${say("term.kept")}</p>` : ""}
  </div>`;
}
