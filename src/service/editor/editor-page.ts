import type { CheckedText, CheckFinding } from "../../catalog/checks/index.ts";
import { fixedParts } from "../../catalog/checks/fixed-parts.ts";
import { equalTexts } from "../../catalog/texts.ts";
import { numberOf } from "../../catalog/flags.ts";
import { languageTag } from "../../catalog/language-tag.ts";
import { unitStates } from "../../catalog/unit.ts";
import { csrfField, textareaElement } from "../../http-api/form.ts";
import { html, outward, trusted, type Content, type Markup } from "../../http-api/markup.ts";
import { may, type Caller } from "../identity/permissions.ts";
import type { VisibleUnit } from "../identity/visible.ts";
import { stateWords } from "../pages/state-words.ts";
import { crumbsTo, listAddress } from "../pages/crumbs.ts";
import type { GitConflict } from "../landing/conflicts.ts";
import type { Origin } from "../landing/origin.ts";
import { layout, type Visitor } from "../pages/layout.ts";
import { markdown } from "../pages/markdown.ts";
import { searchForm } from "../pages/search-form.ts";
import { LONGEST_QUESTION, type AnswerState, type QuestionState } from "../questions/questions.ts";
import { formsOf, madeText } from "../units/undo.ts";
import { texts } from "../units/unit-row.ts";
import { committedAs } from "./committed-as.ts";
import { hasHistory, historySection, type History } from "./history.ts";
import { termRule, type Term } from "./glossary.ts";
import { asItReads, markedParts, shownSource, sourceLanguage } from "./marked-source.ts";
import {
  agreement,
  asItWasSaid,
  dayAndTime,
  hidden,
  inLanguage,
  jsonInPage,
  ofString,
  signInToTranslate,
} from "./parts.ts";
import { suggestionCards } from "./suggestion-cards.ts";
import { broughtBy, panel, panelNames, type OpenGlossaries, type PanelContent } from "./panels.ts";
import { pluralFormulaOf } from "../components/language.ts";
import { openLine } from "./open-strings.ts";
import { nameOfField, pluralLabels, withNumber, type PluralLabel } from "./plural-labels.ts";
import { reading } from "./reading.ts";
import type { Remark, StringReading } from "./read-string.ts";
import type { Submission } from "./save-string.ts";
import { namesOf, problems, problemsOf, told, toldOf } from "./problems.ts";
import { savedNotice, type SavedNotice } from "./saved-notice.ts";
import { characterRow, specialCharacters } from "./special-characters.ts";
import { stringAddress, walkAddress } from "./string-address.ts";
import { differInFormAlone, type SourceStep } from "./translated-source.ts";
import { markedDifference, wordDifference } from "./word-difference.ts";
import type { Words } from "../wording/words.ts";
import { FAILING, TO_DO, type Walk } from "./walk.ts";
import { zenAddress } from "./zen-page.ts";
import { locked } from "../http/refusal.ts";

/** What a person typed, as the page gets it back. */
export interface Draft extends Submission {
  /** Of the text whose problems the person has read. */
  readonly known: string;
  /** The source as the person saw it. */
  readonly source: readonly string[];
  /** "": nothing to say. */
  readonly comment: string;
  readonly scope: "translation" | "global";
  /** The suggestion that the text began as; 0: none. */
  readonly suggestion: number;
  /** The text of git that is decided about; none: there is no conflict with git. */
  readonly settles: readonly string[];
}

/** What the page says first. */
export type Notice =
  | SavedNotice
  | { readonly kind: "suggested"; readonly unit: number }
  | { readonly kind: "commented" }
  | { readonly kind: "said"; readonly words: Content }
  | { readonly kind: "dismissed"; readonly count: number }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "problems" }
  | { readonly kind: "overtaken"; readonly hasOtherSource: boolean };

export interface EditorPage {
  readonly words: Words;
  readonly site: string;
  readonly visitor: Visitor;
  /** `/translate/project/component/language/` */
  readonly path: string;
  /** The search that the person goes through; "": all strings. */
  readonly q: string;
  readonly place: VisibleUnit;
  readonly string: StringReading;
  readonly walk: Walk;
  /** The same among what is still to be translated. */
  readonly toDo: Walk;
  /** The next string that a check finds something wrong with. */
  readonly nextFailing: number | undefined;
  /** Of the glossaries, that stand in the source; undefined: these are too large to be looked through for every page. */
  readonly terms: readonly Term[] | undefined;
  /** Glossaries that take a term of the reader. */
  readonly openGlossaries: OpenGlossaries;
  /** Whether texts of a right-to-left language are shown as files show them: from left to right. */
  readonly asFile: boolean;
  /** What brought the source, where it changed since it was translated and the reader may know; undefined: nobody knows by now. */
  readonly brought: Origin | undefined;
  /** Who looks at it. */
  readonly caller: Caller;
  /** What somebody asked to see beside the string. */
  readonly panel: PanelContent | undefined;
  readonly draft: Draft | undefined;
  /** As the checks look at it, with the text that the fields show; undefined: the string is gone meanwhile. */
  readonly text: CheckedText | undefined;
  /** Of the text that the fields show; without what was dismissed. */
  readonly findings: readonly CheckFinding[];
  /** Checks that the stored text fails because of other strings or languages. */
  readonly elsewhere: readonly string[];
  readonly notice: Notice | undefined;
  /** Where git changed the string, too, and the next merge fails for it. */
  readonly conflict: GitConflict | undefined;
  /** Who else has the string open. */
  readonly alsoOpen: readonly string[];
  readonly attempt: string;
}

