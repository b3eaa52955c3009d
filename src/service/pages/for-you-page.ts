import { html, type Content, type Markup } from "../../http-api/markup.ts";
import type { ForYouEntry } from "../changes/for-you.ts";
import { FOR_YOU, PROFILE } from "./addresses.ts";
import { layout, type Visitor } from "./layout.ts";
import { empty } from "./links.ts";
import type { Words } from "../wording/words.ts";

const sentences = {
  accepted: "news.accepted",
  changed: "news.changed",
  declined: "news.declined",
  answered: "news.answered",
  mentioned: "news.mentioned",
} as const satisfies Record<ForYouEntry["kind"], string>;

interface ForYouPage {
  readonly words: Words;
  readonly site: string;
  readonly visitor: Visitor;
  readonly entries: readonly ForYouEntry[];
  /** Address that programs read the same at. */
  readonly feed: string;
}

/** What others did that a person waits for. */
export function forYouPage({ words, site, visitor, entries, feed }: ForYouPage): string {
  const { say, show } = words;
  const links = {
    feed: html`<a href="${feed}" type="application/rss+xml">${say("news.feed")}</a>`,
    account: html`<a href="${PROFILE}">${say("needs.accountPage")}</a>`,
  };
  return layout({
    words,
    title: say("frame.forYou"),
    site,
    visitor,
    crumbs: [[say("frame.forYou"), FOR_YOU]],
    content: html`<h1>${say("frame.forYou")}</h1>
      ${
        entries.length === 0
          ? empty(say("needs.nothing"), say("news.nothingAdvice"))
          : html`<ul class="people">
              ${entries.map((each) => entry(each, words))}
            </ul>`
      }
      <p class="soft">${show("news.feedAbout", links)}</p>`,
  });
}

export function addressOf({ project, component, language, unit }: ForYouEntry): string {
  const parts = [project, ...component.split("/"), language].map(encodeURIComponent);
  return `/translate/${parts.join("/")}/?unit=${String(unit)}`;
}

/** `ann declined your suggestion` */
export function sentenceOf({ username, kind }: ForYouEntry, { say }: Words): string {
  return say(sentences[kind], { name: username ?? say("news.service") });
}

function entry(each: ForYouEntry, words: Words): Markup {
  const { say } = words;
  const { timestamp, text, reason, became, component, language } = each;
  const quoted = (name: string, content: string): Content =>
    content === ""
      ? ""
      : html`<div><span class="soft">${name}</span> <span class="texts" dir="auto">${content}</span></div>`;
  return html`<li>
    <time datetime="${timestamp}" class="soft">${timestamp.slice(0, 16).replace("T", " ")}</time>
    <b>${sentenceOf(each, words)}</b> <a href="${addressOf(each)}">${component} / ${language}</a>
    ${quoted("", text.slice(0, 500))} ${quoted(say("news.why"), reason)}
    ${quoted(say("news.became"), became.slice(0, 500))}
  </li>`;
}
