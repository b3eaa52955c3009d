import type { TestAnswer } from "./open-test-service.ts";
import type { Person } from "./page-person.ts";

/** Entities that markup of ours holds. */
function decoded(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

/** What makes two addresses the same page: of a query its names, and the values that choose what is shown. */
function kindOf({ pathname, searchParams }: URL): string {
  const chosen = [...searchParams].map(([name, value]) =>
    ["view", "panel", "confirm", "history", "format"].includes(name) ? `${name}=${value}` : name,
  );
  return `${pathname}?${[...new Set(chosen)].toSorted().join("&")}`;
}

const MOST_PAGES = 600;

/**
 * Follows every link of the pages that a person can be led to from the first one: address → page.
 * @param programs whether those that lead to the API are followed too, though none of what it answers with
 */
export async function crawl(
  person: Person,
  from: readonly string[] = ["/"],
  programs = false,
): Promise<ReadonlyMap<string, TestAnswer>> {
  const pages = new Map<string, TestAnswer>();
  const known = new Set<string>();
  const open = [...from];
  for (let address = open.shift(); address !== undefined; address = open.shift()) {
    const url = new URL(address, "http://service.test");
    const isForPrograms = /^\/(?:api|exports)\//.test(url.pathname);
    if (url.origin !== "http://service.test" || /^\/(?:assets|hooks)\//.test(url.pathname)) continue;
    if (isForPrograms && !programs) continue;
    const kind = kindOf(url);
    if (known.has(kind)) continue;
    known.add(kind);
    if (known.size > MOST_PAGES) throw new Error(`More than ${String(MOST_PAGES)} pages, the last is ${address}`);
    const page = await person.open(`${url.pathname}${url.search}`);
    pages.set(`${url.pathname}${url.search}`, page);
    if (isForPrograms) continue;
    for (const [, link = ""] of page.text.matchAll(/<(?:a|img) [^>]*?(?:href|src|data-panel)="([^"#]+)/g)) {
      open.push(new URL(decoded(link), url).href);
    }
  }
  return pages;
}

/** A form of a page that sends something, with what it sends if nothing is typed. */
export interface PageForm {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Names of the fields that text is typed into. */
  readonly typed: readonly string[];
}

/** The forms of a page that change something. */
export function formsIn(page: TestAnswer): readonly PageForm[] {
  const attribute = (tag: string, name: string): string | undefined => {
    const found = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
    return found === undefined ? undefined : decoded(found);
  };
  return (page.text.match(/<form method="post".*?<\/form>/gs) ?? []).map((form) => {
    const fields: Record<string, string> = {};
    const typed: string[] = [];
    for (const [tag] of form.matchAll(/<(?:input|textarea|select|button)\s[^>]*>/g)) {
      const name = attribute(tag, "name");
      const type = attribute(tag, "type") ?? "text";
      if (name === undefined || type === "file") continue;
      if (
        tag.startsWith("<textarea") ||
        (tag.startsWith("<input") && /^(?:text|search|url|email|number)$/.test(type))
      ) {
        typed.push(name);
      }
      if (
        tag.startsWith("<button")
          ? fields[name] === undefined
          : !/^(?:checkbox|radio)$/.test(type) || / checked/.test(tag)
      ) {
        fields[name] = attribute(tag, "value") ?? "";
      }
    }
    for (const [, name = "", content = ""] of form.matchAll(/<textarea [^>]*name="([^"]+)"[^>]*>\n(.*?)<\/textarea>/gs))
      fields[name] = decoded(content);
    for (const [, name = "", choices = ""] of form.matchAll(/<select [^>]*name="([^"]+)"[^>]*>(.*?)<\/select>/gs))
      fields[name] = decoded(
        /value="([^"]*)"\s+selected/.exec(choices)?.[1] ?? /value="([^"]*)"/.exec(choices)?.[1] ?? "",
      );
    return { action: attribute(form, "action") ?? "", fields, typed };
  });
}
