import { RemoteError } from "../../core/errors.ts";
import type { ServiceTranslation, TranslationService } from "../../service-client/translation-service.ts";
import type { ServedChange } from "../reconcile/likely-base.ts";

/**
 * Entries of the service's log that tell a string's text before and after (facts §1.1): saved, new, by machine, suggestion
 * accepted, reverted, replaced, string added, changed in bulk, approved, marked, brought by the repository. Uploads are left
 * out: after a reset ours put a text back over upstream's, which says nothing of who saw what.
 */
const TEXT_CHANGES = [2, 5, 6, 7, 8, 27, 31, 32, 36, 37, 59, 66, 71, 77, 94] as const;
/** How many of them are read at most. */
const CHANGES_LIMIT = 1_000;

/** What the service's log says of a file's texts, newest first; nothing where the token may not read it. */
export async function servedChanges(
  service: Pick<TranslationService, "changes">,
  translation: ServiceTranslation,
): Promise<readonly ServedChange[]> {
  const changes: ServedChange[] = [];
  try {
    for await (const { old, target } of service.changes(translation, TEXT_CHANGES)) {
      changes.push({ before: formsOf(old), after: formsOf(target) });
      if (changes.length >= CHANGES_LIMIT) break;
    }
  } catch (error) {
    if (!(error instanceof RemoteError) || error.status === undefined || error.status >= 500) throw error;
  }
  return changes;
}

/** Plural forms stand in one text of the log, parted by record separators. */
function formsOf(text: string): readonly string[] {
  return text.split(/\u001e+/);
}