/** One string, and everything one needs to translate it. */
export function editorPage(page: EditorPage): string {
  const { words, site, visitor, path, q, place, walk } = page;
  const { say, show } = words;
  const { language, unit } = place;
  const list = `${listAddress(place)}${searchOf(q)}`;
  const csrf = visitor.signedIn?.csrf ?? "";
  const title = unit.context === "" ? (texts(unit.source)[0] ?? "") : unit.context;
  return layout({
    words: page.words,
    title: `${title.slice(0, 60)}: ${language.name}`,
    site,
    visitor,
    crumbs: crumbsTo(place),
    begin: hasForm(page) ? "target-0" : undefined,
    content: html`<div class="editor">
      <section aria-labelledby="string">
        ${notice(page)} ${page.notice === undefined ? welcome(page) : ""} ${gitConflict(page)}
        <nav class="pages" aria-label="${say("page.strings")}">
          ${step(say("step.previous"), walk.previous, page, "previous")}
          ${step(say("step.next"), walk.next, page, "next")}
          <span class="soft" id="position">${position(place, words)}</span>
          ${page.toDo.previous === undefined ? "" : step(say("step.previousToDo"), page.toDo.previous, { ...page, q: TO_DO }, "previous-to-do")}
          ${step(say("step.nextToDo"), page.toDo.next, { ...page, q: TO_DO }, "next-to-do")}
          ${page.nextFailing === undefined ? "" : step(say("step.nextFailing"), page.nextFailing, { ...page, q: FAILING }, "next-failing")}
          <a href="${list}"
            >${q === "" ? say("page.allStrings") : show("page.stringsFor", { search: html`<code>${q}</code>` })}</a
          >
        </nav>
        ${searchForm(path, q, page.words, hidden("start", "yes"))}
        <h1 id="string">
          ${unit.context === "" ? say("page.stringIn", { language: language.name }) : html`<code dir="auto">${unit.context}</code>`}
        </h1>
        ${about(page)} ${sourceChange(page)}
        <h2>${say("page.source")}</h2>
        ${shownSource(unit, page.text, page.terms ?? [], page.words)} ${translationForm(page)} ${ways(page)}
      </section>
      ${stringData(page)}
      <aside aria-label="${say("page.about")}">
        ${suggestionCards({ ...page, csrf, username: visitor.signedIn?.username, hasForm: hasForm(page) })}
        ${pictures(page)} ${panels(page)} ${comments(page)} ${variants(page)} ${nearby(page)} ${sameElsewhere(page)}
        ${otherLanguages(page)} ${historySection(historyOf(page))}
      </aside>
    </div>`,
  });
}

function notice(page: EditorPage): Content {
  const { words, notice: said, path, q, findings } = page;
  const { say, show } = words;
  if (said === undefined) return "";
  switch (said.kind) {
    case "saved":
      return savedNotice(page, said, undoButton(page, said));
    case "suggested":
      return flash(
        "good",
        html`${say("notice.suggested")} <a href="${stringAddress(path, q, said.unit)}">${say("notice.lookAgain")}</a>`,
      );
    case "said":
      return flash("good", said.words);
    case "commented":
      return flash("good", say("notice.commented"));
    case "dismissed":
      return flash(
        "good",
        said.count > 1 ? say("notice.dismissedFor", { count: said.count }) : say("notice.dismissed"),
      );
    case "refused":
      return flash(
        "bad",
        show("notice.refused", {
          nothingSaved: html`<b>${say("notice.nothingSaved")}</b>`,
          reason: asItWasSaid(said.reason, page.words),
        }),
      );
    case "problems": {
      const names = namesOf(findings);
      return flash(
        "bad",
        show("notice.problems", {
          notSavedYet: html`<b>${say("notice.notSavedYet")}</b>`,
          count: names.length,
          checks: asItWasSaid(names.join(", "), page.words),
        }),
      );
    }
    case "overtaken":
      return said.hasOtherSource ? otherSource(page) : overtaken(page);
  }
}

/** Takes back what was saved last. */
function undoButton({ words: { say }, visitor, path, q }: EditorPage, { unit, undo, forms }: SavedNotice): Content {
  if (undo === undefined || visitor.signedIn === undefined) return "";
  return html`<form method="post" action="${stringAddress(path, q, unit)}">
    ${csrfField(visitor.signedIn.csrf)} ${hidden("unit", String(unit))}
    ${Array.from({ length: forms }, (_, form) => hidden(`target.${String(form)}`, ""))}
    <button name="do" value="undo-change:${undo}" class="plain">
      ${say("undo.button")}<span class="hidden">${say("undo.saved")}</span>
    </button>
  </form>`;
}

