import { withoutExpressions } from "../../catalog/checks/fixed-parts.ts";
import type { CheckedText } from "../../catalog/checks/index.ts";
import { termRule } from "../editor/glossary.ts";
import { asItReads } from "../editor/marked-source.ts";
import { asItWasSaid, inLanguage } from "../editor/parts.ts";
import { nameOfCheck } from "../editor/problems.ts";
import { stringAddress } from "../editor/string-address.ts";
import { contract } from "../../contract/index.ts";
import type { Page } from "../../contract/resources/page.ts";
import type { Translation } from "../../contract/resources/translation.ts";
import type { Unit } from "../../contract/resources/unit.ts";
import { amount, bar } from "./bar.ts";
import { html, type Content, type Markup } from "../../http-api/markup.ts";
import type { VisibleTranslation } from "../identity/visible.ts";
import { input, select } from "../../http-api/form.ts";
import { crumbsTo, listAddress } from "./crumbs.ts";
import { layout } from "./layout.ts";
import {
  searchHas,
  searchOf,
  searchStates,
  searchWithin,
  stringFilters,
  type SearchFields,
  type StringFilter,
} from "./string-filters.ts";
import type { SitePageRequest } from "./reader.ts";
import { bulkAddress } from "../editor/bulk-edit-page.ts";
import { zenAddress } from "../editor/zen-page.ts";
import { TO_DO } from "../editor/walk.ts";
import { searchForm } from "./search-form.ts";
import { stateWords } from "./state-words.ts";
import { searchProblem } from "../units/query-terms.ts";
import { sourceCell, stringTable } from "./string-table.ts";
import type { PlainKey, Words } from "../wording/words.ts";

/** The strings of a translation, to read. */
export async function translationPage(
  visit: Pick<SitePageRequest, "words" | "site" | "url" | "read" | "visitor" | "hasConflicts" | "checked" | "ofList">,
  project: string,
  component: string,
  language: string,
): Promise<string> {
  const { words, site, url, read, visitor, hasConflicts, checked, ofList } = visit;
  const { say, show } = words;
  const parameters = { project, component, language };
  const translation = await read(contract.translations.get, parameters);
  const statistics = await read(contract.translations.statistics, parameters);
  const fields = searchFieldsIn(url.searchParams);
  const q = [url.searchParams.get("q") ?? "", searchOf(fields)].filter((part) => part !== "").join(" ");
  const filters = stringFilters(statistics, {
    isReviewed: translation.component?.project?.translation_review === true,
    hasConflicts: await hasConflicts(translation.component?.id ?? 0),
  });
  const units = await found(visit, parameters, q);
  const isWrong = typeof units === "string";
  const isGlossary = translation.component?.is_glossary === true;
  const { mayDownload, files, newTerm } = await ofList(parameters);
  const asksChecks = isGlossary || translation.language.direction === "rtl";
  const ids = isWrong || !asksChecks ? [] : units.results.map(({ id }) => id);
  const likes = await checked(translation.component?.id ?? 0, ids);
  const editor = `/translate/${project}/${component}/${encodeURIComponent(language)}/`;
  const { name } = translation.language;
  const place = {
    project: { slug: project, name: translation.component?.project?.name ?? project },
    component: { path: component, name: translation.component?.name ?? component },
    language: { code: language, name },
  };
  const here = listAddress(place);
  return layout({
    words,
    title: `${translation.component?.name ?? component}: ${name}`,
    site,
    visitor,
    crumbs: crumbsTo(place),
    content: html`<h1>${name}</h1>
      <div class="facts">
        <span>${bar(translation.translated, translation.fuzzy ?? 0, translation.total)}</span>
        <span
          >${show("list.strings", { count: translation.total, amount: html`<b>${amount(translation.total, words.language)}</b>` })}</span
        >
        <span>${show("list.file", { name: html`<code>${translation.filename}</code>` })}</span>
        ${mayDownload ? html`<span><a href="${new URL(translation.file_url).pathname}">${say("list.download")}</a></span>` : ""}
        ${files === undefined ? "" : html`<span><a href="${files}">${say("list.upload")}</a></span>`}
        <span><a href="${new URL(translation.url).pathname}">${say("list.programs")}</a></span>
      </div>
      <p>
        ${isWrong ? "" : beginning(editor, q, translation, words)}
        ${
          isWrong || visitor.signedIn === undefined
            ? ""
            : html`<a class="begin second" href="${zenAddress(editor, q)}">${say("list.zen")}</a>
                <a class="begin second" href="${bulkAddress(editor, q)}">${say("list.bulk")}</a>`
        }
        ${newTerm === undefined ? "" : html`<a class="begin second" href="${newTerm}">${say("term.add")}</a>`}
      </p>
      <nav class="pages" aria-label="${say("list.filter")}">
        ${filters.map((filter) => filterLink(here, filter, q, words))}
      </nav>
      ${pullRequestNotes(editor, q, words)}
      ${searchForms({ here, q, fields, problem: isWrong ? units : undefined, words })}
      ${isWrong ? "" : shown(units, translation.language, { words, url, editor, q, likes, isGlossary })}`,
  });
}

