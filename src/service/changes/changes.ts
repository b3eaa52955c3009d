import type { Page } from "../../contract/resources/page.ts";
import type { Change } from "../../contract/resources/change.ts";
import type { Queries } from "../../store/database.ts";
import { paged } from "../http/paging.ts";
import { representChange, type ChangeParts } from "../representation/change.ts";
import type { Service } from "../service.ts";
import {
  changesIn,
  isIndexed,
  isSpread,
  type ChangeFilter,
  type ChangeList,
  type ChangeScope,
} from "./changes-in-scope.ts";
import { countChanges, FEW_CHANGES, momentOf } from "./counted-changes.ts";

interface ChangeCall {
  readonly service: Service;
  readonly url: URL;
  readonly origin: string;
  readonly query: ChangeFilter;
}

/** Changes, newest first. Of those in no project only the site's own are left out for everybody. */
export async function listChanges(
  { service, url, origin, query: filter }: ChangeCall,
  scope: ChangeScope,
): Promise<Page<Change>> {
  const list = { scope, filter };
  const moment = await momentOf(service);
  let count = 0;
  return paged(
    { url },
    async () => (count = await countChanges(service, list, moment)),
    async (limit, offset) => {
      const rows = await pageOf(service, list, { limit, offset, count, last: moment.last });
      return rows.map((row) => representChange(row, origin));
    },
  );
}

/** The newest changes, not paged. */
export async function newestChanges(service: Service, scope: ChangeScope, limit: number): Promise<ChangeParts[]> {
  const list = { scope, filter: {} };
  const moment = await momentOf(service);
  const count = await countChanges(service, list, moment);
  return pageOf(service, list, { limit, offset: 0, count, last: moment.last });
}

export async function findChange(service: Service, scope: ChangeScope, origin: string): Promise<Change | undefined> {
  const row = await selectParts(changesIn(service.database, { scope, filter: {} })).executeTakeFirst();
  return row === undefined ? undefined : representChange(row, origin);
}

/** So many times as many as are wanted are looked at first, and then more and more. */
const LOOKED_AT = 16;
const WIDER = 8;

/**
 * Those of one project or one component are found newest first by an index. What is spread over many projects is mostly among the newest
 * ones of all: these are gone through, until it would be less to put all of the list in order.
 */
async function pageOf(
  { database, readers }: Service,
  list: ChangeList,
  { limit, offset, count, last }: { limit: number; offset: number; count: number; last: number },
): Promise<ChangeParts[]> {
  const wanted = Math.min(limit, count - offset);
  // Found by their ids first: texts that are kept with them, of up to a file's length, are neither put in order nor passed over.
  const page = (queries: Queries, changes: ReturnType<typeof changesIn>) => {
    const ids = changes.select("change.id").orderBy("change.id", "desc").limit(limit).offset(offset);
    const found = queries
      .selectFrom("change")
      .where("change.id", "in", queries.selectFrom(ids.as("page")).select("id"));
    return selectParts(found).orderBy("change.id", "desc").execute();
  };
  if (isSpread(list)) {
    for (let width = LOOKED_AT * (offset + limit); width < count; width *= WIDER) {
      const queries = width > FEW_CHANGES ? readers : database;
      const rows = await page(queries, changesIn(queries, list, true).where("change.id", ">", last - width));
      if (rows.length >= wanted) return rows;
    }
  }
  const isQuick = last <= FEW_CHANGES || (isIndexed(list) && offset + limit <= FEW_CHANGES);
  const queries = isQuick ? database : readers;
  return page(queries, changesIn(queries, list));
}

function selectParts(changes: ReturnType<typeof changesIn>) {
  return changes
    .leftJoin("user as doer", "doer.id", "change.user_id")
    .leftJoin("project", "project.id", "change.project_id")
    .leftJoin("component", "component.id", "change.component_id")
    .leftJoin("translation", "translation.id", "change.translation_id")
    .leftJoin("language", "language.id", "translation.language_id")
    .leftJoin("user as writer", "writer.id", "change.author_id")
    .select([
      "change.id",
      "change.unit_id",
      "change.timestamp",
      "change.action",
      "change.target",
      "change.old",
      "change.details",
      "project.slug as project",
      "component.path as component",
      "language.code as language",
      "doer.username as user",
      "writer.username as author",
    ]);
}
