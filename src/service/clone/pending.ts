import { sql, type Selectable } from "kysely";
import { batches } from "../../store/bulk.ts";
import { inOpenTransaction, inTransaction, type Queries } from "../../store/database.ts";
import { isPostgres } from "../../store/is-postgres.ts";
import { writeTogether } from "../../store/together.ts";
import { withParameters } from "../../formats/format-parameters.ts";
import type { TranslationTable } from "../../store/tables.ts";
import { action } from "../changes/actions.ts";
import { changeRows, record } from "../changes/change-log.ts";
import { blobId } from "./blob-file.ts";
import type { Author, ComponentClone } from "./clone.ts";
import { batchesInOrder, type Batch, type SetAsideText, type WaitingUnit } from "./commit-order.ts";
import { noteState, readState } from "./component-clone.ts";
import { translationMessage } from "./message-values.ts";
import { commitIdentity } from "../identity/commit-identity.ts";
import { isMonolingual } from "../files/component-files.ts";
import type { ComponentRecord } from "../components/component-settings.ts";
import { withClone } from "./reconciliation.ts";
import { timestamp, type Service } from "../service.ts";
import { writtenFile, type FileWriting, type RefusedUnit, type WrittenFile } from "../files/written-file.ts";
import { calculateFrom, unlessTooCostly } from "../threads/calculate.ts";
import { partsInTurn } from "../threads/parts.ts";
import { texts, type UnitRecord } from "../units/unit-row.ts";

export interface CommitScope {
  /** Only this translation; default all of the clone. */
  readonly translation?: number | undefined;
  /** Only these files; default all of the clone. */
  readonly paths?: readonly string[] | undefined;
  readonly user?: number | undefined;
}

/** A translation in which something waits. */
interface Place {
  readonly component: ComponentRecord;
  readonly translation: Selectable<TranslationTable>;
  readonly language: string;
}

/**
 * Writes the strings that wait into their files: one commit per translation and author, the author being the translator.
 * The caller holds the clone. @returns number of commits
 */
export async function commitPending(
  service: Service,
  target: ComponentClone,
  scope: CommitScope = {},
): Promise<number> {
  let commits = 0;
  for (const place of await waitingPlaces(service, target, scope)) {
    const all = await batchesOf(service, place);
    for (const batch of all) {
      const isLast = batch === all.at(-1);
      if (await commitBatch(service, target, place, batch, { isLast, user: scope.user })) commits += 1;
    }
  }
  if (commits > 0) await service.addons.afterCommit(service, target);
  return commits;
}

/**
 * Commits what somebody else saved on one of these strings, before it is overwritten: their work is in the history under
 * their name.
 */
export async function commitOthersWork(
  service: Service,
  component: ComponentRecord,
  units: readonly Pick<UnitRecord, "pending" | "pending_author_id" | "translation_id">[],
  author: number | undefined,
): Promise<void> {
  const first = units.find((unit) => unit.pending > 0 && unit.pending_author_id !== (author ?? null));
  if (first === undefined) return;
  await withClone(service, component.clone_id, component.path, (target) =>
    commitPending(service, target, { translation: first.translation_id, user: author }),
  );
}

/**
 * Puts aside what somebody else saved on a string, within the transaction that overwrites it: the next commit writes it under their
 * name, before the new text. Nobody waits for git.
 */
export async function setAsideOthersWork(
  queries: Queries,
  { id, pending, pending_author_id: writer, target, state }: UnitRecord,
  author: number | undefined,
): Promise<void> {
  if (pending === 0 || writer === (author ?? null)) return;
  await queries.insertInto("set_aside_text").values({ unit_id: id, author_id: writer, target, state }).execute();
}