/** Both texts of a conflict, and what became of the one that the person had before them. */
function overtaken(page: EditorPage): Markup {
  const { words, draft: own, text: like, string, place } = page;
  const { say, show } = words;
  const { unit, language } = place;
  const theirs = texts(unit.target);
  const labels = pluralLabels(pluralFormulaOf(place), theirs.length, language.code);
  const shown = (piece: string): Content => asItReads(language.direction, piece, like);
  const newest = string.changes.find(({ action }) => madeText(action, place.translation.is_source === 1));
  const made = newest && formsOf(newest, "target", theirs.length);
  const last = made !== undefined && equalTexts(made, theirs) ? newest : undefined;
  return conflict(page, {
    title: show("conflict.theirs", { name: html`<bdi>${last?.user ?? say("conflict.somebody")}</bdi>` }),
    here:
      last === undefined ? say("conflict.theirsHere") : say("conflict.theirsOf", { time: dayAndTime(last.timestamp) }),
    difference: theirs.map(
      (text, form) =>
        html`${theirs.length === 1 ? "" : html`<p class="soft">${nameOfField(labels, form, page.words)}</p>`}
        ${inLanguage(language, markedDifference(wordDifference(own?.target[form] ?? "", text), page.words, shown))}`,
    ),
    marked: say("conflict.theirsMarked"),
    leave: say("conflict.useTheirs"),
  });
}

/** The same where it is the source that became another one. */
function otherSource(page: EditorPage): Markup {
  const { words, draft: own, text: like, place } = page;
  const { say } = words;
  const now = texts(place.unit.source).join("\n");
  return conflict(page, {
    title: say("conflict.source"),
    here: say("conflict.sourceHere"),
    difference: html`<p class="texts" dir="auto">
      ${markedDifference(wordDifference((own?.source ?? []).join("\n"), now), page.words, (piece) => markedParts(piece, like))}
    </p>`,
    marked: say("conflict.sourceMarked"),
    leave: say("conflict.leave"),
  });
}

/** What git says, where the string was changed there as well: nothing is merged before somebody decides. */
function gitConflict(page: EditorPage): Content {
  const { words, conflict: git, place, text: like } = page;
  const { say, show } = words;
  const { language, unit } = place;
  const here = texts(unit.target);
  if (git === undefined || (git.isDecided && equalTexts(git.texts, here))) return "";
  const shown = (piece: string): Content => asItReads(language.direction, piece, like);
  return html`<div class="flash attention" id="git-conflict">
    <h2>${say("gitConflict.title")}</h2>
    <p>${show("landing.inGit", { branch: html`<code>${git.branch}</code>` })}</p>
    ${git.texts.map((text, form) => inLanguage(language, markedDifference(wordDifference(here[form] ?? "", text), words, shown)))}
    <p class="soft">${say("gitConflict.marked")}</p>
    ${
      page.string.refusal === undefined
        ? html`<p>${say("gitConflict.decide")}</p>
            ${git.texts.length === here.length ? html`<button name="do" value="git" form="${FORM}" class="second">${say("landing.useGit")}</button>` : ""}`
        : ""
    }
  </div>`;
}

interface Conflict {
  readonly title: Content;
  readonly here: string;
  readonly difference: Content;
  readonly marked: string;
  readonly leave: string;
}

function conflict(
  { words, path, q, place: { unit } }: EditorPage,
  { title, here, difference, marked, leave }: Conflict,
): Markup {
  return html`<div class="flash bad" role="alert">
    <h2 id="conflict">${title}</h2>
    <p>${here}</p>
    ${difference}
    <p class="soft">${marked}</p>
    <p>${words.show("conflict.orSend", { leave: html`<a href="${stringAddress(path, q, unit.id)}">${leave}</a>` })}</p>
  </div>`;
}

function flash(kind: "good" | "bad", content: Content): Markup {
  return html`<div class="flash ${kind}" role="${kind === "bad" ? "alert" : "status"}"><p>${content}</p></div>`;
}

/** The query that keeps somebody in a search. */
function searchOf(q: string): string {
  return q === "" ? "" : `?q=${encodeURIComponent(q)}`;
}

/** Where a string stands in its file, and what is left of that: known without a count. */
function position({ unit, translation: { total, translated } }: VisibleUnit, { say }: Words): string {
  const left = total - translated;
  const { position: at } = unit;
  return left === 0
    ? say("step.positionDone", { position: at, total })
    : say("step.position", { position: at, total, left });
}

function step(words: string, unit: number | undefined, { path, q }: EditorPage, name: string): Markup {
  return unit === undefined
    ? html`<span class="soft" aria-hidden="true">${words}</span>`
    : html`<a href="${walkAddress(path, q, unit)}" data-step="${name}">${words}</a>`;
}

/** To what people said and did: between it and the field are many things that the keyboard would have to pass. */
function ways(page: EditorPage): Content {
  const { say } = page.words;
  const { suggestions, remarks } = page.string;
  const places: readonly (readonly [id: string, words: string, isThere: boolean])[] = [
    ["suggestions", say("ways.suggestions", { amount: suggestions.length }), suggestions.length > 0],
    ["comments", say("ways.comments", { amount: remarks.length }), hasComments(page)],
    ["history", say("ways.history"), hasHistory(historyOf(page))],
  ];
  const there = places.filter(([, , isThere]) => isThere);
  if (there.length === 0) return "";
  return html`<nav class="pages" aria-label="${say("page.beside")}">
    ${there.map(([id, words]) => html`<a href="#${id}">${words}</a>`)}
  </nav>`;
}

function historyOf(page: EditorPage): History {
  const { string, visitor } = page;
  const csrf = visitor.signedIn?.csrf ?? "";
  return { ...page, csrf, ...string, hasMore: string.hasMoreChanges, mayRevert: string.refusal === undefined };
}

