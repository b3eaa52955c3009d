import { equalTexts } from "../../catalog/difference.ts";
import { csrfField } from "../../http-api/form.ts";
import { html, type Content, type Markup } from "../../http-api/markup.ts";
import { actionNames, contentActions } from "../changes/actions.ts";
import type { VisibleUnit } from "../identity/visible.ts";
import { formsOf } from "../units/undo.ts";
import { texts } from "../units/unit-row.ts";
import { dayAndTime, hidden, inLanguage } from "./parts.ts";
import type { PastChange } from "./read-string.ts";
import { stringAddress } from "./string-address.ts";
import { markedDifference, wordDifference } from "./word-difference.ts";

export interface History {
  readonly path: string;
  readonly q: string;
  readonly place: VisibleUnit;
  /** The newest first. */
  readonly changes: readonly PastChange[];
  /** There are older ones that are not shown. */
  readonly hasMore: boolean;
  /** Whether the reader may save a text here. */
  readonly mayRevert: boolean;
  readonly csrf: string;
}

/** What happened to a string, with the way back to each of its texts. */
export function historySection(history: History): Content {
  const { changes, hasMore, path, q, place } = history;
  if (changes.length === 0) return "";
  const newest = changes.find(({ action, target }) => contentActions.has(action) && target !== "");
  return html`<h2 id="history">History</h2>
    <ul class="history">
      ${changes.map((change) => entry(history, change, change === newest))}
    </ul>
    ${
      hasMore
        ? html`<p>
            <a href="${stringAddress(path, q, place.unit.id)}&amp;history=all#history">Show the whole history</a>
          </p>`
        : ""
    }`;
}

function entry(history: History, change: PastChange, isNewest: boolean): Markup {
  const { language } = history.place;
  const { timestamp, action, target, old, user, author } = change;
  const by = user === null ? "" : html` by <a href="/user/${encodeURIComponent(user)}/">${user}</a>`;
  const words = author === null || author === user ? "" : html`, in the words of ${author}`;
  return html`<li>
    ${actionNames[action] ?? "Changed"}${by}${words},
    <span class="soft">${dayAndTime(timestamp)}</span>
    ${target === "" ? "" : inLanguage(language, markedDifference(wordDifference(old.trim() === "" ? "" : old, target)))}
    ${wayBack(history, change, isNewest)}
  </li>`;
}

/** The newest text can be undone; an older one can be brought back. */
function wayBack({ place, mayRevert, csrf, path, q }: History, change: PastChange, isNewest: boolean): Content {
  if (!mayRevert || csrf === "" || !contentActions.has(change.action)) return "";
  const { unit } = place;
  const current = texts(unit.target);
  const made = formsOf(change, "target", current.length);
  if (made === undefined || change.translation_id !== place.translation.id) return "";
  const isCurrent = equalTexts(made, current);
  const button = isCurrent
    ? isNewest && change.old !== change.target && formsOf(change, "old", current.length) !== undefined
      ? (["undo-change", "Undo", "this change"] as const)
      : undefined
    : made.some((text) => text !== "")
      ? (["bring-back", "Bring this text back", `of ${dayAndTime(change.timestamp)}`] as const)
      : undefined;
  if (button === undefined) return "";
  const [order, words, about] = button;
  return html`<form method="post" action="${stringAddress(path, q, unit.id)}">
    ${csrfField(csrf)} ${hidden("unit", String(unit.id))}
    ${current.map((text, form) => hidden(`target.${String(form)}`, text))}
    <button name="do" value="${order}:${change.id}" class="plain">${words}<span class="hidden"> ${about}</span></button>
  </form>`;
}
