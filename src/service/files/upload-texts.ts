import { equalTexts, isEmpty } from "../../catalog/texts.ts";
import { bilingualKey, unitStates } from "../../catalog/unit.ts";
import { batches } from "../../store/bulk.ts";
import { inOpenTransaction, type Queries } from "../../store/database.ts";
import { inParts, type InPart } from "../../store/in-parts.ts";
import { isPostgres } from "../../store/is-postgres.ts";
import { giveWay } from "../../store/turns.ts";
import { action } from "../changes/actions.ts";
import { commitOthersWork, setAsideOthersWork } from "../clone/pending.ts";
import type { Service } from "../service.ts";
import { suggestAll } from "../units/suggestion-batch.ts";
import { addUnits, type UnitAddition } from "../units/unit-addition.ts";
import type { SavingTurn, UnitEdit } from "../units/edit.ts";
import { lockedStrings } from "../units/locked-strings.ts";
import { announceAddition } from "../units/newest-string.ts";
import { countedWith, editUnits } from "../units/unit-edit.ts";
import { stateOf, texts, type UnitContent, type UnitRecord } from "../units/unit-row.ts";
import { isMonolingual } from "./component-files.ts";
import type { Upload, UploadCounts, UploadRequest } from "./upload-request.ts";
import { readUpload } from "./file-reading.ts";
import {
  assertDeclared,
  comparedColumns,
  textFinder,
  type ComparedString,
  type UploadedFile,
  type UploadedText,
} from "./uploaded-file.ts";
import { addVariants } from "../units/variants.ts";

/** A string of the file and the unit it speaks of, with the state it gets. */
export interface Matched<Compared = ComparedString> {
  readonly unit: Compared;
  readonly text: UploadedText;
  /** One text for each form of the unit: those that the file lacks are the unit's. */
  readonly target: readonly string[];
  readonly state: number;
}

/** Saves the file's texts as translations, in one of the states that people give (facts §2). */
export async function importTexts(service: Service, upload: Upload, state: number): Promise<UploadCounts> {
  const file = await readDeclared(upload);
  await commitOthersTexts(service, upload, file);
  return inParts(service.database, async (reading, inPart) => {
    const { wanted, counts } = await kept(
      plannedTexts(upload, file, await unitsOf(reading, upload), state),
      ({ accepted }) => accepted,
    );
    const edited = await someAtATime(inPart, upload, wanted, async (queries, some, turn) => {
      const edits = some
        .filter((text) => accepts(text, upload.request.conflicts))
        .map(({ unit, target, state: given }): UnitEdit => ({
          unit,
          target,
          state: given,
          action: action.translationUploaded,
        }));
      for (const { unit } of edits) await setAsideOthersWork(queries, unit, upload.author);
      await editUnits(service, queries, { ...upload, turn }, edits);
      return edits.length;
    });
    return { ...counts, skipped: counts.skipped - edited, accepted: edited };
  });
}

/** What of a file is to be saved, once it was compared with the strings as they were then. */
interface Wanted {
  readonly id: number;
  readonly text: UploadedText;
  readonly state: number;
}

interface Planned {
  readonly matched: readonly Matched[];
  readonly counts: UploadCounts;
}

/**
 * Keeps of a comparison what its parts need: the strings that it was made with are read again by their parts, and nobody needs them
 * meanwhile.
 * @returns with all strings that were found among the skipped
 */
async function kept<Found extends Planned>(
  comparing: Promise<Found>,
  chosen: (found: Found) => readonly Matched[],
): Promise<{ readonly wanted: readonly Wanted[]; readonly counts: UploadCounts }> {
  const found = await comparing;
  const wanted = chosen(found).map(({ unit: { id }, text, state }) => ({ id, text, state }));
  return { wanted, counts: { ...found.counts, skipped: found.counts.skipped + found.matched.length } };
}

/** So many texts are saved at once: on SQLite all who save wait for them. */
const SAVED_AT_ONCE = 200;
/** With a source change its translations, and counting all of them anew is most of the work. */
const SOURCES_AT_ONCE = 500;

/**
 * Saves texts some at a time. An upload that is cut has saved some of them, each with its place in the history: the same file, uploaded
 * again, saves the rest.
 * @param save gets strings as they are in its part: somebody may have saved one since the file was compared with them, and who is gone
 * is left out; it returns how many it saved
 * @returns how many were saved
 */