/** In the order in which they were saved. */
async function setAsideTexts(queries: Queries, translation: number): Promise<SetAsideText[]> {
  return (
    queries
      .selectFrom("set_aside_text")
      .innerJoin("unit", "unit.id", "set_aside_text.unit_id")
      .selectAll("unit")
      .select(["set_aside_text.id as row", "set_aside_text.author_id as author"])
      .select(["set_aside_text.target as written", "set_aside_text.state as written_state"])
      .where("unit.translation_id", "=", translation)
      // Where the newer text is gone as well, by a reset, this one is nobody's any more.
      .where("unit.pending", ">", 0)
      .orderBy("set_aside_text.id")
      .execute()
  );
}

async function waitingPlaces(service: Service, target: ComponentClone, scope: CommitScope): Promise<Place[]> {
  const components = new Map(target.components.map((component) => [component.id, component]));
  let query = service.database
    .selectFrom("translation")
    .innerJoin("language", "language.id", "translation.language_id")
    .selectAll("translation")
    .select("language.code as language")
    .where("translation.component_id", "in", [0, ...components.keys()])
    .where("translation.pending", ">", 0)
    .where("translation.filename", "<>", "")
    // Templates first: a new key is written into the translations after the key it follows.
    .orderBy("translation.is_template", "desc")
    .orderBy("translation.id");
  if (scope.translation !== undefined) query = query.where("translation.id", "=", scope.translation);
  if (scope.paths !== undefined) query = query.where("translation.filename", "in", scope.paths);
  return (await query.execute()).flatMap(({ language, ...translation }) => {
    const component = components.get(translation.component_id);
    return component === undefined ? [] : [{ component, translation, language }];
  });
}

async function batchesOf({ database }: Service, { translation }: Place): Promise<Batch[]> {
  const { units, isSavedOver } = await waitingUnits(database, translation.id);
  // What is saved over from now on is written as it was read, and once more at the next commit, where it changes nothing.
  return batchesInOrder(units, isSavedOver ? await setAsideTexts(database, translation.id) : []);
}

/** SQLite reads on the thread that answers: so many strings before others are. */
const READ_AT_ONCE = 500;

/** As they stand in their file. `isSavedOver`: some of them had other texts that wait as well. */
async function waitingUnits(
  queries: Queries,
  translation: number,
): Promise<{ readonly units: readonly WaitingUnit[]; readonly isSavedOver: boolean }> {
  const units: WaitingUnit[] = [];
  let isSavedOver = false;
  // By the same statement: whoever has the clone is waited for.
  const setAside = queries
    .selectFrom("set_aside_text")
    .innerJoin("unit as older", "older.id", "set_aside_text.unit_id")
    .select("set_aside_text.id")
    .where("older.translation_id", "=", translation)
    .limit(1);
  for (;;) {
    const last = units.at(-1);
    const rows = await queries
      .selectFrom("unit")
      .select(["id", "key", "context", "source", "target", "state", "note", "location", "flags", "previous_source"])
      .select(["position", "pending", "pending_author_id", "last_updated", setAside.as("set_aside")])
      .where("translation_id", "=", translation)
      .where("pending", ">", 0)
      .$if(last !== undefined, (all) =>
        all.where(sql<boolean>`(position, id) > (${last?.position ?? 0}, ${last?.id ?? 0})`),
      )
      .orderBy("position")
      .orderBy("id")
      .limit(READ_AT_ONCE)
      .execute();
    for (const { set_aside: older, ...row } of rows) {
      isSavedOver ||= older !== null;
      units.push(row);
    }
    if (rows.length < READ_AT_ONCE) return { units, isSavedOver };
  }
}

/**
 * Notes each commit right after it: whatever stops the next one, what is in git waits no longer.
 * @returns whether the file had none of it before
 */
