import { oneLine } from "../../core/one-line.ts";
import { html, type Markup } from "../../http-api/markup.ts";
import { frequency, titles, type Kind } from "./kinds.ts";

/** What a mail says of one place. Names and texts are strangers' and made harmless here. */
export interface MailPlace {
  /** Project, component, language; none: the whole site. */
  readonly names: readonly string[];
  readonly link: string;
  readonly items: readonly MailItem[];
}

export interface MailItem {
  readonly kind: Kind;
  readonly count: number;
  /** Who did it. */
  readonly by?: string | undefined;
  /** The first few; none where it has none to show. */
  readonly texts: readonly MailText[];
}

export interface MailText {
  readonly text: string;
  readonly link?: string | undefined;
}

export interface NewsMail {
  /** Name of this server. */
  readonly site: string;
  readonly reader: string;
  readonly frequency: number;
  readonly places: readonly MailPlace[];
  /** How many more there are that the mail does not list. */
  readonly more: number;
  readonly siteUrl: string;
  /** Address that ends such mail. */
  readonly unsubscribe: string;
}

/** Characters of a text or a name. */
const LONGEST = 200;

/**
 * A stranger's text as a mail may carry it: one line, no character that turns what stands beside it, and no address that a mail
 * program makes a link of.
 */
export function harmless(text: string): string {
  const line = oneLine(text)
    .replaceAll("://", ":\u200b//")
    .replace(/\bwww\./gi, "www\u200b.");
  const characters = Array.from(line.slice(0, LONGEST * 2 + 2));
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join("")}…` : line;
}

export function amountOf(kind: Kind, count: number): string {
  return `${String(count)} ${titles[kind][count === 1 ? 0 : 1]}`;
}

const digests: Readonly<Record<number, string>> = {
  [frequency.daily]: "Daily news",
  [frequency.weekly]: "Weekly news",
  [frequency.monthly]: "Monthly news",
};

const often: Readonly<Record<number, string>> = {
  [frequency.instant]: "at once",
  [frequency.daily]: "every day",
  [frequency.weekly]: "every week",
  [frequency.monthly]: "every month",
};

/** How often a mail comes, in words. */
export function oftenWords(chosen: number): string {
  return often[chosen] ?? "never";
}

/** `[Interlinear] 3 new comments in Shop/Web` */
export function newsSubject({ site, frequency: chosen, places }: NewsMail): string {
  const sums = new Map<Kind, number>();
  for (const { kind, count } of places.flatMap(({ items }) => items)) sums.set(kind, (sums.get(kind) ?? 0) + count);
  const amounts = [...sums].map(([kind, count]) => amountOf(kind, count));
  const words = [...amounts.slice(0, 2), ...(amounts.length > 2 ? ["and more"] : [])].join(", ");
  const digest = digests[chosen];
  const names = places.length === 1 ? (places[0]?.names ?? []).slice(0, 2) : [];
  const place = names.length === 0 ? "" : ` in ${names.map(harmless).join("/")}`;
  return `[${site}] ${digest === undefined ? "" : `${digest}: `}${words}${place}`;
}

const nameOf = ({ names }: MailPlace, site: string): string =>
  names.length === 0 ? site : names.map(harmless).join(" / ");

function itemWords({ kind, count, by }: MailItem): string {
  return `${amountOf(kind, count)}${by === undefined ? "" : `, by ${harmless(by)}`}`;
}

export function newsText(mail: NewsMail): string {
  const { site, reader, places, more, siteUrl, unsubscribe } = mail;
  const lines = [`Hello ${harmless(reader)},`, ""];
  for (const place of places) {
    lines.push(nameOf(place, site), place.link);
    for (const item of place.items) {
      lines.push(`- ${itemWords(item)}`);
      for (const { text, link } of item.texts) {
        lines.push(`    ${harmless(text)}`);
        if (link !== undefined) lines.push(`    ${link}`);
      }
      const others = othersWords(item);
      if (others !== undefined) lines.push(`    ${others}`);
    }
    lines.push("");
  }
  if (more > 0) lines.push(moreWords(more), "");
  lines.push("-- ", footerWords(mail), siteUrl, `No more of it: ${unsubscribe}`, "");
  return lines.join("\n");
}

export function newsHtml(mail: NewsMail): string {
  const { site, reader, places, more, siteUrl, unsubscribe } = mail;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${newsSubject(mail)}</title>
      </head>
      <body>
        <p>Hello <bdi>${harmless(reader)}</bdi>,</p>
        ${places.map(
          (place) =>
            html`<h2><a href="${place.link}">${nameOf(place, site)}</a></h2>
              <ul>
                ${place.items.map((item) => html`<li><bdi>${itemWords(item)}</bdi>${texts(item)}</li>`)}
              </ul>`,
        )}
        ${more > 0 ? html`<p>${moreWords(more)}</p>` : ""}
        <hr />
        <p>${footerWords(mail)} <a href="${siteUrl}/">${site}</a></p>
        <p><a href="${unsubscribe}">No more of it</a></p>
      </body>
    </html>`.toString();
}

/** How many there are beside those that are shown. */
function othersWords({ count, texts: { length } }: MailItem): string | undefined {
  return length > 0 && count > length ? `And ${String(count - length)} more.` : undefined;
}

function texts(item: MailItem): Markup | "" {
  const { texts: all } = item;
  if (all.length === 0) return "";
  const others = othersWords(item);
  return html`<ul>
    ${all.map(
      ({ text, link }) =>
        html`<li dir="auto">
          ${link === undefined ? harmless(text) : html`<a href="${link}">${harmless(text)}</a>`}
        </li>`,
    )}${others === undefined ? "" : html`<li>${others}</li>`}
  </ul>`;
}

function moreWords(more: number): string {
  return `And more at ${String(more)} other ${more === 1 ? "place" : "places"}.`;
}

function footerWords({ site, frequency: chosen }: NewsMail): string {
  return `${site} sends you this ${oftenWords(chosen)}, as your subscriptions say.`;
}
