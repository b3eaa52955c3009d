import { sameTexts } from "../../catalog/texts.ts";
import type { VisibleUnit } from "../identity/visible.ts";
import type { Service } from "../service.ts";
import { texts } from "../units/unit-row.ts";
import { askedOnceIn, beforeAborted } from "./asked-once.ts";
import { originOf, type Origin } from "./origin.ts";

/** The answer changes with the branch and the text alone, and these stand in the question. */
const REMEMBERED_MILLISECONDS = 3_600_000;
/** Nobody notices that a page waits so long; whoever comes later finds what git told meanwhile. */
const PATIENCE_MILLISECONDS = 100;

const origins = askedOnceIn<Promise<Origin | undefined>>(REMEMBERED_MILLISECONDS);

/**
 * The commit that brought what a source says now, as far as a page can wait for it. For those who may know of the repository.
 * @returns undefined where that is not known by now, or where the text did not come from the repository
 */
export async function knownSourceOrigin(service: Service, at: VisibleUnit): Promise<Origin | undefined> {
  const { component, unit } = at;
  const clone = await service.database
    .selectFrom("clone")
    .select("remote_commit")
    .where("id", "=", component.clone_id)
    .executeTakeFirst();
  const key = [component.id, clone?.remote_commit, unit.key, unit.source_hash].join(" ");
  const asked = origins(service, key, () =>
    originOf(service, at).catch((error: unknown) => {
      service.logger.warning(`The history of a string could not be read: ${String(error)}`);
      return undefined;
    }),
  );
  const origin = await beforeAborted(asked, AbortSignal.timeout(PATIENCE_MILLISECONDS));
  return origin !== undefined && sameTexts(origin.text, texts(unit.source)) ? origin : undefined;
}
