import { Hono } from "hono";
import { defined } from "../../../core/defined.ts";
import { listBoundFiles, boundFileStates, type BoundFileFilter } from "../../../records/repositories/bound-files.ts";
import { readCauses, type ListCauses } from "../../../records/problems/list-causes.ts";
import { timesOf } from "../parts/list-times.ts";
import { BASE } from "../layout.ts";
import { html } from "../../../http-api/markup.ts";
import { fileFilters, filesList } from "../parts/files-list.ts";
import type { Query } from "../parts/list.ts";
import { readBoundNames } from "../readings/repositories.ts";
import { listQuery, oneOf, show, type PageVariables } from "../page-context.ts";

const SIZE = 50;

/** Every file of every repository. */
export function mapsPages(): Hono<PageVariables> {
  return new Hono<PageVariables>().get("/maps", async (context) => {
    const signedIn = context.get("signedIn");
    const { records } = signedIn.admin;
    const { page, query } = listQuery(signedIn, fileFilters);
    const causes = await readCauses(records, "bound_file");
    const files = await listBoundFiles(records, fileFilterOf(query, causes), { page, size: SIZE });
    const names = await readBoundNames(records);
    return show(context, {
      title: "Files",
      lead: "Which file is bound to which component and language, as the last run of its repository saw it.",
      content: html`<section class="card" aria-label="Files">
        ${filesList({ path: `${BASE}/maps`, query, names, causes: causes.causes, files, now: signedIn.now, ofAll: true })}
      </section>`,
    });
  });
}

export function fileFilterOf(query: Query, { reasonsOf }: Pick<ListCauses, "reasonsOf">): BoundFileFilter {
  const { text, component, language, state, cause, repository } = query;
  return defined({
    text,
    component,
    language,
    repositoryPart: repository,
    state: oneOf(boundFileStates, state),
    reasons: cause === undefined ? undefined : reasonsOf(cause),
    ...timesOf(query),
  });
}