async function someAtATime(
  inPart: InPart,
  upload: Upload,
  all: readonly Wanted[],
  save: (queries: Queries, some: readonly Matched<UnitRecord>[], turn: SavingTurn | undefined) => Promise<number>,
): Promise<number> {
  const most = upload.translation.is_source === 1 ? SOURCES_AT_ONCE : SAVED_AT_ONCE;
  let saved = 0;
  for (let from = 0; from < all.length; from += most) {
    const part = all.slice(from, from + most);
    saved += await inPart(async (queries) => {
      const ids = part.map(({ id }) => id);
      // On SQLite nobody saves meanwhile, and of the strings that are counted as well the ids are enough.
      const isShared = isPostgres(queries);
      const rows = await lockedStrings(queries, isShared ? await countedWith(queries, upload, ids) : ids);
      const now = new Map(rows.map((row) => [row.id, row]));
      const some = part.flatMap(({ id, text, state }) => {
        const unit = now.get(id);
        return unit === undefined ? [] : [{ unit, text, target: formsOf(unit, text), state }];
      });
      return save(queries, some, isShared ? { counted: rows, isAlone: false } : undefined);
    });
  }
  return saved;
}

/** What a file's texts would change, and what stays though the file has another text. */
export async function plannedTexts(upload: Upload, file: UploadedFile, rows: readonly ComparedString[], state: number) {
  const { matched, counts } = await match(upload, file, rows, state);
  const accepted: Matched[] = [];
  for (const [index, text] of matched.entries()) {
    if (index % LOOKED_AT_ONCE === 0) await giveWay();
    if (accepts(text, upload.request.conflicts)) accepted.push(text);
  }
  return { matched, counts, accepted };
}

/** Suggests the file's texts where they are not the translation; what was suggested before is skipped. */
export async function suggestTexts(service: Service, upload: Upload): Promise<UploadCounts> {
  const file = await readDeclared(upload);
  return inParts(service.database, async (reading, inPart) => {
    const { wanted, counts } = await kept(
      suggestible(upload, file, await unitsOf(reading, upload)),
      ({ writable }) => writable,
    );
    const accepted = await someAtATime(inPart, upload, wanted, (queries, some) =>
      suggestAll(service, queries, upload, some),
    );
    return { ...counts, skipped: counts.skipped - accepted, accepted };
  });
}

/** Texts of the file that may be suggested, be they new or not. */
export async function suggestible(upload: Upload, file: UploadedFile, rows: readonly ComparedString[]) {
  const { matched, counts } = await match(upload, file, rows, unitStates.translated);
  return { matched, counts, writable: matched.filter(({ unit }) => unit.state !== unitStates.readOnly) };
}

export async function readDeclared(upload: Upload): Promise<UploadedFile> {
  const file = await readUpload(upload, "readTexts");
  assertDeclared(upload, file);
  return file;
}

/** So many texts are compared before others are answered. */
const LOOKED_AT_ONCE = 200;

/** The strings of the translation in the order of its file. By their ids: their places move while others have that file read. */
export async function unitsOf(
  queries: Queries,
  { translation }: Pick<Upload, "translation">,
): Promise<ComparedString[]> {
  const strings = queries.selectFrom("unit").where("translation_id", "=", translation.id);
  const ids = await strings.select("id").orderBy("position").execute();
  const rows: ComparedString[] = [];
  for (const part of batches(ids.map(({ id }) => id))) {
    const found = await queries.selectFrom("unit").select(comparedColumns).where("id", "in", part).execute();
    const byId = new Map(found.map((row) => [row.id, row]));
    rows.push(...part.flatMap((id) => byId.get(id) ?? []));
  }
  return rows;
}

/** What somebody else saved on the strings of the file is in the history under their name before it is overwritten. */
async function commitOthersTexts(service: Service, upload: Upload, file: UploadedFile): Promise<void> {
  const others = await service.database
    .selectFrom("unit")
    .select("id")
    .where("translation_id", "=", upload.translation.id)
    .where("pending", ">", 0)
    .where("pending_author_id", "is distinct from", upload.author ?? null)
    .executeTakeFirst();
  if (others === undefined) return;
  const rows = await unitsOf(service.database, upload);
  const find = textFinder(upload, rows);
  const affected = new Set(file.texts.map(find));
  await commitOthersWork(
    service,
    upload.component,
    rows.filter((row) => row.pending > 0 && affected.has(row)),
    upload.author,
  );
}

