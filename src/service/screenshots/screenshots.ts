import type { Selectable } from "kysely";
import type { Page } from "../../contract/resources/page.ts";
import type { Screenshot } from "../../contract/resources/screenshot.ts";
import { inTransaction, type Queries } from "../../store/database.ts";
import type { ScreenshotTable } from "../../store/tables.ts";
import { action } from "../changes/actions.ts";
import { record, type Happening } from "../changes/change-log.ts";
import { idIn } from "../http/hyperlink.ts";
import { countOf, paged } from "../http/paging.ts";
import { invalid } from "../../http-api/refusal.ts";
import { denied, notFound } from "../http/refusal.ts";
import type { UploadedFile } from "../http/request-body.ts";
import { countContribution } from "../identity/contribution.ts";
import { may, type Caller, type Place } from "../identity/permissions.ts";
import { numericId, visibleTranslation, type VisibleTranslation } from "../identity/visible.ts";
import { address } from "../representation/address.ts";
import { timestamp, type Service } from "../service.ts";
import { keepImage, readImage, removeImage } from "./images.ts";

export type ScreenshotRecord = Selectable<ScreenshotTable>;

export interface VisibleScreenshot extends VisibleTranslation {
  readonly screenshot: ScreenshotRecord;
}

/** @throws 404 */
export async function visibleScreenshot(service: Service, caller: Caller, id: string): Promise<VisibleScreenshot> {
  const row = await service.database
    .selectFrom("screenshot")
    .innerJoin("translation", "translation.id", "screenshot.translation_id")
    .innerJoin("component", "component.id", "translation.component_id")
    .innerJoin("project", "project.id", "translation.project_id")
    .innerJoin("language", "language.id", "translation.language_id")
    .selectAll("screenshot")
    .select(["project.slug as project", "component.path as component", "language.code as language"])
    .where("screenshot.id", "=", numericId(id))
    .executeTakeFirst();
  if (row === undefined) throw notFound();
  const { project, component, language, ...screenshot } = row;
  return { ...(await visibleTranslation(service, caller, { project, component, language })), screenshot };
}

interface ListCall {
  readonly service: Service;
  readonly url: URL;
  readonly origin: string;
}

/** What the screenshots of a list belong to, or show. */
export type ScreenshotScope =
  | { readonly projects: readonly number[]; readonly hidden: readonly number[] }
  | { readonly component: number }
  | { readonly units: readonly number[] };

export async function listScreenshots(
  { service, url, origin }: ListCall,
  scope: ScreenshotScope,
): Promise<Page<Screenshot>> {
  const { database } = service;
  const screenshots = scoped(database, scope);
  return paged(
    { url },
    () => countOf(screenshots),
    async (limit, offset) => {
      const rows = await screenshots
        .selectAll("screenshot")
        .orderBy("screenshot.id")
        .limit(limit)
        .offset(offset)
        .execute();
      return representScreenshots(database, rows, origin);
    },
  );
}

function scoped(queries: Queries, scope: ScreenshotScope) {
  const all = queries.selectFrom("screenshot").innerJoin("translation", "translation.id", "screenshot.translation_id");
  if ("projects" in scope) {
    return all
      .where("translation.project_id", "in", [0, ...scope.projects])
      .where("translation.component_id", "not in", [0, ...scope.hidden]);
  }
  if ("component" in scope) return all.where("translation.component_id", "=", scope.component);
  return all.where("screenshot.id", "in", (where) =>
    where.selectFrom("screenshot_unit").select("screenshot_id").where("unit_id", "in", scope.units),
  );
}

async function representScreenshots(
  queries: Queries,
  screenshots: readonly ScreenshotRecord[],
  origin: string,
): Promise<Screenshot[]> {
  const places = await queries
    .selectFrom("translation")
    .innerJoin("component", "component.id", "translation.component_id")
    .innerJoin("project", "project.id", "translation.project_id")
    .innerJoin("language", "language.id", "translation.language_id")
    .select(["translation.id", "component.path", "project.slug", "language.code"])
    .where("translation.id", "in", [0, ...new Set(screenshots.map((row) => row.translation_id))])
    .execute();
  const shown = await queries
    .selectFrom("screenshot_unit")
    .selectAll()
    .where("screenshot_id", "in", [0, ...screenshots.map(({ id }) => id)])
    .orderBy("unit_id")
    .execute();
  return screenshots.map((screenshot) => {
    const place = places.find(({ id }) => id === screenshot.translation_id);
    const url = address.screenshot(origin, screenshot.id);
    return {
      id: screenshot.id,
      name: screenshot.name,
      repository_filename: screenshot.repository_filename,
      component: place === undefined ? null : address.component(origin, place.slug, place.path),
      translation: place === undefined ? null : address.translation(origin, place.slug, place.path, place.code),
      file_url: `${url}file/`,
      units: shown.filter((row) => row.screenshot_id === screenshot.id).map((row) => address.unit(origin, row.unit_id)),
      url,
    };
  });
}

export async function representScreenshot(
  service: Service,
  screenshot: ScreenshotRecord,
  origin: string,
): Promise<Screenshot> {
  const [represented] = await representScreenshots(service.database, [screenshot], origin);
  if (represented === undefined) throw new Error("A list of one is empty.");
  return represented;
}

export interface NewScreenshot {
  readonly name: string;
  readonly repositoryFilename: string;
  readonly image: UploadedFile | undefined;
}

