import { randomBytes } from "node:crypto";
import { withoutExpressions } from "../../catalog/checks/fixed-parts.ts";
import type { CheckedText } from "../../catalog/checks/index.ts";
import { languageTag } from "../../catalog/language-tag.ts";
import { unitStates } from "../../catalog/unit.ts";
import { options, textareaElement } from "../../http-api/form.ts";
import { html, type Content, type Markup } from "../../http-api/markup.ts";
import { idIn } from "../http/hyperlink.ts";
import type { VisibleTranslation } from "../identity/visible.ts";
import { crumbsTo, listAddress } from "../pages/crumbs.ts";
import { layout, pageAnswer } from "../pages/layout.ts";
import { stateWords } from "../pages/state-words.ts";
import { failingChecks } from "../units/check-rows.ts";
import { checkedTexts } from "../units/unit-checks.ts";
import { reviewRefusal, translationRefusal } from "../units/unit-access.ts";
import { searchForm } from "../pages/search-form.ts";
import { texts, type UnitRecord } from "../units/unit-row.ts";
import { committedAs } from "./committed-as.ts";
import type { EditorVisit } from "./editor-visit.ts";
import { TERMS_OF_A_PAGE, termsOfAll } from "./glossary.ts";
import { asItReads, shownSource } from "./marked-source.ts";
import { asItWasSaid, hidden, inLanguage, ofString, signInToTranslate } from "./parts.ts";
import { pluralFormulaOf } from "../components/language.ts";
import { nameOfField, pluralLabels } from "./plural-labels.ts";
import { nameOfCheck } from "./problems.ts";
import { reading } from "./reading.ts";
import { savedNotice, type SavedNotice } from "./saved-notice.ts";
import { stringAddress } from "./string-address.ts";
import { bySearch, stringsFrom } from "./walk.ts";

const AT_ONCE = 20;

/** Whether an address asks for many strings one below the other. */
export function isZen(query: URLSearchParams): boolean {
  return query.get("view") === "zen";
}

/** Where many strings are translated one below the other. @param from the first of them; undefined: of all */
export function zenAddress(editor: string, q: string, from?: number): string {
  const first = from === undefined ? {} : { from: String(from) };
  return `${editor}?${new URLSearchParams({ view: "zen", ...(q === "" ? {} : { q }), ...first }).toString()}`;
}

/**
 * Many strings one below the other, each with a form of its own that saves by the editor's protocol. Where something is to be said of
 * a text, the editor says it; a script says it in place.
 */
export async function answerZen(
  visit: EditorVisit,
  place: VisibleTranslation,
  notice: SavedNotice | undefined,
): Promise<Response> {
  const { service, caller, visitor, url, words } = visit;
  const { say, show } = words;
  const q = url.searchParams.get("q") ?? "";
  const from = await placeOf(visit, place);
  const found = await bySearch(stringsFrom(service, place, q, from, AT_ONCE + 1));
  const units = found.slice(0, AT_ONCE);
  const more = found[AT_ONCE]?.id;
  const ids = units.map(({ id }) => id);
  const failing = await failingChecks(service.database, ids);
  const checked = await checkedTexts(service.database, place.component, ids);
  const mayApprove = caller.user !== undefined && reviewRefusal(caller, place) === undefined;
  const isSource = place.translation.is_source === 1;
  const terms = isSource ? undefined : await termsOfAll(service, caller, place, units, TERMS_OF_A_PAGE);
  const rows: Markup[] = [];
  for (const [at, unit] of units.entries()) {
    const refusal =
      caller.user === undefined
        ? ""
        : (await translationRefusal(service.database, caller, { ...place, unit }))?.message;
    const next = units[at + 1]?.id ?? more;
    const stored = checked.get(unit.id);
    const text = stored && withoutExpressions(stored);
    const source = shownSource(unit, text, terms?.get(unit.id) ?? [], words);
    const fails = failing.get(unit.id) ?? [];
    rows.push(zenRow({ visit, place, q, mayApprove }, { unit, text, source, refusal, next, failing: fails }));
  }
  const page = layout({
    words,
    title: say("zen.title", { language: place.language.name }),
    site: service.settings.siteTitle,
    visitor,
    crumbs: crumbsTo(place),
    content: html`<h1>
        ${q === "" ? say("page.allStrings") : show("page.stringsFor", { search: html`<code>${q}</code>` })}
      </h1>
      ${notice === undefined ? "" : savedNotice({ words, path: url.pathname, q }, notice)}
      ${visitor.signedIn === undefined ? html`<p>${signInToTranslate(visitor, words)}</p>` : ""}
      <nav class="pages" aria-label="${say("page.strings")}">
        <a href="${listAddress(place)}${q === "" ? "" : `?q=${encodeURIComponent(q)}`}">${say("zen.asList")}</a>
        <a href="${url.pathname}?${new URLSearchParams({ q, start: "yes" }).toString()}">${say("zen.oneAtATime")}</a>
      </nav>
      ${searchForm(url.pathname, q, words, hidden("view", "zen"))} ${committedAs(caller, words)}
      ${units.length === 0 ? html`<p>${say("zen.nothingLeft")}</p>` : rows}
      ${more === undefined ? "" : html`<p><a class="begin" href="${zenAddress(url.pathname, q, more)}">${say("zen.next", { count: AT_ONCE })}</a></p>`}`,
  });
  return pageAnswer(page);
}