async function match(
  upload: Upload,
  file: UploadedFile,
  rows: readonly ComparedString[],
  state: number,
): Promise<{ readonly matched: readonly Matched[]; readonly counts: UploadCounts }> {
  const counts = { not_found: 0, skipped: 0, accepted: 0, total: file.texts.length };
  const find = textFinder(upload, rows);
  const matched = new Map<number, Matched>();
  for (const [index, text] of file.texts.entries()) {
    if (index % LOOKED_AT_ONCE === 0) await giveWay();
    const wanted = wantedState(text, upload.request.fuzzy, state);
    if (wanted === undefined) continue;
    const unit = find(text);
    if (unit === undefined) {
      counts.not_found += 1;
      continue;
    }
    // A string that stands twice in the file counts as it stands there last.
    if (matched.has(unit.id)) counts.skipped += 1;
    matched.set(unit.id, { unit, text, target: formsOf(unit, text), state: wanted });
  }
  return { matched: [...matched.values()], counts };
}

/** State an uploaded string gets; undefined: it is left out. */
function wantedState(text: UploadedText, fuzzy: UploadRequest["fuzzy"], state: number): number | undefined {
  if (isEmpty(text.target)) return undefined;
  if (!text.fuzzy) return state;
  if (fuzzy === "") return undefined;
  return fuzzy === "process" ? unitStates.needsEditing : state;
}

/** Formats without plurals have the first form alone: the others stay. */
function formsOf(unit: ComparedString, text: UploadedText): readonly string[] {
  const current = texts(unit.target);
  if (text.unit !== undefined || text.target.length >= current.length) return text.target;
  return current.map((form, index) => text.target[index] ?? form);
}

function accepts({ unit, target, state }: Matched, conflicts: UploadRequest["conflicts"]): boolean {
  const current = texts(unit.target);
  if (unit.state === unitStates.readOnly || current.length !== target.length) return false;
  if (unit.state === state && equalTexts(current, target)) return false;
  if (unit.state === unitStates.approved) return conflicts === "replace-approved";
  if (unit.state === unitStates.translated) return conflicts.startsWith("replace-");
  return true;
}

/** Adds the strings that are missing; those that are there are left as they are. */
export async function addTexts(service: Service, upload: Upload): Promise<UploadCounts> {
  const file = await readDeclared(upload);
  const monolingual = isMonolingual(upload.component.settings);
  const [added, counts] = await inOpenTransaction(service.database, async (queries) => {
    await announceAddition(queries, upload.component.id);
    const missing = await missingTexts(upload, file, await unitsOf(queries, upload));
    const units = missing.map((content): UnitAddition => ({
      content,
      action: monolingual ? action.sourceAddedInUpload : action.addedInUpload,
    }));
    const ids = units.length > 0 ? await addUnits(service, queries, upload, units) : [];
    const total = file.texts.length;
    return [ids, { not_found: 0, skipped: total - units.length, accepted: units.length, total }];
  });
  await addVariants(service, upload.component, added);
  return counts;
}

/** Strings of the file that the translation does not have, each once. */
export async function missingTexts(
  upload: Upload,
  file: UploadedFile,
  rows: readonly ComparedString[],
): Promise<readonly UnitContent[]> {
  const monolingual = isMonolingual(upload.component.settings);
  const find = textFinder(upload, rows);
  const missing = new Map<string, UnitContent>();
  for (const [index, text] of file.texts.entries()) {
    if (index % LOOKED_AT_ONCE === 0) await giveWay();
    if (find(text) !== undefined) continue;
    const content = addedContent(upload, text, monolingual);
    if (content.key !== "" && !isEmpty(content.source)) missing.set(content.key, content);
  }
  return [...missing.values()];
}

function addedContent({ translation }: Upload, text: UploadedText, monolingual: boolean): UnitContent {
  if (text.unit !== undefined) return monolingual ? { ...text.unit, source: text.unit.target } : text.unit;
  const nothingElse = { previousSource: "", note: "", location: "", flags: "" };
  const [first = ""] = text.source;
  if (monolingual) {
    const key = text.context ?? text.id ?? first;
    const source = isEmpty(text.target) ? text.source : text.target;
    return { ...nothingElse, key, context: key, source, target: source, state: stateOf(source) };
  }
  const context = text.context ?? "";
  const forms = text.source.length > 1 ? translation.plural_number : 1;
  const target = Array.from({ length: forms }, (_, index) => text.target[index] ?? "");
  return {
    ...nothingElse,
    key: bilingualKey(context, first),
    context,
    source: text.source,
    target,
    state: stateOf(target, text.fuzzy ? unitStates.needsEditing : unitStates.translated),
  };
}
