import { withNamedDirections } from "../../core/one-line.ts";
import { xmlElement, xmlTag, xmlText } from "../../formats/xml/write.ts";

export interface FeedItem {
  readonly title: string;
  readonly link: string;
  readonly description: string;
  /** ISO 8601. */
  readonly date: string;
  /** Never changes; need not lead anywhere. */
  readonly id: string;
}

export interface Feed {
  readonly title: string;
  readonly link: string;
  readonly description: string;
  /** Address of the feed itself. */
  readonly self: string;
  readonly items: readonly FeedItem[];
}

/** RSS 2.0, with the feed's own address as its readers want it. */
export function writeFeed({ title, link, description, self, items }: Feed): string {
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    "<channel>",
    element("title", title),
    element("link", link),
    element("description", description),
    xmlTag("atom:link", { rel: "self", type: "application/rss+xml", href: self }, true),
    ...items.flatMap((item) => [
      "<item>",
      element("title", item.title),
      element("link", item.link),
      element("description", item.description),
      element("pubDate", new Date(item.date).toUTCString()),
      xmlElement("guid", { isPermaLink: "false" }, xmlText(item.id)),
      "</item>",
    ]),
    "</channel>",
    "</rss>",
    "",
  ].join("\n");
}

function element(name: string, text: string): string {
  return xmlElement(name, {}, xmlText(withNamedDirections(text)));
}
