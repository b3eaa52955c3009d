import { withoutExpressions } from "../../catalog/checks/fixed-parts.ts";
import type { CheckedText } from "../../catalog/checks/index.ts";
import { termRule } from "../editor/glossary.ts";
import { asItReads } from "../editor/marked-source.ts";
import { inLanguage } from "../editor/parts.ts";
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
import { englishWords } from "../wording/catalogues.ts";
import type { Words } from "../wording/words.ts";

/** The strings of a translation, to read. */
export async function translationPage(
  visit: Pick<SitePageRequest, "site" | "url" | "read" | "visitor" | "hasConflicts" | "checked" | "newTerm">,
  project: string,
  component: string,
  language: string,
): Promise<string> {
  const { site, url, read, visitor, hasConflicts, checked, newTerm } = visit;
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
  const termAddress = isGlossary ? await newTerm(parameters) : undefined;
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
    title: `${translation.component?.name ?? component}: ${name}`,
    site,
    visitor,
    crumbs: crumbsTo(place),
    content: html`<h1>${name}</h1>
      <div class="facts">
        <span>${bar(translation.translated, translation.fuzzy ?? 0, translation.total)}</span>
        <span><b>${amount(translation.total)}</b> strings</span>
        <span>file <code>${translation.filename}</code></span>
        <span><a href="${new URL(translation.file_url).pathname}">download</a></span>
        <span
          ><a href="/manage/files/${project}/${component}/${encodeURIComponent(language)}/"
            >upload, other formats</a
          ></span
        >
        <span><a href="${new URL(translation.url).pathname}">for programs</a></span>
      </div>
      <p>
        ${isWrong ? "" : beginning(editor, q, translation)}
        ${
          isWrong || visitor.signedIn === undefined
            ? ""
            : html`<a class="begin second" href="${zenAddress(editor, q)}">One below the other</a>
                <a class="begin second" href="${bulkAddress(editor, q)}">Change many at once</a>`
        }
        ${termAddress === undefined ? "" : html`<a class="begin second" href="${termAddress}">Add a term</a>`}
      </p>
      <nav class="pages" aria-label="Filter">${filters.map((filter) => filterLink(here, filter, q))}</nav>
      ${pullRequestNotes(editor, q)} ${searchForms(here, q, fields, isWrong ? units : undefined)}
      ${isWrong ? "" : shown(units, translation.language, { url, editor, q, likes, isGlossary })}`,
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
): Content {
  if (total === 0) return "";
  const [words, searched] =
    q !== ""
      ? (["Translate these", q] as const)
      : translated < total
        ? (["Translate what is to do", TO_DO] as const)
        : (["Go through all strings", ""] as const);
  const query = new URLSearchParams({ q: searched, start: "yes" }).toString();
  return html`<a class="begin" href="${editor}?${query}">${words}</a>`;
}

function filterLink(here: string, { words, q, count }: StringFilter, current: string): Markup {
  const text = html`${words}${count === undefined ? "" : html` <span class="soft">${amount(count)}</span>`}`;
  const address = `${here}${q === "" ? "" : `?q=${encodeURIComponent(q)}`}`;
  return q === current ? html`<b aria-current="true">${text}</b>` : html`<a href="${address}">${text}</a>`;
}

/** A list has what is here; what a pull request only is about to bring has a page of its own. */
function pullRequestNotes(editor: string, q: string): Content {
  const numbers = new Set([...q.matchAll(/\bpr:["']?#?([1-9]\d{0,8})/g)].map(([, number = ""]) => number));
  return [...numbers].map(
    (number) =>
      html`<p class="soft">
        Of pull request #${number}, these are the strings that are here.
        <a href="${editor}?q=pr%3A${number}">Translate what it adds before it is merged</a>
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

/** The search as it is, and fields that put one together: both can be kept as an address. */
function searchForms(here: string, q: string, fields: SearchFields, problem: string | undefined): Markup {
  const words = (names: readonly string[], any: string) =>
    names.map((value) => ({ value, words: value === "" ? any : value.replaceAll("-", " ") }));
  return html`${searchForm(here, q, englishWords, "", problem)}
    <details class="search">
      <summary>Put a search together</summary>
      <form method="get" action="${here}" class="search-fields">
        ${input({ name: "text", label: "Words", value: fields.text })}
        ${select({ name: "within", label: "in", value: "", choices: words(searchWithin, "source, translation, key") })}
        ${select({ name: "state", label: "State", value: "", choices: words(searchStates, "any") })}
        ${select({ name: "has", label: "With", value: "", choices: words(searchHas, "anything") })}
        ${input({ name: "since", label: "Changed since", placeholder: "7 days ago, 2026-11-01" })}
        ${input({ name: "by", label: "Changed by", placeholder: "user name" })}
        ${input({ name: "pr", type: "number", minimum: 1, label: "Of pull request", placeholder: "123" })}
        <button class="second">Search</button>
      </form>
    </details>`;
}

/** The language of a list, as the API gives it. */
interface Shown {
  readonly code?: string | undefined;
  readonly direction?: string | undefined;
}

interface Where {
  readonly url: URL;
  /** Address of the editor. */
  readonly editor: string;
  readonly q: string;
  /** Of texts that read from right to left what tells their placeholders, of a glossary what it wants of a term. */
  readonly likes: ReadonlyMap<number, CheckedText>;
  readonly isGlossary: boolean;
}

function shown({ count, next, previous, results }: Page<Unit>, language: Shown, where: Where): Content {
  const { url, editor, q, likes, isGlossary } = where;
  if (results.length === 0)
    return html`<div class="operation">
      <h2>${q === TO_DO ? "Nothing to do" : "Nothing here"}</h2>
      <p class="soft">${q === TO_DO ? "Every string is translated." : "No string is of this kind."}</p>
    </div>`;
  return html`${stringTable(
      results.map((unit) =>
        unitRow(unit, language, stringAddress(editor, q, unit.id), { checked: likes.get(unit.id), isGlossary }),
      ),
      englishWords,
    )}
    <nav class="pages" aria-label="Pages">
      <span class="soft">${amount(results.length)} of ${amount(count)}</span>
      ${[
        ["← Previous", previous],
        ["Next →", next],
      ].map(([words, address]) =>
        address === null || address === undefined ? "" : html`<a href="${sameView(url, address)}">${words}</a>`,
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
  { checked, isGlossary }: { readonly checked: CheckedText | undefined; readonly isGlossary: boolean },
): Markup {
  const like = checked && withoutExpressions(checked);
  const notes = [
    isGlossary && checked !== undefined ? noteOfTerm(checked) : "",
    unit.pending === true ? "not yet committed" : "",
    ...(unit.failing_checks ?? []).map((check) => `fails: ${nameOfCheck(check)}`),
    unit.has_suggestion === true ? "suggestion" : "",
    unit.has_comment === true ? "comment" : "",
  ].filter((note) => note !== "");
  return html`<tr>
    ${sourceCell(address, unit.context, unit.source)}
    <td>${unit.target.map((text) => inLanguage({ code, direction }, asItReads(direction, text, like)))}</td>
    <td>
      ${stateWords(unit.state, englishWords)}${notes.map((note) => html`<br /><span class="soft">${note}</span>`)}
    </td>
  </tr>`;
}

function noteOfTerm({ flags }: CheckedText): string {
  const rule = termRule(flags);
  return rule === undefined ? "" : englishWords.say(rule.note);
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