/** A part of the strings that a search finds, or what is wrong with the search. */
async function found(
  { url, read }: Pick<SitePageRequest, "url" | "read">,
  parameters: { readonly project: string; readonly component: string; readonly language: string },
  q: string,
): Promise<Page<Unit> | string> {
  const page = url.searchParams.get("page") ?? "1";
  try {
    return await read(contract.translations.units, parameters, { page, page_size: "100", ...(q === "" ? {} : { q }) });
  } catch (error) {
    const problem = q === "" ? undefined : searchProblem(error);
    if (problem === undefined) throw error;
    return problem;
  }
}

/** Where nothing is to do, all strings are gone through. */
function beginning(
  editor: string,
  q: string,
  { translated, total }: Pick<Translation, "translated" | "total">,
  { say }: Words,
): Content {
  if (total === 0) return "";
  const [name, searched] =
    q !== ""
      ? (["list.these", q] as const)
      : translated < total
        ? (["list.toDo", TO_DO] as const)
        : (["list.all", ""] as const);
  const query = new URLSearchParams({ q: searched, start: "yes" }).toString();
  return html`<a class="begin" href="${editor}?${query}">${say(name)}</a>`;
}

function filterLink(here: string, { name, q, count }: StringFilter, current: string, { say, language }: Words): Markup {
  const text = html`${say(name)}${count === undefined ? "" : html` <span class="soft">${amount(count, language)}</span>`}`;
  const address = `${here}${q === "" ? "" : `?q=${encodeURIComponent(q)}`}`;
  return q === current ? html`<b aria-current="true">${text}</b>` : html`<a href="${address}">${text}</a>`;
}

