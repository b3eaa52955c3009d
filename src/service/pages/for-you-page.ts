import { html, type Content, type Markup } from "../../http-api/markup.ts";
import type { ForYouEntry } from "../changes/for-you.ts";
import { FOR_YOU, layout, PROFILE, type Visitor } from "./layout.ts";
import { empty } from "./links.ts";

const words: Readonly<Record<ForYouEntry["kind"], string>> = {
  accepted: "accepted your suggestion",
  changed: "took your suggestion over with changes",
  declined: "declined your suggestion",
  answered: "wrote where you did",
  mentioned: "named you",
};

interface ForYouPage {
  readonly site: string;
  readonly visitor: Visitor;
  readonly entries: readonly ForYouEntry[];
  /** Address that programs read the same at. */
  readonly feed: string;
}

/** What others did that a person waits for. */
export function forYouPage({ site, visitor, entries, feed }: ForYouPage): string {
  return layout({
    title: "For you",
    site,
    visitor,
    crumbs: [["For you", FOR_YOU]],
    content: html`<h1>For you</h1>
      ${
        entries.length === 0
          ? empty(
              "Nothing yet",
              "Decisions on your suggestions, answers where you wrote, and comments that name you (@name) stand here.",
            )
          : html`<ul class="people">
              ${entries.map(entry)}
            </ul>`
      }
      <p class="soft">
        <a href="${feed}" type="application/rss+xml">The same as a feed</a> (whoever has its address reads it). What you
        are told by mail is set on <a href="${PROFILE}">your account’s page</a>.
      </p>`,
  });
}

export function addressOf({ project, component, language, unit }: ForYouEntry): string {
  const parts = [project, ...component.split("/"), language].map(encodeURIComponent);
  return `/translate/${parts.join("/")}/?unit=${String(unit)}`;
}

/** `ann declined your suggestion` */
export function sentenceOf({ username, kind }: ForYouEntry): string {
  return `${username ?? "The service"} ${words[kind]}`;
}

function entry(each: ForYouEntry): Markup {
  const { timestamp, text, reason, became, component, language } = each;
  const quoted = (name: string, content: string): Content =>
    content === ""
      ? ""
      : html`<div><span class="soft">${name}</span> <span class="texts" dir="auto">${content}</span></div>`;
  return html`<li>
    <time datetime="${timestamp}" class="soft">${timestamp.slice(0, 16).replace("T", " ")}</time>
    <b>${sentenceOf(each)}</b> <a href="${addressOf(each)}">${component} / ${language}</a>
    ${quoted("", text.slice(0, 500))} ${quoted("Why:", reason)} ${quoted("It is now:", became.slice(0, 500))}
  </li>`;
}
