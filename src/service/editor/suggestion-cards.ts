import type { CheckedText } from "../../catalog/checks/index.ts";
import { csrfField } from "../../http-api/form.ts";
import { html, type Content, type Markup } from "../../http-api/markup.ts";
import type { VisibleUnit } from "../identity/visible.ts";
import type { SuggestionRecord } from "../units/suggestions.ts";
import { texts } from "../units/unit-row.ts";
import { asItReads } from "./marked-source.ts";
import { dayAndTime, hidden, inLanguage } from "./parts.ts";
import type { StringReading } from "./read-string.ts";
import { stringAddress } from "./string-address.ts";
import { markedDifference, wordDifference } from "./word-difference.ts";
import type { Words } from "../wording/words.ts";

export interface SuggestionCards {
  readonly words: Words;
  readonly path: string;
  readonly q: string;
  readonly place: VisibleUnit;
  readonly string: StringReading;
  /** The string as the checks look at it. */
  readonly text: CheckedText | undefined;
  /** Of who is signed in; "": nobody. */
  readonly csrf: string;
  readonly username: string | undefined;
  /** Whether there is a field that a text can be put into. */
  readonly hasForm: boolean;
}

/** What people suggest, beside what the string says, with everything that the reader may do with it. */
export function suggestionCards(cards: SuggestionCards): Content {
  const { suggestions } = cards.string;
  if (suggestions.length === 0) return "";
  return html`<h2 id="suggestions">${cards.words.say("suggestion.title")}</h2>
    ${suggestions.map((each) => card(cards, each))}`;
}

function card(cards: SuggestionCards, { id, target, username, timestamp, votes }: SuggestionRecord): Markup {
  const { words, place, string, path, q, csrf, hasForm } = cards;
  const { say } = words;
  const { language, unit, component } = place;
  const current = texts(unit.target);
  const shown = (piece: string): Content => asItReads(language.direction, piece, cards.text);
  const isOwn = username !== null && username === cards.username;
  const name = username ?? say("name.somebody");
  const time = dayAndTime(timestamp);
  const about = html`<span class="hidden"
    >${say("suggestion.about", { name: username ?? say("name.bySomebody") })}</span
  >`;
  const buttons = [
    string.mayAccept
      ? html`<button name="do" value="accept:${id}" class="second">${say("suggestion.accept")}${about}</button>`
      : "",
    hasForm ? html`<button name="do" value="take:${id}" class="second">${say("suggestion.edit")}${about}</button>` : "",
    string.mayVote && !isOwn
      ? html`<button name="do" value="vote:${id}" class="plain">${say("suggestion.voteFor")}${about}</button>
          <button name="do" value="against:${id}" class="plain">${say("suggestion.voteAgainst")}${about}</button>`
      : "",
  ];
  const mayDecline = isOwn || string.mayDecline;
  return html`<div class="card beside">
    ${texts(target).map((text, form) => inLanguage(language, markedDifference(wordDifference(current[form] ?? "", text), words, shown)))}
    <p class="soft">
      ${component.settings.suggestion_voting ? say("suggestion.votes", { name, time, count: votes }) : say("suggestion.by", { name, time })}
    </p>
    ${
      csrf !== "" && (mayDecline || buttons.some((button) => button !== ""))
        ? html`<form method="post" action="${stringAddress(path, q, unit.id)}">
            ${csrfField(csrf)} ${hidden("unit", String(unit.id))}
            ${current.map((text, form) => hidden(`target.${String(form)}`, text))}
            <div class="actions">${buttons}</div>
            ${
              mayDecline
                ? html`<details>
                    <summary>${say(isOwn ? "suggestion.takeBackMore" : "suggestion.declineMore")}</summary>
                    ${
                      isOwn
                        ? ""
                        : html`<label for="reason-${id}" class="soft">${say("suggestion.why")}</label>
                            <input id="reason-${id}" name="why" maxlength="200" autocomplete="off" dir="auto" />`
                    }
                    <button name="do" value="decline:${id}" class="second">
                      ${say(isOwn ? "suggestion.takeBack" : "suggestion.decline")}${about}
                    </button>
                  </details>`
                : ""
            }
          </form>`
        : ""
    }
  </div>`;
}
