import { withoutExpressions } from "../../catalog/checks/fixed-parts.ts";
import type { CheckedText } from "../../catalog/checks/index.ts";
import { equalTexts } from "../../catalog/texts.ts";
import { csrfField } from "../../http-api/form.ts";
import { html, type Content, type Markup } from "../../http-api/markup.ts";

import type { VisibleUnit } from "../identity/visible.ts";
import type { Proposal } from "../landing/proposals.ts";
import type { RepositoryPages } from "../landing/repository-pages.ts";
import { timeOf, type StringCommit, type StringCommits } from "../landing/string-commits.ts";
import { formsOf, madeText } from "../units/undo.ts";
import { texts } from "../units/unit-row.ts";
import { asItReads, markedParts } from "./marked-source.ts";
import { actionWords } from "./action-words.ts";
import { dayAndTime, hidden, inLanguage } from "./parts.ts";
import type { PastChange } from "./read-string.ts";
import { releaseLink } from "./release-link.ts";
import { stringAddress } from "./string-address.ts";
import { markedDifference, wordDifference } from "./word-difference.ts";
import type { Visitor } from "../pages/layout.ts";
import { personLink } from "../pages/links.ts";
import type { Words } from "../wording/words.ts";

export interface History {
  readonly words: Words;
  readonly path: string;
  readonly q: string;
  readonly place: VisibleUnit;
  /** The string as the checks look at it. */
  readonly text: CheckedText | undefined;
  /** The newest first. */
  readonly changes: readonly PastChange[];
  /** There are older ones that are not shown. */
  readonly hasMore: boolean;
  /** What git tells; undefined: it was not asked, or there is no repository. */
  readonly git: StringCommits | undefined;
  /** It can be asked, and tells it to this reader. */
  readonly asksGit: boolean;
  /** Whether the reader may save a text here. */
  readonly mayRevert: boolean;
  readonly csrf: string;
  readonly visitor: Visitor;
}

/** Whether there is anything to tell. */
export function hasHistory({ changes, git, asksGit }: History): boolean {
  return changes.length > 0 || git !== undefined || asksGit;
}

/** What happened to a string, with the way back to each of its texts. */
export function historySection(whole: History): Content {
  const history = { ...whole, text: whole.text && withoutExpressions(whole.text) };
  const { words, changes, hasMore, path, q, place, git, asksGit } = history;
  const { say } = words;
  if (!hasHistory(whole)) return "";
  const newest = changes.find(
    (change) => madeText(change.action, place.translation.is_source === 1) && change.target !== "",
  );
  return html`<h2 id="history">${say("history.title")}</h2>
    <ul class="history">
      ${git?.waiting.map((each) => waitingEntry(each, git.pages, words)) ?? ""}
      ${inOrder([
        ...changes.map((change) => ({
          time: change.timestamp,
          shown: () => entry(history, change, change === newest),
        })),
        ...(git === undefined ? [] : ofGit(history, git)),
      ])}
    </ul>
    ${git?.isCut === true ? html`<p class="soft">${say("history.further")}</p>` : ""}
    ${
      hasMore || asksGit
        ? html`<p>
            <a href="${stringAddress(path, q, place.unit.id)}&amp;history=all#history"
              >${say(asksGit ? "history.wholeGit" : "history.whole")}</a
            >
          </p>`
        : ""
    }`;
}

/** Something that happened, and when: in the service or in git. */
interface Event {
  /** ISO 8601. */
  readonly time: string;
  readonly shown: () => Markup;
}

/** The newest first; of the same moment as they are given. */
function inOrder(events: readonly Event[]): Markup[] {
  return events.toSorted((one, other) => timeOf(other.time) - timeOf(one.time)).map(({ shown }) => shown());
}

/** A pull request that is open has no time in git. */
function waitingEntry({ number, branch }: Proposal, pages: RepositoryPages | undefined, words: Words): Markup {
  const pullRequest =
    number === undefined ? html`<code>${branch}</code>` : pullRequestLink({ number, title: "" }, pages, words);
  return html`<li>${words.show("history.waiting", { pullRequest })}</li>`;
}

/** What happened in the repository: commits, and the merges that brought them. */
function ofGit(history: History, { commits, pages }: StringCommits): Event[] {
  const merges = new Map(
    commits.flatMap(({ pullRequest }) =>
      pullRequest?.merge === undefined ? [] : [[pullRequest.merge.commit, { ...pullRequest, ...pullRequest.merge }]],
    ),
  );
  return [
    ...[...merges.values()].map(({ date, commit, ...pullRequest }) => ({
      time: date,
      shown: () =>
        html`<li>
          ${history.words.show("history.merged", {
            pullRequest: pullRequestLink(pullRequest, pages, history.words),
            commit: commitLink(commit, true, pages),
            time: html`<span class="soft">${dayAndTime(date)}</span>`,
          })}
        </li>`,
    })),
    ...commits.map((each) => ({ time: each.date, shown: () => commitEntry(history, each, pages) })),
  ];
}