async function commitBatch(
  service: Service,
  target: ComponentClone,
  place: Place,
  { author, units: waiting, setAside = [] }: Batch,
  { isLast, user }: { readonly isLast: boolean; readonly user: number | undefined },
): Promise<boolean> {
  const { clone } = target;
  const { component, translation, language } = place;
  const { settings } = component;
  const old = await clone.read(translation.filename);
  const isFromTemplate = isMonolingual(settings) && translation.is_template !== 1;
  const writing: FileWriting = {
    format: settings.file_format,
    base: settings.template,
    path: translation.filename,
    content: old,
    template: isFromTemplate ? await clone.read(settings.template) : undefined,
    language,
    languageForms: translation.plural_number,
    units: await partsInTurn(isSourceOfEntries(translation) ? waiting.map(untranslated) : waiting),
  };
  // Asked for while the file is written: others wait for the clone.
  const asked = authorOf(service, author);
  const [{ content, units: inFile, refused, fault }, message, named] = await Promise.all([
    fileWith(writing),
    translationMessage(service, component, translation, settings.commit_message, { author: asked }),
    asked,
    service.addons.aboutToCommit(service, target),
  ]);
  if (fault !== undefined) {
    service.logger.warning(`${translation.filename} could not be written: ${fault}`);
    return false;
  }
  const isInFile = new Set(inFile);
  const units = waiting.filter(({ id }) => isInFile.has(id));
  if (setAside.length === 0) await noteRefused(service, place, waiting, refused);
  if (units.length === 0) {
    await forget(service.database, setAside);
    return false;
  }
  const written = withParameters(settings.file_format, settings.file_format_params, content);
  const isCommitted =
    !old.equals(written) &&
    (await commitFile(service, target, { place, author: named, message, content: written, units }));
  // Add-ons may have had a hand in it.
  const revision = blobId(isCommitted ? await clone.read(translation.filename) : written, target.record.head);
  const state = await readState(target);
  const commit = {
    action: action.committed,
    project: component.project_id,
    component: component.id,
    translation: translation.id,
    user,
    author,
  };
  // Others save meanwhile: their strings and counters are waited for shortly, and none of us begins anew for the others' sake.
  await inOpenTransaction(service.database, async (queries) => {
    const [done, changes] = await Promise.all([
      noteWritten(queries, units),
      changeRows(service, queries, isCommitted ? [commit] : []),
    ]);
    await forget(queries, setAside);
    const ofTranslation = {
      revision,
      pending: sql<number>`pending - ${done}`,
      ...(isLast && { committed_in: target.record.commits_begun }),
    };
    const ofComponent = { template_revision: revision };
    await writeTogether(queries, [
      queries.updateTable("translation").set(ofTranslation).where("id", "=", translation.id),
      ...(translation.is_template === 1
        ? [queries.updateTable("component").set(ofComponent).where("id", "=", component.id)]
        : []),
      ...changes,
    ]);
    await noteState(queries, target, state);
  });
  return isCommitted;
}

/**
 * Strings that are in their file now no longer wait; what was edited again while git was at work still does.
 * @returns how many of them waited
 */
async function noteWritten(queries: Queries, units: readonly WaitingUnit[]): Promise<number> {
  let sum = 0n;
  const written = new Map(units.map(({ id, pending }) => [id, pending]));
  // In one order, so that nobody waits in a circle.
  for (const some of batches([...written].sort(([one], [other]) => one - other))) {
    const ids = some.map(([id]) => id);
    const marks = sql.join(some.map(([id, mark]) => sql`(cast(${id} as bigint), cast(${mark} as bigint))`));
    const asWritten = (table: string) =>
      sql<boolean>`(${sql.ref(`${table}.id`)}, ${sql.ref(`${table}.pending`)}) in (values ${marks})`;
    const noting = isPostgres(queries)
      ? queries
          .with("locked", (on) =>
            on.selectFrom("unit").select(["id", "pending"]).where("id", "in", ids).orderBy("id").forNoKeyUpdate(),
          )
          .updateTable("unit")
          .from("locked")
          .whereRef("unit.id", "=", "locked.id")
          .where(asWritten("locked"))
      : queries.updateTable("unit").where("id", "in", ids).where(asWritten("unit"));
    sum += (await noting.set({ pending: 0, pending_author_id: null }).executeTakeFirst()).numUpdatedRows;
  }
  return Number(sum);
}

