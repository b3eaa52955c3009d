import { sameTexts } from "../../catalog/texts.ts";
import type { VisibleUnit } from "../identity/visible.ts";
import type { Service } from "../service.ts";
import { texts } from "../units/unit-row.ts";
import { beforeAborted, rememberedIn } from "./asked-once.ts";
import { originOf, sourceFiles, type Origin } from "./origin.ts";

/** The answer changes with the branch, the files that are looked into and the text alone, and these stand in the question. */
const REMEMBERED_MILLISECONDS = 3_600_000;
/** Nobody notices that a page waits so long; whoever comes later finds what git told meanwhile. */
const PATIENCE_MILLISECONDS = 100;
/** Of pages that are opened one after another each would start git a dozen times. */
const AT_ONCE = 2;

const origins = rememberedIn<Origin>(REMEMBERED_MILLISECONDS);
let asking = 0;

/**
 * The commit that brought what a source says now, as far as a page can wait for it. For those who may know of the repository.
 * @returns undefined where that is not known by now, where git is asked for others, or where the text did not come from the repository
 */
export async function knownSourceOrigin(service: Service, at: VisibleUnit): Promise<Origin | undefined> {
  const { component, translation, unit } = at;
  const clone = await service.database
    .selectFrom("clone")
    .select("remote_commit")
    .where("id", "=", component.clone_id)
    .executeTakeFirst();
  const ofAll = sourceFiles(component.settings);
  const files = ofAll.length === 0 ? [translation.filename] : ofAll;
  const key = JSON.stringify([component.id, clone?.remote_commit, files, unit.key, unit.source_hash]);
  const asked = origins(service, key, () => (asking < AT_ONCE ? askedOf(service, at) : undefined));
  const origin = await beforeAborted(asked, AbortSignal.timeout(PATIENCE_MILLISECONDS));
  if (origin === undefined || !sameTexts(origin.text, texts(unit.source))) return undefined;
  // Where the files of all languages lack it, another language may have found it in its own.
  return [...files, translation.filename].includes(origin.path) ? origin : undefined;
}

async function askedOf(service: Service, at: VisibleUnit): Promise<Origin | undefined> {
  asking += 1;
  try {
    return await originOf(service, at);
  } catch (error) {
    service.logger.warning(`The history of a string could not be read: ${String(error)}`);
    return undefined;
  } finally {
    asking -= 1;
  }
}
