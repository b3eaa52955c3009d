import type { Selectable } from "kysely";
import type { Clone } from "../clone/clone.ts";
import type { ComponentRecord } from "../components/component-settings.ts";
import type { ScreenshotTable } from "../../store/tables.ts";
import { action } from "../changes/actions.ts";
import { record } from "../changes/change-log.ts";
import { timestamp, type Service } from "../service.ts";
import { imageTypeOf } from "./image-type.ts";
import { keepImage, readImage, removeImage } from "./images.ts";

/** A repository with more pictures than this below the mask keeps something else there. */
const MOST = 500;

/**
 * Makes screenshots of the images that `screenshot_filemask` names (`docs/*.png`; a `*` stands for any text without a slash), on the
 * source translation, and brings along what changed in those that are of the repository. What is no image is left alone, and a
 * screenshot whose file is gone stays.
 */
export async function readScreenshots(
  service: Service,
  clone: Clone,
  component: ComponentRecord,
  files: ReadonlyMap<string, string>,
): Promise<void> {
  const mask = component.settings.screenshot_filemask;
  if (mask === "") return;
  const { database, logger } = service;
  const source = await database
    .selectFrom("translation")
    .select("id")
    .where("component_id", "=", component.id)
    .where("is_source", "=", 1)
    .executeTakeFirst();
  if (source === undefined) return;
  const known = await database
    .selectFrom("screenshot")
    .innerJoin("translation", "translation.id", "screenshot.translation_id")
    .selectAll("screenshot")
    .where("translation.component_id", "=", component.id)
    .where("screenshot.repository_filename", "<>", "")
    .execute();
  const paths = [...files.keys()].filter((path) => isOfMask(path, mask));
  if (paths.length > MOST) {
    logger.warning(
      `${component.path}: ${String(paths.length)} files are screenshots by “${mask}”; ${String(MOST)} are read.`,
    );
  }
  const place = { project: component.project_id, component: component.id, translation: source.id };
  for (const path of paths.slice(0, MOST)) {
    const content = await contentOf(clone, path);
    if (content === undefined || imageTypeOf(content) === undefined) continue;
    const own = known.filter((screenshot) => screenshot.repository_filename === path);
    if (own.length === 0) await add(service, place, path, content);
    for (const screenshot of own) await replace(service, place, screenshot, content);
  }
}

interface Place {
  readonly project: number;
  readonly component: number;
  readonly translation: number;
}

/**
 * Whether a path is one of the mask; every `*` stands for any text without a slash. Each part is looked for once, behind the one before
 * it: a regular expression of eight of them took 40 seconds for a path of 44 characters.
 */
export function isOfMask(path: string, mask: string): boolean {
  const names = path.split("/");
  const masks = mask.split("/");
  return names.length === masks.length && names.every((name, place) => isOfPart(name, masks[place] ?? ""));
}

function isOfPart(name: string, mask: string): boolean {
  const [first = "", ...others] = mask.split("*");
  const last = others.pop();
  if (last === undefined) return name === first;
  const end = name.length - last.length;
  if (end < first.length || !name.startsWith(first) || !name.endsWith(last)) return false;
  let at = first.length;
  for (const part of others) {
    const found = name.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at <= end;
}

/** A link that leads out of the repository is no image of it. */
async function contentOf(clone: Clone, path: string): Promise<Buffer | undefined> {
  try {
    return await clone.tryRead(path);
  } catch {
    return undefined;
  }
}

async function add(service: Service, place: Place, path: string, content: Buffer): Promise<void> {
  const name = path.slice(path.lastIndexOf("/") + 1);
  await keepImage(service, { name, content }, async (queries, stored) => {
    const values = { name, translation_id: place.translation, repository_filename: path, user_id: null };
    await queries
      .insertInto("screenshot")
      .values({ ...values, ...stored, timestamp: timestamp(service) })
      .execute();
    await record(service, queries, [{ ...place, action: action.screenshotAdded, target: name }]);
  });
}

async function replace(
  service: Service,
  place: Place,
  screenshot: Selectable<ScreenshotTable>,
  content: Buffer,
): Promise<void> {
  const before = await readImage(service, screenshot).catch(() => undefined);
  if (before !== undefined && content.equals(before)) return;
  await keepImage(service, { name: screenshot.name, content }, async (queries, stored) => {
    await queries
      .updateTable("screenshot")
      .set({ ...stored, timestamp: timestamp(service) })
      .where("id", "=", screenshot.id)
      .execute();
    await record(service, queries, [{ ...place, action: action.screenshotUploaded, target: screenshot.name }]);
  });
  await removeImage(service, screenshot);
}
