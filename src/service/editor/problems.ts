import { checkDefinitions, type CheckedText, type CheckFinding } from "../../catalog/checks/index.ts";
import { mended, spotsOf, type Spot } from "../../catalog/checks/repairs.ts";
import { html, type Content, type Markup } from "../../http-api/markup.ts";
import type { Dismissal, DismissalRights } from "../units/dismissal.ts";
import type { PlainKey, Words } from "../wording/words.ts";
import { asItWasSaid } from "./parts.ts";

const definitions = new Map<string, (typeof checkDefinitions)[number]>(checkDefinitions.map((each) => [each.id, each]));

export function nameOfCheck(check: string): string {
  return definitions.get(check)?.name ?? check;
}

/** What the page says of a string's checks. */
export interface ProblemsReading {
  readonly words: Words;
  /** Of the text in the fields; without what was dismissed. */
  readonly findings: readonly CheckFinding[];
  /** Checks that fail because of other strings or languages: no text alone tells. */
  readonly elsewhere: readonly string[];
  readonly dismissals: readonly Dismissal[];
  readonly mayDismiss: DismissalRights;
  /** There may be other languages of the string. */
  readonly isTranslation: boolean;
  /** Whether the text in the fields is the stored one: only of that a check can be dismissed. */
  readonly isSaved: boolean;
}

/** What is wrong with the texts in the fields. */
export interface FieldProblems {
  readonly words: Words;
  /** Without what was dismissed. */
  readonly findings: readonly CheckFinding[];
  /** As the checks looked at it; undefined: the string is gone meanwhile. */
  readonly text: CheckedText | undefined;
  /** The numbers that each form is for, as its field is named; of one form none. */
  readonly numbers: readonly string[];
}

/** Reasons that most people have: as the form sends them and as they are kept, for readers of whichever language. */
const reasons: readonly (readonly [kept: string, words: PlainKey])[] = [
  ["correct in this language", "dismiss.correct"],
  ["a proper name", "dismiss.name"],
  ["the check is wrong", "dismiss.wrong"],
];
export const OWN_REASON = "own";

/** What is wrong with the text of one field, to stand under it: whoever types there sees it, however many forms there are. */
export function problemsOf(form: number, reading: FieldProblems): Content {
  const own = reading.findings.filter((finding) => finding.form === form);
  if (own.length === 0) return "";
  return html`<ul class="problems found" aria-label="${reading.words.say("problems.list")}">
    ${own.map((finding) => problem(finding, reading))}
  </ul>`;
}

/** What a saved string fails, as the page says it after the save; "": nothing. */
export function savedWith(failing: readonly CheckFinding[], words: Words): Content {
  if (failing.length === 0) return "";
  const names = namesOf(failing);
  const checks = asItWasSaid(names.join(", "), words);
  const isHeld = failing.some(({ severity }) => severity === "breaks");
  return html`${words.show("problems.savedWith", { count: names.length, checks })}${isHeld ? ` ${words.say("problems.heldBack")}` : ""}`;
}

/** Each check once, in the words of the page. */
export function namesOf(findings: readonly CheckFinding[]): string[] {
  return [...new Set(findings.map(({ check }) => nameOfCheck(check)))];
}

/** What the checks find elsewhere, and what to do about a problem that is none. */
export function problems(reading: ProblemsReading): Content {
  const { elsewhere, dismissals } = reading;
  const { say, show } = reading.words;
  const english = (text: string): Content => asItWasSaid(text, reading.words);
  return html`${
    elsewhere.length === 0
      ? ""
      : html`<ul class="problems" aria-label="${say("problems.elsewhere")}">
          ${elsewhere.map(
            (check) =>
              html`<li>
                <b>${show("problems.warning", { check: english(nameOfCheck(check)) })}</b>
                ${english(`${definitions.get(check)?.description ?? ""}.`)}
              </li>`,
          )}
        </ul>`
  }
  ${dismissForm(reading)}
  ${
    dismissals.length === 0
      ? ""
      : html`<ul class="problems dismissed" aria-label="${say("problems.dismissedList")}">
          ${dismissals.map((each) => dismissed(each, reading.mayDismiss, reading.words))}
        </ul>`
  }`;
}

function problem(finding: CheckFinding, { text, numbers, words }: FieldProblems): Markup {
  const { check, form: at, severity } = finding;
  const spots = text === undefined ? [] : spotsOf(text, finding);
  const canMend = text !== undefined && mended(text, finding) !== undefined;
  return html`<li class="${severity === "breaks" ? "error" : "warning"}">
    ${findingWords(finding, numbers, words)} ${excerpt(text?.target[at] ?? "", spots)}
    ${
      canMend
        ? html`<button name="do" value="fix:${check}:${at}" class="plain">
            ${words.say("problems.fix")}<span class="hidden"> ${asItWasSaid(nameOfCheck(check), words)}</span>
          </button>`
        : ""
    }
  </li>`;
}

