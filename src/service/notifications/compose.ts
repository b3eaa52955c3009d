import { action } from "../changes/actions.ts";
import { stringAddress } from "../editor/string-address.ts";
import { page } from "../representation/address.ts";
import type { Service } from "../service.ts";
import { texts } from "../units/unit-row.ts";
import { kindsIn } from "./look.ts";
import { frequency, summaries, type Kind } from "./kinds.ts";
import type { MailItem, MailPlace, MailText, NewsMail } from "./news-mail.ts";
import { newsIn, standingNews, type Range } from "./read-news.ts";
import { byId, readersOf, type KnownReader } from "./readers.ts";
import { peopleOf, tellingOf, type News } from "./recipients.ts";
import { unsubscribeAddress } from "./unsubscribing.ts";

/** Places that a mail lists, and texts of each line there. */
const PLACES = 50;
const TEXTS = 3;

export interface Composed {
  readonly reader: KnownReader;
  readonly mail: NewsMail;
}

/** Mails about the same changes are made of one look at them. */
export class Composer {
  readonly #service: Service;
  readonly #news = new Map<string, Promise<News[]>>();

  constructor(service: Service) {
    this.#service = service;
  }

  /** What is to be said to a person as they may hear it now; undefined: nothing is left to say. */
  async compose({ user, frequency: often, ...range }: Range & { readonly user: number; readonly frequency: number }) {
    const news = await this.#newsOf(range, often);
    const [reader] = await readersOf(this.#service, kindsIn(news), [user]);
    if (reader === undefined) return undefined;
    const told = news.flatMap((one) => {
      const telling = tellingOf(reader, one);
      return telling?.frequency === often && reader.mayHear(one) ? [{ ...one, kind: telling.kind }] : [];
    });
    if (told.length === 0) return undefined;
    return { reader, mail: await mailOf(this.#service, reader, often, told) } satisfies Composed;
  }

  #newsOf({ after, until }: Range, often: number): Promise<News[]> {
    const isDigest = often !== frequency.instant;
    const key = `${String(after)} ${String(until)} ${String(isDigest)}`;
    const known = this.#news.get(key);
    if (known !== undefined) return known;
    const read = Promise.all([
      newsIn(this.#service, { after, until }),
      isDigest ? standingNews(this.#service) : Promise.resolve([]),
    ]).then((parts) => parts.flat());
    this.#news.set(key, read);
    return read;
  }
}

type Told = News & { readonly kind: Kind };

async function mailOf(service: Service, reader: KnownReader, often: number, told: readonly Told[]): Promise<NewsMail> {
  const { siteTitle, siteUrl } = service.settings;
  const places = [
    ...Map.groupBy(told, ({ project, component, translation }) => [project, component, translation].join()),
  ];
  const shown = places.slice(0, PLACES);
  const names = await namesOf(
    service,
    shown.flatMap(([, news]) => news),
  );
  const listed: MailPlace[] = [];
  for (const [, news] of shown) listed.push(await placeOf(service, names, news));
  return {
    site: siteTitle,
    reader: reader.fullName,
    frequency: often,
    places: listed,
    more: places.length - shown.length,
    siteUrl,
    unsubscribe: `${siteUrl}${await unsubscribeAddress(service, { user: reader.id, frequency: often })}`,
  };
}

type Names = Awaited<ReturnType<typeof namesOf>>;

async function namesOf({ database }: Service, news: readonly Told[]) {
  return {
    projects: await byId(
      news.map(({ project }) => project),
      (ids) => database.selectFrom("project").select(["id", "name", "slug"]).where("id", "in", ids).execute(),
    ),
    components: await byId(
      news.map(({ component }) => component),
      (ids) => database.selectFrom("component").select(["id", "name", "path"]).where("id", "in", ids).execute(),
    ),
    translations: await byId(
      news.map(({ translation }) => translation),
      (ids) =>
        database
          .selectFrom("translation")
          .innerJoin("language", "language.id", "translation.language_id")
          .select(["translation.id", "language.name", "language.code"])
          .where("translation.id", "in", ids)
          .execute(),
    ),
    users: await byId(news.flatMap(peopleOf), (ids) =>
      database.selectFrom("user").select(["id", "full_name", "username"]).where("id", "in", ids).execute(),
    ),
  };
}

async function placeOf(service: Service, names: Names, news: readonly Told[]): Promise<MailPlace> {
  const { siteUrl } = service.settings;
  const [first] = news;
  const project = names.projects.get(first?.project ?? 0);
  const component = names.components.get(first?.component ?? 0);
  const translation = names.translations.get(first?.translation ?? 0);
  const link = linkOf(siteUrl, project?.slug, component?.path, translation?.code);
  const path = (at: typeof page.translate): string | undefined =>
    project === undefined || component === undefined || translation === undefined
      ? undefined
      : at(siteUrl, project.slug, component.path, translation.code);
  const items: MailItem[] = [];
  const lines = Map.groupBy(news, (one) => [one.kind, ...peopleOf(one)].join());
  for (const [, told] of lines) {
    const [one] = told;
    if (one === undefined) continue;
    const author = names.users.get(peopleOf(one).at(-1) ?? 0);
    items.push({
      kind: one.kind,
      count: told.reduce((sum, { count }) => sum + count, 0),
      by: author === undefined || summaries.has(one.kind) ? undefined : author.full_name || author.username,
      texts: summaries.has(one.kind) ? [] : await textsOfLine(service, told, path(page.translate)),
    });
  }
  const known = [project?.name, component?.name, translation?.name].filter((name) => name !== undefined);
  return { names: known, link, items };
}

function linkOf(siteUrl: string, project?: string, component?: string, language?: string): string {
  if (project === undefined) return `${siteUrl}/`;
  if (component === undefined) return page.project(siteUrl, project);
  return language === undefined
    ? page.component(siteUrl, project, component)
    : page.translation(siteUrl, project, component, language);
}

/** What was said or changed, of the first few: a comment or an announcement is news by itself. */
async function textsOfLine(service: Service, told: readonly Told[], editor: string | undefined): Promise<MailText[]> {
  const found: MailText[] = [];
  for (const news of told.toSorted((one, other) => one.first - other.first)) {
    if (found.length >= TEXTS) break;
    found.push(...(await textsOf(service, news, editor)));
  }
  return found.slice(0, TEXTS);
}

async function textsOf({ readers }: Service, news: Told, editor: string | undefined): Promise<MailText[]> {
  const { action: code, first, last, project, component, translation, user, author } = news;
  if (code === undefined) return [];
  const rows = await readers
    .selectFrom("change")
    .leftJoin("unit", "unit.id", "change.unit_id")
    .select(["change.target", "change.details", "change.unit_id", "unit.source"])
    .where("change.id", ">=", first)
    .where("change.id", "<=", last)
    .where("change.action", "=", code)
    .where("change.project_id", "is not distinct from", project)
    .where("change.component_id", "is not distinct from", component)
    .where("change.translation_id", "is not distinct from", translation)
    .where("change.user_id", "is not distinct from", user)
    .where("change.author_id", "is not distinct from", author)
    .orderBy("change.id")
    .limit(TEXTS)
    .execute();
  return rows.flatMap(({ target, details, unit_id: unit, source }): MailText[] => {
    const link = editor === undefined || unit === null ? undefined : stringAddress(editor, "", unit);
    const text =
      code === action.commentAdded
        ? commentIn(details)
        : [...(source === null ? [] : texts(source)).slice(0, 1), target].filter((part) => part !== "").join(" → ");
    return text === "" ? [] : [{ text, link }];
  });
}

function commentIn(details: string): string {
  const { comment = "" }: { comment?: string } = JSON.parse(details);
  return comment;
}
