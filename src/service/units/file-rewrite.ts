import type { ComponentClone } from "../clone/clone.ts";
import { noteState, readState } from "../clone/component-clone.ts";
import { translationMessage } from "../clone/message-values.ts";
import { authorOf, commitPending, siteAuthor } from "../clone/pending.ts";
import { withClone } from "../clone/reconciliation.ts";
import type { ComponentRecord } from "../components/component-settings.ts";
import { scanClone } from "../files/scan.ts";
import { inTransaction } from "../../store/database.ts";
import { timestamp, type Service } from "../service.ts";
import type { TranslationRecord } from "../../store/tables.ts";
import { calculateFrom } from "../threads/calculate.ts";
import type { ChangedFile, StringChange } from "./changed-file.ts";

export interface Rewrite {
  readonly component: ComponentRecord;
  /** Where the change was asked for: its message and author are the commit's. */
  readonly translation: TranslationRecord;
  /** Translations whose files are looked at. */
  readonly translations: readonly TranslationRecord[];
  readonly user: number | undefined;
  readonly change: StringChange;
  /** Asked once nobody else can change the files any more, and before any is: stops everything by throwing. */
  readonly before?: () => Promise<void>;
  /** What the database has to know before the files are read again. */
  readonly store?: (written: WrittenFiles) => Promise<void>;
}

/** Path → a file that was changed, with what it had. */
export type WrittenFiles = ReadonlyMap<string, ChangedFile & { readonly was: Uint8Array }>;

/**
 * Changes strings in files at once: what waits is committed first, then all files in one commit, and the database reads
 * them again. @throws 400 where a file can not be read or has no place for the change; nothing has changed then
 */
export async function rewriteFiles(service: Service, rewrite: Rewrite): Promise<void> {
  const { component, user } = rewrite;
  await withClone(service, component.clone_id, component.path, async (target) => {
    await rewrite.before?.();
    await commitPending(service, target, { user });
    const written = await rewritten(target, rewrite);
    for (const [path, { content }] of written) await target.clone.write(path, content);
    if (written.size > 0) await commit(service, target, rewrite, [...written.keys()]);
    await rewrite.store?.(written);
    await scanClone(service, target, { user });
    const state = await readState(target);
    await inTransaction(service.database, (queries) => noteState(queries, target, state));
  });
}

async function rewritten(target: ComponentClone, { component, change, translations }: Rewrite): Promise<WrittenFiles> {
  const files = new Map<string, ChangedFile & { readonly was: Uint8Array }>();
  for (const { filename: path, language_code: language, is_source: isSource } of translations) {
    const was = path === "" ? undefined : await target.clone.tryRead(path);
    if (was === undefined) continue;
    const changed = await calculateFrom([was], "changedFile", {
      settings: component.settings,
      file: { path, language, content: was },
      isSource: isSource === 1,
      change,
    });
    if (changed !== undefined) files.set(path, { ...changed, was });
  }
  return files;
}

async function commit(
  service: Service,
  target: ComponentClone,
  { component, translation, user }: Rewrite,
  paths: readonly string[],
): Promise<void> {
  await target.clone.commit({
    message: await translationMessage(service, component, translation, component.settings.commit_message),
    author: await authorOf(service, user),
    committer: siteAuthor(service),
    paths,
    authored: timestamp(service),
  });
}
