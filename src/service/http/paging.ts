import type { SelectQueryBuilder } from "kysely";
import type { Page } from "../../contract/resources/page.ts";
import { notFound } from "./refusal.ts";

export interface PageSizes {
  readonly usual: number;
  readonly most: number;
}

/** Specification 1, "Limits". */
export const pageSizes: PageSizes = { usual: 50, most: 1000 };
export const unitPageSizes: PageSizes = { usual: 100, most: 10_000 };
/** The specification names no size for the rows of a component's statistics; these are the real service's (facts §5). */
export const statisticsPageSizes: PageSizes = { usual: 200, most: 10_000 };

/** A request's address, with the length that a page of its list has unless it asks for another (`PAGE_SIZE`), and has at most. */
export class RequestUrl extends URL {
  readonly pageSize: number;
  readonly most: number;

  constructor(url: string, pageSize: number, most = Number.POSITIVE_INFINITY) {
    super(url);
    this.pageSize = pageSize;
    this.most = most;
  }
}

export interface PageRequest {
  /** The request's own address: `next` and `previous` are made from it. */
  readonly url: URL;
  readonly sizes?: PageSizes;
}

/**
 * A size that is no usable number is silently replaced; a page that does not exist is 404 (probe §7). A page that is shorter than
 * was asked for leads to others of its length, where programs find the same items.
 */
export async function paged<Item>(
  request: PageRequest,
  count: () => Promise<number>,
  items: (limit: number, offset: number) => Promise<Item[]>,
): Promise<Page<Item>> {
  const { head, limit, offset } = await placeOf(request, count);
  return { ...head, results: limit === 0 ? [] : await items(limit, offset) };
}

/** A page that is longer is made while it is sent: ten thousand strings are 60 MB in memory, for each who asks for them. */
const ROWS_AT_ONCE = 1000;

/** The same for lists whose pages may be long. @param items some at a time */
export async function pagedInParts<Item>(
  request: PageRequest,
  count: () => Promise<number>,
  items: (limit: number, offset: number) => AsyncGenerator<readonly Item[]>,
): Promise<Page<Item> | LongPage<Item>> {
  const { head, limit, offset } = await placeOf(request, count);
  if (limit === 0) return { ...head, results: [] };
  const parts = items(limit, offset);
  if (Math.min(limit, head.count - offset) > ROWS_AT_ONCE) return LongPage.beginning(head, parts);
  return { ...head, results: await together(parts) };
}

/** A page without what is on it. */
type PageHead = Omit<Page<never>, "results">;

/** A page whose rows are made while it is sent, some at a time. */
export class LongPage<Item> {
  readonly head: PageHead;
  readonly parts: AsyncIterable<readonly Item[]>;

  private constructor(head: PageHead, parts: AsyncIterable<readonly Item[]>) {
    this.head = head;
    this.parts = parts;
  }

  inParts(read: (parts: AsyncIterable<readonly Item[]>) => AsyncIterable<readonly Item[]>): LongPage<Item> {
    return new LongPage(this.head, read(this.parts));
  }

  async whole(): Promise<Page<Item>> {
    return { ...this.head, results: await together(this.parts) };
  }

  /** @throws what the first part fails with, before anything is sent */
  static async beginning<Item>(head: PageHead, parts: AsyncGenerator<readonly Item[]>): Promise<LongPage<Item>> {
    const first = await parts.next();
    return new LongPage(head, restAfter(first, parts));
  }
}

async function together<Item>(parts: AsyncIterable<readonly Item[]>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const part of parts) all.push(...part);
  return all;
}

async function* restAfter<Part>(
  first: IteratorResult<Part, unknown>,
  rest: AsyncGenerator<Part>,
): AsyncGenerator<Part> {
  if (first.done === true) return;
  yield first.value;
  yield* rest;
}

async function placeOf({ url, sizes = usualSizes(url) }: PageRequest, count: () => Promise<number>) {
  const asked = sizeOf(url.searchParams.get("page_size"), sizes);
  const size = url instanceof RequestUrl ? Math.min(asked, url.most) : asked;
  const address = new URL(url);
  if (size < asked) address.searchParams.set("page_size", String(size));
  const total = await count();
  const pages = Math.max(1, Math.ceil(total / size));
  const page = pageOf(url.searchParams.get("page"), pages);
  const head: PageHead = {
    count: total,
    next: page < pages ? addressOf(address, page + 1) : null,
    previous: page > 1 ? addressOf(address, page - 1) : null,
  };
  return { head, limit: total === 0 ? 0 : size, offset: (page - 1) * size };
}

/** How many rows a list has, for `paged`. */
export async function countOf<Schema, Table extends keyof Schema>(
  rows: SelectQueryBuilder<Schema, Table, object>,
): Promise<number> {
  const counted = rows.select(({ fn }) => fn.countAll<number>().as("count")).$castTo<{ count: number }>();
  const { count } = await counted.executeTakeFirstOrThrow();
  return count;
}

function usualSizes(url: URL): PageSizes {
  return url instanceof RequestUrl ? { ...pageSizes, usual: url.pageSize } : pageSizes;
}

function sizeOf(text: string | null, sizes: PageSizes): number {
  if (text === null || !/^\d{1,9}$/.test(text)) return sizes.usual;
  const size = Number(text);
  return size === 0 ? sizes.usual : Math.min(size, sizes.most);
}

function pageOf(text: string | null, pages: number): number {
  if (text === null || text === "") return 1;
  if (text === "last") return pages;
  const page = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (page < 1 || page > pages) throw notFound("Invalid page.");
  return page;
}

function addressOf(url: URL, page: number): string {
  const address = new URL(url);
  if (page === 1) address.searchParams.delete("page");
  else address.searchParams.set("page", String(page));
  return address.href;
}