/** What developers say of a string. */
function about(page: EditorPage): Content {
  const { say } = page.words;
  const { locations, explanation } = page.string;
  const { unit, component } = page.place;
  const { note } = unit;
  const rule = component.settings.is_glossary && page.text !== undefined ? termRule(page.text.flags)?.rule : undefined;
  const facts: readonly (readonly [string, Content])[] = [
    [say("about.term"), rule === undefined ? "" : say(rule)],
    [say("about.explanation"), explanation === "" ? "" : markdown(explanation)],
    [say("about.note"), note],
  ];
  const known = facts.filter(([, text]) => text !== "");
  if (known.length === 0 && locations.length === 0) return "";
  const places = locations.map(
    ({ text, address }, at) => html`${at === 0 ? "" : ", "}${address === undefined ? text : outward(text, address)}`,
  );
  return html`<dl class="about">
    ${known.map(
      ([name, text]) =>
        html`<dt>${name}</dt>
          <dd class="texts" dir="auto">${text}</dd>`,
    )}
    ${
      locations.length === 0
        ? ""
        : html`<dt>${say("about.inCode")}</dt>
            <dd class="paths">${places}</dd>`
    }
  </dl>`;
}

/** What the string looks like in the program: the picture itself opens large. */
function pictures({ words: { say }, string, path, place, caller }: EditorPage): Content {
  const { unit, project, component } = place;
  const mayAdd = may(caller, place, "screenshot.add");
  if (string.pictures.length === 0 && !mayAdd) return "";
  const parts = [project.slug, ...component.path.split("/")].map(encodeURIComponent).join("/");
  const add = html`<p>
    <a href="/manage/screenshots/${parts}/?unit=${unit.source_unit_id ?? unit.id}">${say("picture.add")}</a>
  </p>`;
  return html`<h2>${say("picture.title")}</h2>
    ${mayAdd ? add : ""}
    ${string.pictures.map(({ id, name, file }) => {
      const address = `${path}?unit=${String(unit.id)}&image=${String(id)}&file=${file}`;
      return html`<figure class="picture">
        <a href="${address}"><img src="${address}" alt="${say("picture.name", { name })}" loading="lazy" /></a>
        <figcaption class="soft" dir="auto">${name}</figcaption>
      </figure>`;
    })}`;
}

/** The source as it was when the translation was made of it, and the steps from there to what it says now. */
function sourceChange(page: EditorPage): Content {
  const { words, string } = page;
  const { unit } = page.place;
  const { translated } = string;
  if (translated === undefined) return "";
  const { text, steps } = translated;
  const now = texts(unit.source).join("\n");
  const [first] = steps;
  const { say } = words;
  const title =
    first === undefined
      ? say("sourceChange.title")
      : steps.length > 1
        ? say("sourceChange.titleTimes", { first: dayAndWho(first, words), count: steps.length })
        : say("sourceChange.titleOf", { first: dayAndWho(first, words) });
  return html`<div class="flash attention">
    <p>
      <b>${title}</b>
      ${sourceDifference(page, text, now)}
      ${differInFormAlone(text, now) ? html`<span class="soft">${say("sourceChange.formAlone")}</span>` : ""}
    </p>
    ${page.brought === undefined ? "" : broughtBy(page.brought, words)}
    ${steps.length < 2 ? "" : olderTexts(page, steps)}
    ${
      string.refusal === undefined
        ? html`<button name="do" value="confirm" form="${FORM}" class="second">
            ${say("sourceChange.stillRight")}<span class="hidden">${say("sourceChange.fits")}</span>
          </button>`
        : ""
    }
  </div>`;
}

/** Each costs a comparison, and few look at them. */
const MOST_OLDER_TEXTS = 10;

function olderTexts(page: EditorPage, steps: readonly SourceStep[]): Markup {
  const { words } = page;
  const { say } = words;
  return html`<details>
    <summary>${say("sourceChange.older", { amount: steps.length })}</summary>
    ${steps.length > MOST_OLDER_TEXTS ? html`<p class="soft">${say("sourceChange.last", { amount: MOST_OLDER_TEXTS })}</p>` : ""}
    <ol>
      ${steps.slice(-MOST_OLDER_TEXTS).map((each) => html`<li><span class="soft">${dayAndWho(each, words)}:</span> ${sourceDifference(page, each.old, each.now)}</li>`)}
    </ol>
  </details>`;
}

function dayAndWho({ timestamp, by }: SourceStep, { say }: Words): string {
  const day = timestamp.slice(0, 10);
  return by === null ? day : say("sourceChange.dayBy", { day, name: by });
}

function sourceDifference({ text: like, words }: EditorPage, old: string, now: string): Markup {
  const shown = markedDifference(wordDifference(old, now), words, (piece) => markedParts(piece, like));
  return html`<span class="texts" ${sourceLanguage(like)} dir="auto">${shown}</span>`;
}