/** Of texts of the language. */
function shownDifference({ words, text, place: { language } }: History, old: string, now: string): Content {
  return markedDifference(wordDifference(old, now), words, (piece) => asItReads(language.direction, piece, text));
}

function commitEntry(history: History, commit: StringCommit, pages: RepositoryPages | undefined): Markup {
  const { of, author, subject, date, old, now, pullRequest, isPushed, release } = commit;
  const [before, after] = [old.join("\n"), now.join("\n")];
  const { words } = history;
  const { say, show } = words;
  const { language } = history.place;
  const came =
    pullRequest === undefined || pullRequest.merge !== undefined
      ? ""
      : show("history.cameWith", { pullRequest: pullRequestLink({ ...pullRequest, title: "" }, pages, words) });
  const released =
    release === undefined || release.name === ""
      ? ""
      : show("history.inRelease", { release: releaseLink(release, pages, words) });
  const deed =
    of === "translation" ? "history.committed" : old.length === 0 ? "history.added" : "history.sourceChanged";
  const said = { commit: commitLink(commit.commit, isPushed, pages), author: html`<bdi>${author}</bdi>` };
  return html`<li>
    ${show(deed, said)}${came}${date === "" ? "" : html`, <span class="soft">${dayAndTime(date)}</span>`}${released}
    <p class="soft" dir="auto">${isPushed ? subject : say("history.notPushed", { subject })}</p>
    ${
      of === "source"
        ? html`<div class="texts" dir="auto">
            ${markedDifference(wordDifference(before, after), words, (piece) => markedParts(piece, history.text))}
          </div>`
        : inLanguage(language, shownDifference(history, before, after))
    }
  </li>`;
}

function commitLink(commit: string, isPushed: boolean, pages: RepositoryPages | undefined): Markup {
  const words = html`<code>${commit.slice(0, 10)}</code>`;
  return pages === undefined || !isPushed ? words : html`<a href="${pages.commit(commit)}">${words}</a>`;
}

function pullRequestLink(
  { number, title }: { readonly number: number; readonly title: string },
  pages: RepositoryPages | undefined,
  { say }: Words,
): Markup {
  const named = html`${say("origin.pullRequest", { number: String(number) })}${title === "" ? "" : html` <bdi>${title}</bdi>`}`;
  return pages === undefined ? named : html`<a href="${pages.pullRequest(number)}">${named}</a>`;
}

function entry(history: History, change: PastChange, isNewest: boolean): Markup {
  const { language } = history.place;
  const { timestamp, action, target, old, user, author } = change;
  const { show } = history.words;
  const what = actionWords(action, history.words);
  const time = html`<span class="soft">${dayAndTime(timestamp)}</span>`;
  const by = user === null ? undefined : personLink(history.visitor, user);
  const isOwn = author === null || author === user;
  const said =
    by === undefined
      ? isOwn
        ? show("history.did", { what, time })
        : show("history.didInWords", { what, author, time })
      : isOwn
        ? show("history.didBy", { what, user: by, time })
        : show("history.didByInWords", { what, user: by, author, time });
  return html`<li>
    ${said} ${target === "" ? "" : inLanguage(language, shownDifference(history, old.trim() === "" ? "" : old, target))}
    ${wayBack(history, change, isNewest)}
  </li>`;
}

/** The newest text can be undone; an older one can be brought back. */
function wayBack(
  { words: { say }, place, mayRevert, csrf, path, q }: History,
  change: PastChange,
  isNewest: boolean,
): Content {
  if (!mayRevert || csrf === "" || !madeText(change.action, place.translation.is_source === 1)) return "";
  const { unit } = place;
  const current = texts(unit.target);
  const made = formsOf(change, "target", current.length);
  if (made === undefined || change.translation_id !== place.translation.id) return "";
  const isCurrent = equalTexts(made, current);
  const button = isCurrent
    ? isNewest && change.old !== change.target && formsOf(change, "old", current.length) !== undefined
      ? (["undo-change", say("undo.button"), say("undo.change")] as const)
      : undefined
    : // What a conflict with git locks is left to who settles it: that is undone alone.
      place.component.locked !== 1 && made.some((text) => text !== "")
      ? (["bring-back", say("undo.bringBack"), say("undo.of", { time: dayAndTime(change.timestamp) })] as const)
      : undefined;
  if (button === undefined) return "";
  const [order, words, about] = button;
  return html`<form method="post" action="${stringAddress(path, q, unit.id)}">
    ${csrfField(csrf)} ${hidden("unit", String(unit.id))}
    ${current.map((text, form) => hidden(`target.${String(form)}`, text))}
    <button name="do" value="${order}:${change.id}" class="plain">${words}<span class="hidden">${about}</span></button>
  </form>`;
}
