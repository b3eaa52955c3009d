import type { CheckedText, CheckFinding } from "../../catalog/checks/index.ts";
import { languageTag } from "../../catalog/language-tag.ts";
import { csrfField, textareaElement } from "../../http-api/form.ts";
import { html, type Content, type Markup } from "../../http-api/markup.ts";
import type { VisibleTranslation } from "../identity/visible.ts";
import type { NewString } from "../landing/new-strings.ts";
import { crumbsTo } from "../pages/crumbs.ts";
import { layout, type Visitor } from "../pages/layout.ts";
import { pluralFormulaOf } from "../components/language.ts";
import { nameOfField, pluralLabels } from "./plural-labels.ts";
import { asItReads, markedParts, sourceLanguage } from "./marked-source.ts";
import { asItWasSaid } from "./parts.ts";
import { nameOfCheck } from "./problems.ts";
import { markedDifference, wordDifference } from "./word-difference.ts";
import type { Words } from "../wording/words.ts";

/** A string of a pull request, with what this language has of it. */
export interface ComingString extends NewString {
  /** As it is kept for the day of the merge. */
  readonly target: readonly string[];
  /** What the present string says; none: there is none yet. */
  readonly present: readonly string[];
  /** Who translated it. */
  readonly by: string | undefined;
}

interface ShownString extends ComingString {
  readonly shown: readonly string[];
  /** As the checks look at it. */
  readonly text: CheckedText;
  readonly findings: readonly CheckFinding[];
  /** A link led to this one. */
  readonly isAsked: boolean;
}

export interface PullRequestPage {
  readonly words: Words;
  readonly site: string;
  readonly visitor: Visitor;
  /** `/translate/project/component/language/` */
  readonly path: string;
  readonly place: VisibleTranslation;
  readonly number: number;
  readonly strings: readonly ShownString[];
  /** Of a language whose file alone tells the source texts. */
  readonly ownFile: string | undefined;
  /** So many strings of it come with a translation. */
  readonly translatedThere: number;
  /** So many more are not shown. */
  readonly more: number;
  readonly said: { readonly words: Content; readonly isBad: boolean } | undefined;
  readonly mayTranslate: boolean;
  /** Where the host shows a line of the source; undefined: it shows none, or not to this person. */
  readonly lineAddress: ((line: number) => string) | undefined;
}

/** What a pull request adds to a language, all of it in one form. */
export function pullRequestPage(page: PullRequestPage): string {
  const { words, site, visitor, path, place, number, strings, said, mayTranslate } = page;
  const { say } = words;
  const { language } = place;
  const missing = strings.filter(({ target }) => target.every((text) => text === "")).length;
  return layout({
    words,
    title: say("early.title", { number: String(number), language: language.name }),
    site,
    visitor,
    crumbs: crumbsTo(place),
    content: html`<h1>${say("early.heading", { number: String(number) })}</h1>
      ${said === undefined ? "" : html`<div class="flash ${said.isBad ? "bad" : "good"}" role="${said.isBad ? "alert" : "status"}"><p>${said.words}</p></div>`}
      ${strings.length > 0 ? summary(strings.length, missing, words) : page.translatedThere === 0 && said?.isBad !== true ? html`<p>${say("early.nothing")}</p>` : ""}
      ${rest(page)}
      ${
        strings.length === 0
          ? ""
          : html`<form method="post" action="${path}?q=pr%3A${number}" class="translate">
              ${csrfField(visitor.signedIn?.csrf ?? "")} ${strings.map((string, at) => stringField(page, string, at))}
              ${mayTranslate ? html`<div class="actions"><button>${say("form.save")}</button></div>` : html`<p class="soft">${say("early.mayNot")}</p>`}
            </form>`
      }`,
  });
}

function summary(count: number, missing: number, { say }: Words): Markup {
  return html`<p class="soft">${say("early.summary", { count, missing })}</p>`;
}