/** What the script of the page knows of the string: its checks run while somebody types. */
function stringData({ text, place: { unit }, visitor, string }: EditorPage): Content {
  if (text === undefined || visitor.signedIn === undefined) return "";
  const { flags, target, ...rest } = text;
  // What a text in the fields is compared with: a page may come with one that nobody saved.
  const stored = {
    target: texts(unit.target).map((each) => each.replaceAll("\r\n", "\n")),
    state: String(unit.state < unitStates.needsEditing ? unitStates.translated : unit.state),
  };
  const dismissed = string.dismissals.map(({ check }) => check);
  const data = { ...rest, flags: [...flags], unit: unit.id, forms: target.length, dismissed, stored };
  return html`<script type="application/json" id="string-data">
    ${trusted(jsonInPage(data))}
  </script>`;
}

const FORM = "translation";

/** Whether the person may send a text, be it to save or to suggest it. */
function hasForm({ string }: EditorPage): boolean {
  return string.refusal === undefined || string.maySuggest;
}

function translationForm(page: EditorPage): Content {
  const { words, place, string, visitor, path, q, draft, findings, attempt } = page;
  const { say } = words;
  const { unit, language } = place;
  const target = draft?.target ?? texts(unit.target);
  const isOpen = string.refusal === undefined;
  if (!hasForm(page)) return readOnly(page, target);
  const fields = pluralLabels(pluralFormulaOf(place), target.length, language.code).map((label, index) => ({
    ...besideForm(texts(unit.source), label, page.text),
    text: target[index] ?? "",
    index,
    label,
    count: target.length,
  }));
  const numbers = target.length > 1 ? fields.map(({ label }) => label.numbers) : [];
  const hasNumbers = fields.length > 1 && fields.some(({ example }) => example !== undefined);
  return html`<form method="post" action="${stringAddress(path, q, unit.id)}" class="translate" id="${FORM}">
    ${ofString(unit, visitor, attempt)} ${draft === undefined || draft.known === "" ? "" : hidden("known", draft.known)}
    ${draft === undefined || draft.suggestion === 0 ? "" : hidden("suggestion", String(draft.suggestion))}
    ${page.conflict === undefined ? "" : hidden("settles", JSON.stringify(page.conflict.texts))}
    <fieldset>
      <legend>
        ${target.length > 1 ? say("form.titleForms", { language: language.name, count: target.length }) : say("form.title")}
      </legend>
      ${characterRow(specialCharacters(language, string.ownCharacters), page.words)}
      ${fields.map((each) => field(page, each, numbers))}
      ${hasNumbers ? html`<p class="soft">${say("form.numberGoes")}</p>` : ""}
    </fieldset>
    ${problems({
      words: page.words,
      findings,
      elsewhere: page.elsewhere,
      dismissals: string.dismissals,
      mayDismiss: isOpen ? string.mayDismiss : { here: false, everywhere: false },
      isTranslation: place.translation.is_source !== 1,
      isSaved: draft === undefined,
    })}
    ${agreement(string.agreement, words)} ${isOpen ? stateChoice(page) : ""} ${isOpen ? spread(page) : ""}
    ${isOpen ? "" : html`<p class="soft">${words.show("form.canSuggest", { refusal: asItWasSaid(string.refusal ?? "", words) })} ${untilWhen(page)}</p>`}
    ${openLine(page.alsoOpen, stringAddress(path, q, unit.id), page.words)}
    <div class="actions">
      ${isOpen ? html`<button name="do" value="next">${say("form.andGoOn", { save: saveWords(page) })}</button>` : ""}
      ${isOpen ? html`<button name="do" value="stay" class="second">${saveWords(page)}</button>` : ""}
      ${string.maySuggest ? html`<button name="do" value="suggest" class="second">${say("form.suggest")}</button>` : ""}
      ${page.walk.next === undefined ? "" : html`<a href="${walkAddress(path, q, page.walk.next)}">${say("form.skip")}</a>`}
    </div>
    ${otherActions(page)} ${committedAs(page.caller, page.words, !isOpen)}
  </form>`;
}

/** What somebody needs now and then: on a phone it stands below the buttons that stay in sight. */
function otherActions(page: EditorPage): Content {
  const { words, draft, path, q, place } = page;
  if (draft === undefined && place.language.direction !== "rtl") return "";
  return html`<div class="actions tools">
    ${draft === undefined ? "" : html`<a href="${stringAddress(path, q, place.unit.id)}">${words.say("form.takeBack")}</a>`}
    ${place.language.direction === "rtl" ? otherWay(page) : ""}
  </div>`;
}

/** Code is written from left to right, and shows a text of the other direction so; what was typed stays in the fields. */
function otherWay({ words: { say }, asFile }: EditorPage): Markup {
  return html`<button name="do" value="${asFile ? "as-read" : "as-file"}" class="plain">
    ${say(asFile ? "form.asRead" : "form.asFile")}
  </button>`;
}

/** What whoever is here for the first time needs to know, until they sent their first text. */
function welcome({ words: { say, show }, string, place: { language }, visitor }: EditorPage): Content {
  if (!string.isNew || visitor.signedIn === undefined) return "";
  const title = html`<b>${say("welcome.title", { language: language.name })}</b>`;
  return html`<div class="flash attention" id="welcome">
    <p>${show(string.refusal === undefined ? "welcome.save" : "welcome.suggest", { title })}</p>
  </div>`;
}

/** What else a save changes, before it does. */
function spread({ words: { say }, string: { spread: others }, draft }: EditorPage): Content {
  if (others.length === 0) return "";
  const names = [...new Set(others.map(({ place: { component } }) => component.name))];
  return html`<label class="check"
      ><input type="checkbox" name="everywhere" value="yes" ${draft?.spreads === false ? "" : html`checked`} />
      ${say("form.alsoIn", { components: names.join(", ") })}</label
    >${hidden("asked_everywhere", "yes")}`;
}

