import { html, type Content, type Markup } from "../../../http-api/markup.ts";
import { options, type Choice } from "../../../http-api/form.ts";
import { count } from "./numbers.ts";

/** What a list is asked for: the address without what it has by default. */
export type Query = Readonly<Record<string, string>>;

export interface Column {
  readonly heading: string;
  /** Name by which the list is sorted; undefined: it is not sorted by this. */
  readonly sort?: string;
  readonly number?: boolean;
}

export interface List {
  /** Below the site's root, `/admin/runs`. */
  readonly path: string;
  readonly query: Query;
  readonly columns: readonly Column[];
  readonly rows: readonly Markup[];
  readonly total: number;
  readonly page: number;
  readonly size: number;
  /** What there are so many of: "run". */
  readonly noun: string;
  readonly nouns?: string;
  /** Says what the table holds, for those who do not see what stands around it. */
  readonly caption: string;
  /** Shown instead of a table without rows. */
  readonly empty: Markup;
  /** The newest first, as long as nobody sorts it: a date leads to the page where it ends. */
  readonly byTime?: boolean;
}

/** A table with its pages: the part that changes while somebody filters and sorts. */
export function list(shown: List): Markup {
  const { rows, total, noun, nouns = `${noun}s`, columns, caption, empty } = shown;
  const words = `${count(total)} ${total === 1 ? noun : nouns}`;
  if (rows.length === 0 && total === 0) {
    return html`<span hidden data-total>${words}</span>${empty}`;
  }
  return html`${table(caption, columns, rows, shown)} ${pages(shown, words)}`;
}