async function forget(queries: Queries, setAside: readonly number[]): Promise<void> {
  for (const ids of batches(setAside)) await queries.deleteFrom("set_aside_text").where("id", "in", ids).execute();
}

/** The file has source texts that are translated elsewhere: the template for new languages of a bilingual component. */
function isSourceOfEntries(translation: Place["translation"]): boolean {
  return translation.is_source === 1 && translation.is_template !== 1;
}

function untranslated(unit: WaitingUnit): WaitingUnit {
  return { ...unit, target: JSON.stringify(texts(unit.target).map(() => "")) };
}

/** What is larger is written on a thread, the strings counted in: each byte takes some microseconds, more where strings are refused. */
const FEW_BYTES = 20_000;

async function fileWith(writing: FileWriting): Promise<WrittenFile> {
  const given = [writing.content, writing.template, ...writing.units];
  const written = await calculateFrom(given, "writtenFile", writing, FEW_BYTES).catch(unlessTooCostly);
  // However large it is, what people saved must get into it.
  return written ?? writtenFile(writing);
}

/** Records each once: it is tried again with every commit, until somebody edits it. */
async function noteRefused(
  service: Service,
  { component, translation }: Place,
  units: readonly WaitingUnit[],
  refused: readonly RefusedUnit[],
): Promise<void> {
  if (refused.length === 0) return;
  const messages = new Map(refused.map(({ id, message }) => [id, message]));
  await inTransaction(service.database, async (queries) => {
    const known = await failedSince(queries)
      .select("unit.id")
      .where("unit.id", "in", [...messages.keys()])
      .execute();
    const recorded = new Set(known.map(({ id }) => id));
    const happenings = units
      .filter(({ id }) => messages.has(id) && !recorded.has(id))
      .map(({ id, target }) => ({
        action: action.savingFailed,
        project: component.project_id,
        component: component.id,
        translation: translation.id,
        unit: id,
        target: texts(target).join("\n"),
        details: { error: messages.get(id) },
      }));
    await record(service, queries, happenings);
  });
}

/** Strings that wait although a commit tried to write them: their file has no place for them. */
export function failedSince(queries: Queries) {
  return queries
    .selectFrom("unit")
    .innerJoin("change", "change.unit_id", "unit.id")
    .where("change.action", "=", action.savingFailed)
    .where("unit.pending", ">", 0)
    .whereRef("change.timestamp", ">=", "unit.last_updated");
}

interface FileCommit {
  readonly place: Place;
  readonly author: Author;
  readonly message: string;
  readonly content: Uint8Array;
  readonly units: readonly WaitingUnit[];
}

async function commitFile(service: Service, target: ComponentClone, commit: FileCommit): Promise<boolean> {
  const { component, translation } = commit.place;
  await target.clone.write(translation.filename, commit.content);
  const authored =
    commit.units
      .map(({ last_updated: time }) => time)
      .sort()
      .at(-1) ?? timestamp(service);
  const { author, message } = commit;
  const more = await service.addons.beforeCommit(service, target, component, translation);
  const paths = [translation.filename, ...more];
  return target.clone.commit({ message, author, committer: siteAuthor(service), paths, authored });
}

export function siteAuthor(service: Service): Author {
  return { name: service.settings.siteTitle, email: service.settings.siteEmail };
}

/** Name and address for a commit; the site's own where nobody is known. */
export async function authorOf(service: Service, user: number | undefined): Promise<Author> {
  if (user === undefined) return siteAuthor(service);
  const row = await service.database.selectFrom("user").selectAll().where("id", "=", user).executeTakeFirst();
  return row === undefined ? siteAuthor(service) : commitIdentity(row);
}