function saveWords({ words: { say }, findings, draft, notice: said }: EditorPage): string {
  if (said?.kind === "overtaken") return say("form.useMine");
  if (draft === undefined || draft.known === "" || findings.length === 0) return say("form.save");
  if (findings.some(({ severity }) => severity === "breaks")) return say("form.saveHeld");
  return say("form.saveWith", { count: findings.length });
}

function readOnly(page: EditorPage, target: readonly string[]): Markup {
  const { words, string, visitor, asFile, path, q, text: like } = page;
  const { say } = words;
  const { language, unit } = page.place;
  const direction = asFile ? "ltr" : language.direction;
  const address = stringAddress(path, q, unit.id);
  return html`<h2>${say("form.title")}</h2>
    ${target.map((text) => inLanguage({ ...language, direction }, asItReads(direction, text, like), "source"))}
    ${language.direction === "rtl" ? html`<p><a href="${asFile ? address : `${address}&as=file`}">${say(asFile ? "form.asRead" : "form.asFile")}</a></p>` : ""}
    <p>
      ${visitor.signedIn === undefined ? signInToTranslate(visitor, words) : html`${asItWasSaid(string.refusal ?? "", words)} ${untilWhen(page)}`}
    </p>
    ${string.mayComment ? html`<form method="post" action="${address}" id="${FORM}">${ofString(unit, visitor, page.attempt)} ${target.map((text, form) => hidden(`target.${String(form)}`, text))}</form>` : ""}`;
}

/** Who ends a lock, and where. */
function untilWhen({ words: { say, show }, string, place: { project, component } }: EditorPage): Content {
  if (string.refusal !== locked().message) return "";
  const link = html`<a href="/projects/${project.slug}/${component.path}/">${say("lock.component")}</a>`;
  return show(component.auto_locked === 1 ? "lock.byFailure" : "lock.byPerson", { component: link });
}

/** The form of the source beside which a field stands, and that form with a number that it is for. */
interface BesideForm {
  readonly isOne: boolean;
  readonly beside: string;
  readonly example: string | undefined;
}

interface FormField extends BesideForm {
  readonly text: string;
  readonly index: number;
  readonly label: PluralLabel;
  readonly count: number;
}

const MOST_ROWS = 16;
const ROW_CHARACTERS = 60;

/** In characters as people count them. */
function lengthOf(text: string): number {
  return Array.from(new Intl.Segmenter().segment(text)).length;
}

function field(
  { words, place, findings, text: checked, asFile }: EditorPage,
  { text, index, label, count, isOne, beside, example }: FormField,
  numbers: readonly string[],
): Markup {
  const { language, unit } = place;
  const name = `target.${String(index)}`;
  const id = `target-${String(index)}`;
  const source = texts(unit.source);
  const longest = Math.max(text.length, beside.length);
  const lines = Math.max(text.split("\n").length, beside.split("\n").length);
  const rows = Math.min(MOST_ROWS, Math.max(2, lines, Math.ceil(longest / ROW_CHARACTERS)));
  const most = checked === undefined ? undefined : numberOf(checked.flags, "max-length");
  // Whoever goes from field to field by keys hears the source; the label of a plural's form says it already.
  const described = count === 1 ? `${id}-source` : "";
  const hasError = findings.some(({ form, severity }) => form === index && severity === "breaks");
  const area = textareaElement(
    html`id="${id}" name="${name}" rows="${rows}" data-beside="${isOne ? 0 : source.length - 1}"
    ${count === 1 ? "" : html`data-numbers="${label.numbers}"`} lang="${languageTag(language.code)}"
    dir="${asFile ? "ltr" : language.direction}" ${hasError ? html`aria-invalid="true"` : ""}
    aria-describedby="${described} ${toldOf(index)}"`,
    text,
  );
  const length = html`<p
    class="length soft"
    id="${id}-length"
    ${most === undefined ? html`data-source="${lengthOf(beside)}"` : html`data-most="${most}"`}
  >
    ${most === undefined ? "" : words.say("field.atMost", { amount: most })}
  </p>`;
  const found = { words, findings, text: checked, numbers };
  const below = html`${asFile ? "" : reading(language, id, text, checked, words)}${length}${problemsOf(index, found)}${told(found, index)}`;
  if (count === 1)
    return html`<label for="${id}" class="hidden">${words.say("field.into", { language: language.name })}</label>
      <span hidden id="${described}">${source.join(" ")}</span>${area}${below}`;
  return html`<div class="plural">
    <label for="${id}"
      >${label.numbers === "" ? "" : html`<span class="hidden">${words.say("field.for")}</span>`}
      <span
        ><b>${label.numbers === "" ? words.say("field.notUsed") : label.numbers}</b
        >${label.category === "" ? "" : html` <span class="soft">(${label.category})</span>`}</span
      ><span class="hidden">:</span>
      <span class="soft" ${sourceLanguage(checked)} dir="auto">${example ?? beside}</span></label
    >
    ${area}${below}
  </div>`;
}