function findingWords(
  { check, form, severity, message }: CheckFinding,
  numbers: readonly string[],
  words: Words,
): Markup {
  const { say, show } = words;
  const name = asItWasSaid(nameOfCheck(check), words);
  const own = numbers[form] ?? "";
  return html`<b>${show(severity === "breaks" ? "problems.error" : "problems.warning", { check: name })}</b>
    ${own === "" ? "" : html`<span class="soft">${say("problems.forNumbers", { numbers: own })}</span>`}
    ${asItWasSaid(message, words)}`;
}

/** Id of what describes a field to who hears it: a script takes out what is true no more. */
export function toldOf(form: number): string {
  return `told-${String(form)}`;
}

/** The problems of one field alone, each in an element. */
export function told({ findings, numbers, words }: FieldProblems, form: number): Markup {
  const own = findings.filter((each) => each.form === form);
  return html`<span hidden id="${toldOf(form)}"
    >${own.map((each) => html`<span>${findingWords(each, numbers, words)} </span>`)}</span
  >`;
}

const AROUND = 24;

/** The part that a check is about, with what stands around it: in the field a script marks it. */
function excerpt(text: string, spots: readonly Spot[]): Content {
  const spot = spots.find(({ from, to }) => to > from);
  if (spot === undefined) return "";
  const { from, to } = spot;
  return html`<span class="texts excerpt" dir="auto"
    >${from > AROUND ? "…" : ""}${text.slice(Math.max(0, from - AROUND), from)}<mark>${text.slice(from, to)}</mark>${text.slice(to, to + AROUND)}${to + AROUND < text.length ? "…" : ""}</span
  >`;
}

function dismissed(
  { check, reason, username, timestamp, others }: Dismissal,
  mayUndo: DismissalRights,
  words: Words,
): Markup {
  const { say, show } = words;
  const said = { check: asItWasSaid(nameOfCheck(check), words), name: username ?? say("name.bySomebody") };
  const undo = (order: string, name: string): Markup =>
    html`<button name="do" value="${order}:${check}" class="plain">
      ${name}<span class="hidden">${show("problems.countWhat", { check: said.check })}</span>
    </button>`;
  const known = reasons.find(([kept]) => kept === reason);
  return html`<li>
    ${timestamp === "" ? show("problems.dismissedBy", said) : show("problems.dismissedOn", { ...said, day: timestamp.slice(0, 10) })}
    <span dir="auto">${known === undefined ? reason : say(known[1])}</span>
    ${mayUndo.here ? undo("undo", say("problems.count")) : ""}
    ${others > 0 && mayUndo.everywhere ? undo("undo-everywhere", say("problems.countEverywhere", { count: others + 1 })) : ""}
  </li>`;
}

/** A script names the checks anew while somebody types; without one the form is of those of the page. */
function dismissForm(reading: ProblemsReading): Content {
  const { findings, elsewhere, mayDismiss, isTranslation, isSaved } = reading;
  const { say } = reading.words;
  if (!mayDismiss.here) return "";
  const inEnglish = reading.words.language === "en" ? "" : html`lang="en"`;
  const failing = [...new Set([...findings.map(({ check }) => check), ...elsewhere])];
  return html`<details id="dismiss" ${failing.length === 0 ? html`hidden` : ""}>
    <summary>${say("dismiss.title")}</summary>
    <div class="field">
      <label for="dismiss-check">${say("dismiss.which")}</label>
      <select id="dismiss-check" name="check" data-elsewhere="${JSON.stringify(elsewhere)}">
        ${failing.map((check) => html`<option value="${check}" ${inEnglish}>${nameOfCheck(check)}</option>`)}
      </select>
    </div>
    <fieldset class="states">
      <legend>${say("dismiss.why")}</legend>
      ${reasons.map(
        ([kept, words], at) =>
          html`<label
            ><input type="radio" name="reason" value="${kept}" ${at === 0 ? html`checked` : ""} /> ${say(words)}</label
          >`,
      )}
      <label><input type="radio" name="reason" value="${OWN_REASON}" /> ${say("dismiss.ownReason")}</label>
      <input
        name="reason_words"
        maxlength="200"
        autocomplete="off"
        aria-label="${say("dismiss.ownWords")}"
        dir="auto"
      />
    </fieldset>
    <label class="check"><input type="checkbox" name="equal" value="yes" /> ${say("dismiss.equal")}</label>
    ${
      mayDismiss.everywhere && isTranslation
        ? html`<label class="check"
            ><input type="checkbox" name="everywhere_dismissed" value="yes" /> ${say("dismiss.everywhere")}</label
          >`
        : ""
    }
    <p class="soft">${say("dismiss.rest")}</p>
    <button name="do" value="dismiss" class="second">${say(isSaved ? "dismiss.button" : "dismiss.saveButton")}</button>
  </details>`;
}

/** Why somebody dismisses a check, of what the form sent. */
export function reasonIn(form: URLSearchParams): string {
  const reason = form.get("reason") ?? "";
  return reason === OWN_REASON ? (form.get("reason_words") ?? "") : reason;
}