/** A list has what is here; what a pull request only is about to bring has a page of its own. */
function pullRequestNotes(editor: string, q: string, { say }: Words): Content {
  const numbers = new Set([...q.matchAll(/\bpr:["']?#?([1-9]\d{0,8})/g)].map(([, number = ""]) => number));
  return [...numbers].map(
    (number) =>
      html`<p class="soft">
        ${say("list.ofPullRequest", { number })}
        <a href="${editor}?q=pr%3A${number}">${say("list.translateComing")}</a>
      </p>`,
  );
}

function searchFieldsIn(query: URLSearchParams): SearchFields {
  const field = (name: string): string => (query.get(name) ?? "").trim();
  return {
    text: field("text"),
    within: field("within"),
    state: field("state"),
    has: field("has"),
    since: field("since"),
    by: field("by"),
    pullRequest: field("pr"),
  };
}

interface SearchForms {
  readonly here: string;
  readonly q: string;
  readonly fields: SearchFields;
  /** What is wrong with the search. */
  readonly problem: string | undefined;
  readonly words: Words;
}

/** The search as it is, and fields that put one together: both can be kept as an address. */
function searchForms({ here, q, fields, problem, words }: SearchForms): Markup {
  const { say } = words;
  const choices = (all: Readonly<Record<string, PlainKey>>) =>
    Object.entries(all).map(([value, name]) => ({ value, words: say(name) }));
  return html`${searchForm(here, q, words, "", problem === undefined ? undefined : asItWasSaid(problem, words))}
    <details class="search">
      <summary>${say("build.title")}</summary>
      <form method="get" action="${here}" class="search-fields">
        ${input({ name: "text", label: say("build.words"), value: fields.text })}
        ${select({ name: "within", label: say("build.within"), value: "", choices: choices(searchWithin) })}
        ${select({ name: "state", label: say("form.state"), value: "", choices: choices(searchStates) })}
        ${select({ name: "has", label: say("build.has"), value: "", choices: choices(searchHas) })}
        ${input({ name: "since", label: say("build.since"), placeholder: SINCE })}
        ${input({ name: "by", label: say("build.by"), placeholder: say("bulk.userName") })}
        ${input({ name: "pr", type: "number", minimum: 1, label: say("build.pullRequest"), placeholder: "123" })}
        <button class="second">${say("search.button")}</button>
      </form>
    </details>`;
}

/** As the search language has it, in every language of the pages. */
const SINCE = "7 days ago, 2026-11-01";

/** The language of a list, as the API gives it. */
interface Shown {
  readonly code?: string | undefined;
  readonly direction?: string | undefined;
}

interface Where {
  readonly words: Words;
  readonly url: URL;
  /** Address of the editor. */
  readonly editor: string;
  readonly q: string;
  /** Of texts that read from right to left what tells their placeholders, of a glossary what it wants of a term. */
  readonly likes: ReadonlyMap<number, CheckedText>;
  readonly isGlossary: boolean;
}

function shown({ count, next, previous, results }: Page<Unit>, language: Shown, where: Where): Content {
  const { words, url, editor, q, likes, isGlossary } = where;
  const { say } = words;
  if (results.length === 0)
    return html`<div class="operation">
      <h2>${say(q === TO_DO ? "list.nothingToDo" : "list.nothingHere")}</h2>
      <p class="soft">${say(q === TO_DO ? "list.allTranslated" : "list.noneOfKind")}</p>
    </div>`;
  return html`${stringTable(
      results.map((unit) =>
        unitRow(unit, language, stringAddress(editor, q, unit.id), { words, checked: likes.get(unit.id), isGlossary }),
      ),
      words,
    )}
    <nav class="pages" aria-label="${say("list.pages")}">
      <span class="soft">${say("list.some", { amount: results.length, total: count })}</span>
      ${[
        [say("step.previous"), previous],
        [say("step.next"), next],
      ].map(([name, address]) =>
        address === null || address === undefined ? "" : html`<a href="${sameView(url, address)}">${name}</a>`,
      )}
    </nav>`;
}

/** The API's address of another part of the list, on this page. */
function sameView(url: URL, address: string): string {
  const target = new URL(url);
  const page = new URL(address).searchParams.get("page");
  if (page === null) target.searchParams.delete("page");
  else target.searchParams.set("page", page);
  return `${target.pathname}${target.search}`;
}

function unitRow(
  unit: Unit,
  { code = "", direction = "ltr" }: Shown,
  address: string,
  { words, checked, isGlossary }: Pick<Where, "words" | "isGlossary"> & { readonly checked: CheckedText | undefined },
): Markup {
  const { say, show } = words;
  const like = checked && withoutExpressions(checked);
  const notes = [
    isGlossary && checked !== undefined ? noteOfTerm(checked, words) : "",
    unit.pending === true ? say("list.pending") : "",
    ...(unit.failing_checks ?? []).map((check) =>
      show("list.fails", { check: asItWasSaid(nameOfCheck(check), words) }),
    ),
    unit.has_suggestion === true ? say("list.suggestion") : "",
    unit.has_comment === true ? say("list.comment") : "",
  ].filter((note) => note !== "");
  return html`<tr>
    ${sourceCell(address, unit.context, unit.source)}
    <td>${unit.target.map((text) => inLanguage({ code, direction }, asItReads(direction, text, like)))}</td>
    <td>${stateWords(unit.state, words)}${notes.map((note) => html`<br /><span class="soft">${note}</span>`)}</td>
  </tr>`;
}

function noteOfTerm({ flags }: CheckedText, { say }: Words): string {
  const rule = termRule(flags);
  return rule === undefined ? "" : say(rule.note);
}

/** Of the last string, that was saved though a check fails. */
export interface SaidAtEnd {
  readonly words: Content;
  readonly unit: number;
}

/** After the last string of a search. */
export function endOfListPage(
  { site, visitor, url, words }: Pick<SitePageRequest, "site" | "visitor" | "url"> & { readonly words: Words },
  place: VisibleTranslation,
  q: string,
  said: SaidAtEnd | undefined,
): string {
  const { say, show } = words;
  const here = listAddress(place);
  const { total, translated } = place.translation;
  const left = q === TO_DO ? 0 : total - translated;
  const toDo = new URLSearchParams({ q: TO_DO, start: "yes" }).toString();
  const done = url.searchParams.has("saved")
    ? say("end.saved")
    : say(url.searchParams.has("suggested") ? "end.suggested" : "end.done");
  return layout({
    words,
    title: say("end.title"),
    site,
    visitor,
    crumbs: crumbsTo(place),
    content: html`${
        said === undefined
          ? ""
          : html`<div class="flash attention">
              <p role="status">${said.words} <a href="${url.pathname}?unit=${said.unit}">${say("end.lookAgain")}</a></p>
            </div>`
      }
      <h1 tabindex="-1">${done}</h1>
      <p>${q === "" ? say("end.ofFile") : show("end.ofSearch", { search: html`<code>${q}</code>` })}</p>
      <p>
        ${left === 0 ? "" : html`<a class="begin" href="${url.pathname}?${toDo}">${say("end.toDo", { left })}</a>`}
        <a href="${here}">${say("end.seeAll", { language: place.language.name })}</a>
      </p>`,
  });
}