function besideForm(source: readonly string[], label: PluralLabel, checked: CheckedText | undefined): BesideForm {
  const isOne = label.numbers === "1" && source.length > 1;
  const several = source.at(-1) ?? "";
  const beside = isOne ? (source[0] ?? "") : several;
  const partsOf = (form: string) =>
    checked === undefined ? [] : fixedParts(checked, form).map(({ from, to }) => form.slice(from, to));
  return { isOne, beside, example: withNumber(beside, several, isOne ? 1 : label.several, partsOf) };
}

function stateChoice({ words, place: { unit }, draft, string }: EditorPage): Markup {
  const chosen = draft?.state ?? unit.state;
  const current = chosen < unitStates.needsEditing ? unitStates.translated : chosen;
  const choices = [unitStates.needsEditing, unitStates.translated, ...(string.mayApprove ? [unitStates.approved] : [])];
  return html`<fieldset class="states">
    <legend class="hidden">${words.say("form.state")}</legend>
    ${choices.map(
      (state) =>
        html`<label
          ><input type="radio" name="state" value="${state}" ${state === current ? html`checked` : ""} />
          ${stateWords(state, words)}</label
        >`,
    )}
  </fieldset>`;
}

/** Memory and glossary help those who type a text. */
function panels(page: EditorPage): Content {
  const { string, place, path, q, panel: content, terms } = page;
  const at = { words: page.words, path, q, place, text: page.text, hasForm: hasForm(page), machines: string.machines };
  const isShown = {
    memory: string.mayRemember,
    machine: string.machines.length > 0 && at.hasForm,
    glossary: place.translation.is_source !== 1,
    origin: string.mayLand,
    landing: page.visitor.signedIn !== undefined && string.mayLand,
  };
  const shown = panelNames.filter((name) => isShown[name]);
  return shown.map((name) => {
    if (name === "glossary" && terms !== undefined) return panel(name, at, { name, terms, open: page.openGlossaries });
    return panel(name, at, content?.name === name ? content : undefined);
  });
}

/**
 * What people said, and a field to say more: to those of this language, or to everybody. It belongs to the form of the text, so that
 * neither gets lost by the other's button.
 */
function comments(page: EditorPage): Content {
  const { remarks, mayComment } = page.string;
  if (!hasComments(page)) return "";
  return html`<h2 id="comments">${page.words.say("comment.title")}</h2>
    ${remarks.map((each) => remark(page, each))} ${mayComment ? commentField(page) : ""}`;
}

function hasComments({ string: { remarks, mayComment } }: EditorPage): boolean {
  return remarks.length > 0 || mayComment;
}

function remark(page: EditorPage, { id, comment, username, timestamp, toAll, question }: Remark): Markup {
  const { words } = page;
  const { say, show } = words;
  const { mayExplain } = page.string;
  const mayAct = hasForm(page);
  const button = (order: string, name: string): Content =>
    mayAct ? html`<button name="do" value="${order}" form="${FORM}" class="second">${name}</button>` : "";
  const time = dayAndTime(timestamp);
  const said =
    question?.kind === "answer"
      ? answered(question, time, words)
      : show(toAll ? "comment.toEverybody" : "comment.by", {
          name: html`<bdi>${username ?? say("name.somebody")}</bdi>`,
          time,
        });
  return html`<div class="card beside">
    <p class="texts" dir="auto">${markdown(comment)}</p>
    <p class="soft">${said}</p>
    ${question?.kind === "question" ? questionLine(question, button, words) : ""}
    ${question?.kind === "answer" && mayExplain ? button(`explain:${String(id)}`, say("comment.useAsExplanation")) : ""}
  </div>`;
}

function answered({ author, url }: AnswerState, time: string, { say, show }: Words): Markup {
  const said = { answer: html`<b>${say("comment.answer")}</b>`, name: html`<bdi>${author}</bdi>`, time };
  return url === ""
    ? show("comment.answerOf", said)
    : show("comment.answerThere", { ...said, place: outward(say("comment.onForge"), url) });
}

function questionLine(question: QuestionState, button: (order: string, name: string) => Content, words: Words): Markup {
  const { say, show } = words;
  const { id, name, isSent, thread, isIssue, url, problem, isResolved, isUnderWay, mayResolve } = question;
  const number =
    thread === null ? "" : say(isIssue ? "question.inIssue" : "question.inPullRequest", { number: String(thread) });
  const place = url === "" ? number : outward(number, url);
  const rest =
    problem === "" ? "" : html`: ${asItWasSaid(problem, words)}${isUnderWay ? ` ${say("question.triedAgain")}` : ""}`;
  const state = isResolved
    ? html`<b>${say("question.settled")}</b>`
    : isSent
      ? html`<b>${say("question.asked")}</b>${place}${rest}${isUnderWay ? "" : ` ${say("question.nobodyLooks")}`}`
      : problem === ""
        ? show("question.toDevelopers", { onItsWay: html`<b>${say("question.onItsWay")}</b>` })
        : html`<b>${say(isUnderWay ? "question.notSentYet" : "question.notSent")}</b>${rest}`;
  return html`<p class="soft">${name}. ${state}</p>
    ${
      mayResolve
        ? html`<p>
            ${button(isResolved ? `unsettle:${String(id)}` : `settle:${String(id)}`, say(isResolved ? "question.openAgain" : "question.settle"))}
            ${!isResolved && problem !== "" && !isUnderWay ? button(`ask-again:${String(id)}`, say("question.sendNow")) : ""}
          </p>`
        : ""
    }`;
}