/** @throws 400 for what is no image, 403 */
export async function addScreenshot(
  service: Service,
  caller: Caller,
  place: VisibleTranslation,
  { name, repositoryFilename, image }: NewScreenshot,
): Promise<ScreenshotRecord> {
  if (!may(caller, place, "screenshot.add")) throw denied("Can not add screenshot.");
  const user = caller.user?.id;
  return keepImage(service, image, async (queries, stored) => {
    const row = await queries
      .insertInto("screenshot")
      .values({
        name,
        translation_id: place.translation.id,
        repository_filename: repositoryFilename,
        ...stored,
        user_id: user ?? null,
        timestamp: timestamp(service),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await countContribution(queries, user, "uploaded");
    await record(service, queries, [{ ...about(caller, place), action: action.screenshotAdded, target: name }]);
    return row;
  });
}

/** @throws 403 */
export async function editScreenshot(
  service: Service,
  caller: Caller,
  place: VisibleScreenshot,
  {
    name,
    repositoryFilename,
  }: { readonly name?: string | undefined; readonly repositoryFilename?: string | undefined },
): Promise<ScreenshotRecord> {
  assertMayEdit(caller, place);
  const { screenshot } = place;
  const values = {
    name: name ?? screenshot.name,
    repository_filename: repositoryFilename ?? screenshot.repository_filename,
  };
  await service.database.updateTable("screenshot").set(values).where("id", "=", screenshot.id).execute();
  return { ...screenshot, ...values };
}

/** @throws 400 for what is no image, 403 */
export async function replaceImage(
  service: Service,
  caller: Caller,
  place: VisibleScreenshot,
  image: UploadedFile | undefined,
): Promise<void> {
  assertMayEdit(caller, place);
  const { screenshot } = place;
  await keepImage(service, image, async (queries, stored) => {
    await queries
      .updateTable("screenshot")
      .set({ ...stored, timestamp: timestamp(service) })
      .where("id", "=", screenshot.id)
      .execute();
    await countContribution(queries, caller.user?.id, "uploaded");
    const happening = { ...about(caller, place), action: action.screenshotUploaded, target: screenshot.name };
    await record(service, queries, [happening]);
  });
  await removeImage(service, screenshot);
}

/** @throws 403 */
export async function removeScreenshot(service: Service, caller: Caller, place: VisibleScreenshot): Promise<void> {
  if (!may(caller, place, "screenshot.delete")) throw denied("Can not delete screenshot.");
  const { screenshot } = place;
  await inTransaction(service.database, async (queries) => {
    await queries.deleteFrom("screenshot").where("id", "=", screenshot.id).execute();
    await record(service, queries, [
      { ...about(caller, place), action: action.screenshotRemoved, target: screenshot.name },
    ]);
  });
  await removeImage(service, screenshot);
}

export async function imageOf(service: Service, { screenshot }: VisibleScreenshot): Promise<Uint8Array> {
  return readImage(service, screenshot);
}

/**
 * The image for a page, which knows who is signed in by other means than the API does. Nothing in it is to run. Browsers keep it:
 * a page's address of it has the stored file's name, as another picture may come in its place.
 */
export async function imageAnswer(service: Service, place: VisibleScreenshot): Promise<Response> {
  return new Response(Buffer.from(await imageOf(service, place)), {
    headers: {
      "Content-Type": place.screenshot.media_type,
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "Cache-Control": "private, max-age=3600",
    },
  });
}

/**
 * Says that a screenshot shows a string: one of its own translation, or a source string of its component.
 * @throws 400 for another, 403
 */
export async function showUnit(
  service: Service,
  caller: Caller,
  place: VisibleScreenshot,
  unit: string | number,
): Promise<void> {
  await assertMayShow(service, caller, place, unit);
  await service.database
    .insertInto("screenshot_unit")
    .values({ screenshot_id: place.screenshot.id, unit_id: Number(unit) })
    .onConflict((conflict) => conflict.columns(["screenshot_id", "unit_id"]).doNothing())
    .execute();
}

/**
 * Whether the caller may say that a screenshot of a translation shows a string.
 * @throws 400 for a string that is neither of the translation nor a source string of its component, 403
 */
export async function assertMayShow(
  service: Service,
  caller: Caller,
  place: VisibleTranslation,
  unit: string | number,
): Promise<void> {
  assertMayEdit(caller, place);
  if (!(await canShow(service, place, idIn(String(unit)))))
    throw invalid("unit_id", "Unit matching query does not exist.");
}

async function canShow(service: Service, place: VisibleTranslation, unit: number): Promise<boolean> {
  const found = await service.database
    .selectFrom("unit")
    .innerJoin("translation", "translation.id", "unit.translation_id")
    .select("unit.id")
    .where("unit.id", "=", unit)
    .where("translation.component_id", "=", place.component.id)
    .where((where) =>
      where.or([where("translation.id", "=", place.translation.id), where("translation.is_source", "=", 1)]),
    )
    .executeTakeFirst();
  return found !== undefined;
}

/** Takes the string off the screenshot, whether it was on it or not. @throws 403, 404 for a string it cannot show */
export async function hideUnit(
  service: Service,
  caller: Caller,
  place: VisibleScreenshot,
  unit: number,
): Promise<void> {
  assertMayEdit(caller, place);
  if (!(await canShow(service, place, unit))) throw notFound();
  await service.database
    .deleteFrom("screenshot_unit")
    .where("screenshot_id", "=", place.screenshot.id)
    .where("unit_id", "=", unit)
    .execute();
}

function assertMayEdit(caller: Caller, place: Place): void {
  if (!may(caller, place, "screenshot.edit")) throw denied("Can not edit screenshot.");
}

function about({ user }: Caller, { project, component, translation }: VisibleTranslation): Omit<Happening, "action"> {
  return { project: project.id, component: component.id, translation: translation.id, user: user?.id };
}