/** @param sorted of a list that is sorted by its headings */
export function table(
  caption: string,
  columns: readonly Column[],
  rows: readonly Markup[],
  sorted?: Pick<List, "path" | "query">,
): Markup {
  return html`<div class="table" role="region" aria-label="Table: ${caption}" tabindex="0">
    <table class="cards">
      <caption class="hidden">
        ${caption}
      </caption>
      <thead>
        <tr>
          ${columns.map((column) => columnHead(column, sorted))}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

function columnHead(column: Column, sorted: Pick<List, "path" | "query"> | undefined): Markup {
  // Above buttons, that say themselves what they do, there is nothing to say.
  if (column.heading === "") return html`<td></td>`;
  const classes = column.number === true ? html`class="number"` : "";
  if (column.sort === undefined || sorted === undefined) return html`<th scope="col" ${classes}>${column.heading}</th>`;
  const { path, query } = sorted;
  const isUp = query.sort === column.sort;
  const isDown = query.sort === `-${column.sort}`;
  const next = isUp ? `-${column.sort}` : column.sort;
  const direction = isUp ? "ascending" : isDown ? "descending" : undefined;
  return html`<th scope="col" ${classes} ${direction === undefined ? "" : html`aria-sort="${direction}"`}>
    <a href="${addressOf(path, { ...query, sort: next, page: "" })}" data-take="sort-${column.sort}"
      >${column.heading}<span aria-hidden="true">${isUp ? " ↑" : isDown ? " ↓" : ""}</span></a
    >
  </th>`;
}

function pages(shown: List, words: string): Markup {
  const { path, query, total, page, size } = shown;
  const last = Math.max(1, Math.ceil(total / size));
  const first = total === 0 ? 0 : Math.min(total, (page - 1) * size + 1);
  const link = (to: number, name: string, key: string): Content =>
    to < 1 || to > last ? "" : html`<a href="${addressOf(path, onPage(query, to))}" data-take="${key}">${name}</a>`;
  return html`<nav class="pages" aria-label="Pages">
    <p data-total>${last === 1 ? words : `${count(first)} to ${count(Math.min(total, page * size))} of ${words}`}</p>
    ${last === 1 ? "" : jump(shown, last)}
    <span
      >${page > 2 ? link(1, "First", "first") : ""} ${link(page > last ? last : page - 1, "Previous", "previous")}
      ${link(page + 1, "Next", "next")} ${page < last - 1 ? link(last, "Last", "last") : ""}</span
    >
  </nav>`;
}

/** To a page by its number, or to the one where a day ends. */
function jump({ path, query, page, byTime }: List, last: number): Markup {
  const kept = Object.entries(query).filter(([name, value]) => value !== "" && name !== "page");
  return html`<form class="jump" method="get" action="${path}">
    ${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <label
      >Page <input type="number" name="page" value="${Math.min(page, last)}" min="1" max="${last}" /> of
      ${count(last)}</label
    >
    ${byTime === true && query.sort === undefined ? html`<label>or day <input type="date" name="at" /></label>` : ""}
    <button class="second">Go</button>
  </form>`;
}

export function addressOf(path: string, query: Query): string {
  const text = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== "")).toString();
  return text === "" ? path : `${path}?${text}`;
}

/** The first page of a list is its address without a number. */
export function onPage(query: Query, page: number): Query {
  return { ...query, page: page === 1 ? "" : String(page) };
}

export interface FilterChoice {
  readonly name: string;
  readonly label: string;
  readonly choices: readonly Choice[];
}

export interface Filter {
  readonly path: string;
  readonly query: Query;
  /** Label of the field for words; undefined: there is none. */
  readonly words?: string;
  /** Name of that field, where it is not `text`. */
  readonly wordsName?: string;
  /** Whether there is a field for a part of a repository's name. */
  readonly byRepository?: boolean;
  readonly choices: readonly FilterChoice[];
  /** What rows say is wrong, those of the most rows first. */
  readonly causes?: readonly ShownCause[];
  /** Whether there are fields for the first and the last day, in UTC. */
  readonly byTime?: boolean;
}

export interface ShownCause {
  readonly key: string;
  readonly words: string;
  readonly rows: number;
}

/** Of very many causes, those that most rows have. */
const MOST_CAUSES = 30;
const LONGEST_CAUSE = 90;

/** Narrows a list: by its button, and at once where the script is there. The same fields stand in the same order on every list. */
export function filter({
  path,
  query,
  words,
  wordsName = "text",
  byRepository,
  choices,
  causes,
  byTime,
}: Filter): Markup {
  return html`<form class="filter" method="get" action="${path}" role="search" aria-label="Filter" data-filter>
    ${query.sort === undefined ? "" : html`<input type="hidden" name="sort" value="${query.sort}" />`}
    ${words === undefined ? "" : searchField(wordsName, words, query)}
    ${byRepository === true ? searchField("repository", "Repository", query) : ""}
    ${choices.map((choice) => chooser(choice, query))}
    ${causes === undefined ? "" : chooser({ name: "cause", label: "Cause", choices: causeChoices(causes, query.cause) }, query)}
    ${byTime === true ? html`${dayField("since", "From", query)} ${dayField("until", "To", query)}` : ""}
    <button class="second">Filter</button>
    <span class="hidden" aria-live="polite" data-told></span>
  </form>`;
}

function searchField(name: string, label: string, query: Query): Markup {
  return html`<label
    >${label}
    <input type="search" name="${name}" value="${query[name] ?? ""}" autocomplete="off" />
  </label>`;
}

function dayField(name: string, label: string, query: Query): Markup {
  return html`<label
    >${label} <input type="date" name="${name}" value="${query[name] ?? ""}" title="${label} this day on, UTC" />
  </label>`;
}

function chooser({ name, label, choices }: FilterChoice, query: Query): Markup {
  return html`<label
    >${label}
    <select name="${name}">
      ${options([{ value: "", words: "all" }, ...choices], query[name] ?? "")}
    </select>
  </label>`;
}

/** A cause that a link chose stays chosen, be it over. */
function causeChoices(causes: readonly ShownCause[], chosen: string | undefined): readonly Choice[] {
  const most = causes.slice(0, MOST_CAUSES);
  const others = causes.filter(({ key }) => key === chosen && !most.some((cause) => cause.key === key));
  const known = [...most, ...others].map(({ key, words, rows }) => ({
    value: key,
    words: `${shortened(words)} (${count(rows)})`,
  }));
  if (chosen === undefined || known.some(({ value }) => value === chosen)) return known;
  return [...known, { value: chosen, words: "a cause that is over (0)" }];
}

function shortened(words: string): string {
  return words.length <= LONGEST_CAUSE ? words : `${words.slice(0, LONGEST_CAUSE).toWellFormed()}…`;
}

export interface Tab {
  readonly name: string;
  readonly address: string;
  readonly isCurrent: boolean;
}

export function tabs(label: string, all: readonly Tab[]): Markup {
  return html`<nav aria-label="${label}">
    <ul class="tabs">
      ${all.map(
        ({ name, address, isCurrent }) =>
          html`<li><a href="${address}" ${isCurrent ? html`aria-current="true"` : ""}>${name}</a></li>`,
      )}
    </ul>
  </nav>`;
}

/** Nothing is here yet: says why, and what to do first. */
export function emptyState(heading: string, advice: Content, action: Content = ""): Markup {
  return html`<div class="empty">
    <svg width="44" height="32" viewBox="0 0 44 32" aria-hidden="true" focusable="false">
      <g fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round">
        <rect x="1" y="1" width="42" height="30" rx="5" stroke-dasharray="3 4"></rect>
        <path d="M10 12h24M10 20h14"></path>
      </g>
    </svg>
    <h3>${heading}</h3>
    <p>${advice}</p>
    ${action}
  </div>`;
}