/** What of the pull request is not in the form. */
function rest({ words: { say, show }, strings, ownFile, translatedThere: count, more }: PullRequestPage): Content {
  const words = [
    ...(count === 0 ? [] : [say(strings.length > 0 ? "early.moreTranslated" : "early.translated", { count })]),
    ...(more === 0 ? [] : [say("early.notShown", { count: more })]),
  ];
  if (words.length === 0 && ownFile === undefined) return "";
  const why = show("early.ownFile", { file: html`<code>${ownFile}</code>` });
  return html`<p class="soft">${words.join(" ")} ${ownFile === undefined ? "" : why}</p>`;
}

function stringField(
  { words, place, mayTranslate, lineAddress }: PullRequestPage,
  string: ShownString,
  at: number,
): Markup {
  const { say, show } = words;
  const {
    key,
    context,
    source,
    before,
    note,
    line,
    target,
    shown,
    text: like,
    findings,
    present,
    by,
    isAsked,
    isTranslated,
  } = string;
  const { language } = place;
  const labels = pluralLabels(pluralFormulaOf(place), shown.length, language.code);
  const name = context === "" ? (source[0] ?? "") : context;
  const hidden = (field: string, value: string): Markup =>
    html`<input type="hidden" name="${field}" value="${value}" />`;
  return html`<fieldset class="coming">
    <legend dir="auto">
      <code>${name}</code> <span class="soft">${say(before === undefined ? "early.new" : "early.changed")}</span>
      ${line === 0 || lineAddress === undefined ? "" : html`<a href="${lineAddress(line)}">${say("early.line", { line: String(line) })}<span class="hidden">${say("early.lineWhere", { name })}</span></a>`}
    </legend>
    ${hidden(`key.${String(at)}`, key)} ${hidden(`source.${String(at)}`, JSON.stringify(source))}
    ${target.map((text, form) => hidden(`seen.${String(at)}.${String(form)}`, text))}
    ${source.map((text, form) => {
      const piece = (part: string): Content => markedParts(part, like);
      // Spaces around it would be shown as some of its own.
      const marked =
        before === undefined ? piece(text) : markedDifference(wordDifference(before[form] ?? "", text), words, piece);
      return html`<div class="texts source" ${sourceLanguage(like)} dir="auto">${marked}</div>`;
    })}
    ${note === "" ? "" : html`<p class="texts soft" dir="auto">${note}</p>`}
    ${isTranslated ? html`<p class="soft">${say("early.isTranslated")}</p>` : ""}
    ${present.some((text) => text !== "") ? html`<p class="soft">${show("early.untilNow", { text: html`<span lang="${languageTag(language.code)}" dir="${language.direction}">${asItReads(language.direction, present.join(" / "), like)}</span>` })}</p>` : ""}
    ${shown.map((text, form) => {
      const id = `text-${String(at)}-${String(form)}`;
      const attributes = html`id="${id}" name="text.${at}.${form}" rows="2" lang="${languageTag(language.code)}"
      dir="${language.direction}" ${mayTranslate ? "" : html`readonly`} ${isAsked && form === 0 ? html`autofocus` : ""}`;
      return html`<label for="${id}" class="soft"
          >${nameOfField(labels, form, words)}<span class="hidden">${say("zen.ofString", { name })}</span></label
        >${textareaElement(attributes, text)}`;
    })}
    ${by === undefined ? "" : html`<p class="soft">${say("early.by", { name: by })}</p>`} ${problemsOf(findings, words)}
  </fieldset>`;
}

function problemsOf(findings: readonly CheckFinding[], words: Words): Content {
  if (findings.length === 0) return "";
  return html`<ul class="problems">
    ${findings.map(({ check, severity, message }) => html`<li class="${severity === "breaks" ? "error" : "warning"}"><b>${asItWasSaid(nameOfCheck(check), words)}</b> ${asItWasSaid(message, words)}</li>`)}
  </ul>`;
}
