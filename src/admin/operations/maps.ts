import { countBoundFiles, listBoundFiles, type BoundFileRecord } from "../../records/repositories/bound-files.ts";
import { maps } from "../contract/endpoints/maps.ts";
import { operation } from "../http/operation.ts";

const list = operation(maps.list, async ({ admin: { records }, query }) => {
  const { page, size, sort, state, repository, ...others } = query;
  const filter = { ...others, repositoryName: repository };
  const files = await listBoundFiles(records, { ...filter, state }, { page, size }, sort);
  return { ...files, items: files.items.map(shownFile), summary: await countBoundFiles(records, filter) };
});

function shownFile(file: BoundFileRecord) {
  return {
    id: file.id,
    repository: file.repository,
    branch: file.branch,
    component: file.component,
    language: file.language,
    path: file.path,
    source: file.isSource,
    state: file.state,
    reason: file.reason,
    url: file.url,
    translated_percent: file.translatedPercent ?? null,
    pull_request: file.pullRequest,
    last_sync: file.lastSync,
  };
}

export const mapOperations = { list };