/** The place that `from` names; one that is gone is the beginning. */
async function placeOf({ service, url }: EditorVisit, { translation }: VisibleTranslation) {
  const id = idIn(url.searchParams.get("from"));
  return service.database
    .selectFrom("unit")
    .select(["id", "position"])
    .where("id", "=", id)
    .where("translation_id", "=", translation.id)
    .executeTakeFirst();
}

interface ZenPage {
  readonly visit: EditorVisit;
  readonly place: VisibleTranslation;
  readonly q: string;
  readonly mayApprove: boolean;
}

interface ZenString {
  readonly unit: UnitRecord;
  /** As the checks look at it, without expressions; undefined: it is gone meanwhile. */
  readonly text: CheckedText | undefined;
  readonly source: Content;
  /** Why the reader may not save it; "": nobody is signed in, undefined: they may. */
  readonly refusal: string | undefined;
  readonly next: number | undefined;
  readonly failing: readonly string[];
}

function zenRow(page: ZenPage, string: ZenString): Markup {
  const { unit, text: like, source, refusal, failing } = string;
  const { visit, place, q } = page;
  const { words } = visit;
  const { language } = place;
  const path = visit.url.pathname;
  const target = texts(unit.target);
  const name = unit.context === "" ? (texts(unit.source)[0] ?? "").slice(0, 60) : unit.context;
  return html`<section class="zen" id="unit-${unit.id}" aria-labelledby="name-${unit.id}">
    <h2 id="name-${unit.id}">
      <a href="${stringAddress(path, q, unit.id)}" dir="auto"
        >${unit.context === "" ? name : html`<code>${name}</code>`}</a
      >
    </h2>
    <div>${source} ${unit.note === "" ? "" : html`<p class="texts soft" dir="auto">${unit.note}</p>`}</div>
    <div>
      ${
        refusal === undefined
          ? zenForm(page, string)
          : html`${target.map((text) => inLanguage(language, asItReads(language.direction, text, like)))}
              <p class="soft">
                ${refusal === "" ? stateWords(unit.state, words) : words.show("zen.stateWhy", { state: stateWords(unit.state, words), reason: asItWasSaid(refusal, words) })}
              </p>`
      }
      ${failing.length === 0 ? "" : html`<p class="soft">${words.show("zen.fails", { checks: asItWasSaid(failing.map(nameOfCheck).join(", "), words) })}</p>`}
    </div>
  </section>`;
}

function zenForm({ visit, place, q, mayApprove }: ZenPage, { unit, text: like, next }: ZenString): Markup {
  const { words } = visit;
  const { say } = words;
  const target = texts(unit.target);
  const labels = pluralLabels(pluralFormulaOf(place), target.length, place.language.code);
  const from = next ?? unit.id;
  const { language } = place;
  const action = `${zenAddress(visit.url.pathname, q, idIn(visit.url.searchParams.get("from")) || undefined)}&next=${String(from)}`;
  const states = [unitStates.needsEditing, unitStates.translated, ...(mayApprove ? [unitStates.approved] : [])];
  const state = unit.state < unitStates.needsEditing ? unitStates.translated : unit.state;
  const name = unit.context === "" ? (texts(unit.source)[0] ?? "") : unit.context;
  const field = (text: string, form: number): Content => {
    const id = `target-${String(unit.id)}-${String(form)}`;
    return html`<label for="${id}" class="${target.length === 1 ? "hidden" : "soft"}"
        >${nameOfField(labels, form, words)}<span class="hidden">${say("zen.ofString", { name })}</span></label
      >${textareaElement(
        html`id="${id}" name="target.${form}" rows="2" lang="${languageTag(language.code)}" dir="${language.direction}"`,
        text,
      )}${reading(language, id, text, like, words)}`;
  };
  return html`<form method="post" action="${action}" class="row" data-unit="${unit.id}">
    ${ofString(unit, visit.visitor, randomBytes(16).toString("base64url"))} ${target.map(field)}
    <div class="actions">
      <button name="do" value="next" class="second">${say("form.save")}<span class="hidden"> ${name}</span></button>
      <label class="soft" for="state-${unit.id}">${say("form.state")}</label>
      <select id="state-${unit.id}" name="state">
        ${options(
          states.map((each) => ({ value: String(each), words: stateWords(each, words) })),
          String(state),
        )}
      </select>
    </div>
  </form>`;
}