function commentField({ words: { say }, string, place: { language, translation }, draft }: EditorPage): Markup {
  const said = draft?.comment ?? "";
  const scopes: readonly (readonly [Draft["scope"], string])[] = [
    ...(translation.is_source === 1
      ? []
      : [["translation", say("comment.toTranslators", { language: language.name })] as const]),
    ["global", say("comment.toAll")],
  ];
  const chosen = draft?.scope ?? scopes[0]?.[0];
  return html`<details ${said === "" ? "" : html`open`}>
    <summary>${say("comment.say")}</summary>
    <label for="comment" class="soft">${say("comment.field")}</label>
    ${textareaElement(html`id="comment" name="comment" form="${FORM}" rows="3" maxlength="${LONGEST_QUESTION}" dir="auto"`, said)}
    <fieldset class="states">
      <legend class="hidden">${say("comment.toWhom")}</legend>
      ${scopes.map(
        ([scope, words]) =>
          html`<label
            ><input
              type="radio"
              name="scope"
              value="${scope}"
              form="${FORM}"
              ${scope === chosen ? html`checked` : ""}
            />
            ${words}</label
          >`,
      )}
    </fieldset>
    <button name="do" value="comment" form="${FORM}" class="second">${say("comment.button")}</button>
    <button name="do" value="ask" form="${FORM}" class="second">${say("question.ask")}</button>
    <p class="soft">${string.asking}</p>
  </details>`;
}

function otherLanguages({ words: { say }, string, text: like }: EditorPage): Content {
  if (string.languages.length === 0) return "";
  return html`<details>
    <summary>${say("others.languages", { amount: string.languages.length })}</summary>
    <dl class="about">
      ${string.languages.map(
        ({ code, name, direction, target }) =>
          html`<dt>${name}</dt>
            <dd>${inLanguage({ code, direction }, asItReads(direction, texts(target).join("\n"), like))}</dd>`,
      )}
    </dl>
  </details>`;
}

/** Other strings with the very same source: one word may mean two things. */
function sameElsewhere(page: EditorPage): Content {
  const { q, text: like } = page;
  const { same } = page.string;
  const { project, language } = page.place;
  if (same.length === 0) return "";
  return html`<h2>${page.words.say("others.same")}</h2>
    <ul class="nearby">
      ${same.map(({ id, context, target, component, componentName }) => {
        const path = `/translate/${project.slug}/${component}/${encodeURIComponent(language.code)}/`;
        return html`<li>
          <a href="${stringAddress(path, q, id)}" dir="auto"
            >${componentName}${context === "" ? "" : html`: <code>${context}</code>`}</a
          >
          ${shortText(language, asItReads(language.direction, texts(target)[0] ?? "", like))}
        </li>`;
      })}
    </ul>`;
}

function nearby(page: EditorPage): Content {
  const { words, string, place } = page;
  if (string.around.length === 0) return "";
  return html`<h2>${words.say("others.nearby")}</h2>
    <ul class="nearby">
      ${string.around.map((other) => {
        const source = texts(other.source)[0] ?? "";
        const side = other.position < place.unit.position ? "before" : "after";
        return neighbour(
          page,
          other,
          side,
          html`<span ${sourceLanguage(page.text)}>${source}</span>
            ${other.context === "" ? "" : html`<code class="soft">${other.context}</code>`}`,
          hasForm(page) && texts(other.target).some((text) => text !== "") ? useButton(other, source, words) : "",
        );
      })}
    </ul>
    <p><a href="${zenAddress(page.path, "", string.around[0]?.id)}">${words.say("others.more")}</a></p>`;
}

/** Puts its text into the field, as that of a match of the memory. */
function useButton(
  { id, target }: { readonly id: number; readonly target: string },
  source: string,
  { say }: Words,
): Markup {
  return html`<button
    name="do"
    value="use-near:${id}"
    form="${FORM}"
    class="plain"
    data-use="${jsonInPage(texts(target))}"
    data-origin="${source}"
  >
    ${say("use.button")}<span class="hidden">${say("use.textOf", { name: source })}</span>
  </button>`;
}

/** Strings that say the same for other places, `title_short` beside `title`: translators keep them alike. */
function variants(page: EditorPage): Content {
  const { string } = page;
  if (string.variants.length === 0) return "";
  return html`<h2 id="variants">${page.words.say("others.variants")}</h2>
    <ul class="nearby">
      ${string.variants.map((other) =>
        neighbour(page, other, "variant", other.context === "" ? (texts(other.source)[0] ?? "") : other.context),
      )}
    </ul>`;
}

function shortText({ code, direction }: VisibleUnit["language"], text: Content): Markup {
  return html`<span lang="${languageTag(code)}" dir="${direction}">${text}</span>`;
}

function neighbour(
  { path, q, text: like, place: { language } }: EditorPage,
  { id, source, target }: { readonly id: number; readonly source: string; readonly target: string },
  kind: string,
  words: Content,
  use: Content = "",
): Markup {
  return html`<li class="${kind}">
    <a href="${stringAddress(path, q, id)}" dir="auto">${words}</a>
    ${shortText(language, asItReads(language.direction, texts(target)[0] ?? "", like, texts(source)))} ${use}
  </li>`;
}
