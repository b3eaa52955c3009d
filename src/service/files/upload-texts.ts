import { equalTexts, isEmpty } from "../../catalog/texts.ts";
import { bilingualKey, unitStates } from "../../catalog/unit.ts";
import { oneLine } from "../../core/one-line.ts";
import type { Queries } from "../../store/database.ts";
import { inParts, type InPart } from "../../store/in-parts.ts";
import { isPostgres } from "../../store/is-postgres.ts";
import { partsBySize } from "../../store/parts-by-size.ts";
import { giveWay } from "../../store/turns.ts";
import { invalid } from "../../http-api/refusal.ts";
import { action } from "../changes/actions.ts";
import { commitOthersWork, setAsideOthersWork } from "../clone/pending.ts";
import { may } from "../identity/permissions.ts";
import type { Service } from "../service.ts";
import { suggestAll } from "../units/suggestion-batch.ts";
import { addUnits, assertAddable } from "../units/unit-addition.ts";
import type { SavingTurn, UnitEdit } from "../units/edit.ts";
import { lockedStrings } from "../units/locked-strings.ts";
import { announceAddition } from "../units/newest-string.ts";
import { countedWith, editUnits } from "../units/unit-edit.ts";
import { KEYS_TOGETHER, stringsByKeys } from "../units/unit-key.ts";
import { stateOf, texts, type UnitContent, type UnitRecord } from "../units/unit-row.ts";
import { isMonolingual } from "./component-files.ts";
import { takesApprovals } from "./upload-access.ts";
import type { Upload, UploadCounts, UploadRequest } from "./upload-request.ts";
import { readUpload } from "./file-reading.ts";
import { stringFinder, type ComparedString } from "./compared-strings.ts";
import { assertDeclared, charactersOf, type ReadUpload, type UploadedText } from "./uploaded-file.ts";
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
    const { found, matched, counts } = await match(reading, upload, file, state, (text, at) =>
      accepts(text, upload.request.conflicts) ? wantedAt(text, at) : undefined,
    );
    const edited = await someAtATime(inPart, upload, { file, wanted: found }, async (queries, some, turn) => {
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
    return { ...counts, skipped: counts.skipped + matched - edited, accepted: edited };
  });
}

/**
 * What of a file is to be saved, once it was compared with the strings as they were then. Its parts read the strings again, and the
 * texts: nobody needs them meanwhile.
 */
interface Wanted {
  readonly id: number;
  readonly state: number;
  /** Place of the text in the file. */
  readonly at: number;
}

function wantedAt({ unit: { id }, state }: Matched, at: number): Wanted {
  return { id, state, at };
}

/** The texts that are to be saved, in the order of the file. */
async function* wantedTexts(file: ReadUpload, wanted: readonly Wanted[]) {
  const byPlace = new Map(wanted.map((each) => [each.at, each]));
  let at = 0;
  for await (const part of file.parts()) {
    const first = at;
    at += part.length;
    const found = part.flatMap((text, index) => {
      const each = byPlace.get(first + index);
      return each === undefined ? [] : [{ id: each.id, state: each.state, text }];
    });
    if (found.length > 0) yield found;
  }
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
  { file, wanted }: { readonly file: ReadUpload; readonly wanted: readonly Wanted[] },
  save: (queries: Queries, some: readonly Matched<UnitRecord>[], turn: SavingTurn | undefined) => Promise<number>,
): Promise<number> {
  const most = upload.translation.is_source === 1 ? SOURCES_AT_ONCE : SAVED_AT_ONCE;
  let saved = 0;
  for await (const together of wantedTexts(file, wanted)) {
    for (const part of partsBySize(together, most, ({ text }) => charactersOf(text))) {
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
  }
  return saved;
}

/** What a file's texts would change, and what stays though the file has another text. */
export async function plannedTexts(queries: Queries, upload: Upload, file: ReadUpload, state: number) {
  const { found: matched, counts } = await match(queries, upload, file, state, (text) => text);
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
    const { found, matched, counts } = await match(reading, upload, file, unitStates.translated, (text, at) =>
      isWritable(text) ? wantedAt(text, at) : undefined,
    );
    const accepted = await someAtATime(inPart, upload, { file, wanted: found }, (queries, some) =>
      suggestAll(service, queries, upload, some),
    );
    return { ...counts, skipped: counts.skipped + matched - accepted, accepted };
  });
}

/** Texts of the file that may be suggested, be they new or not. */
export async function suggestible(queries: Queries, upload: Upload, file: ReadUpload) {
  const { found, counts } = await match(queries, upload, file, unitStates.translated, (text) => text);
  return { counts, writable: found.filter(isWritable) };
}

function isWritable({ unit }: Matched): boolean {
  return unit.state !== unitStates.readOnly;
}

export async function readDeclared(upload: Upload): Promise<ReadUpload> {
  const file = await readUpload(upload, "readTexts");
  assertDeclared(upload, file);
  return file;
}

/** So many texts are compared before others are answered. */
const LOOKED_AT_ONCE = 200;

/** What somebody else saved on the strings of the file is in the history under their name before it is overwritten. */
async function commitOthersTexts(service: Service, upload: Upload, file: ReadUpload): Promise<void> {
  const others = await service.database
    .selectFrom("unit")
    .select("id")
    .where("translation_id", "=", upload.translation.id)
    .where("pending", ">", 0)
    .where("pending_author_id", "is distinct from", upload.author ?? null)
    .executeTakeFirst();
  if (others === undefined) return;
  const findStrings = stringFinder(service.database, upload);
  const affected = new Map<number, ComparedString>();
  for await (const part of file.parts()) {
    const find = await findStrings(part);
    for (const text of part) {
      const row = find(text);
      if (row !== undefined && row.pending > 0) affected.set(row.id, row);
    }
  }
  await commitOthersWork(service, upload.component, [...affected.values()], upload.author);
}

/**
 * Compares a file with the strings.
 * @param keep what is kept of a string that was found: of a large file not all of it
 * @returns of what was kept what there is; how many strings were found, which are not in the counts
 */
async function match<Kept>(
  queries: Queries,
  upload: Upload,
  file: ReadUpload,
  state: number,
  keep: (found: Matched, at: number) => Kept | undefined,
): Promise<{ readonly found: readonly Kept[]; readonly matched: number; readonly counts: UploadCounts }> {
  const counts = { not_found: 0, skipped: 0, accepted: 0, total: file.total };
  const findStrings = stringFinder(queries, upload);
  const kept = new Map<number, Kept | undefined>();
  let at = -1;
  for await (const part of file.parts()) {
    const find = await findStrings(part);
    for (const text of part) {
      at += 1;
      if (at % LOOKED_AT_ONCE === 0) await giveWay();
      const wanted = wantedState(text, upload.request.fuzzy, state);
      if (wanted === undefined) continue;
      const unit = find(text);
      if (unit === undefined) {
        counts.not_found += 1;
        continue;
      }
      // A string that stands twice in the file counts as it stands there last.
      if (kept.has(unit.id)) counts.skipped += 1;
      kept.set(unit.id, keep({ unit, text, target: formsOf(unit, text), state: wanted }, at));
    }
  }
  return { found: [...kept.values()].filter((each) => each !== undefined), matched: kept.size, counts };
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

/** So many strings are added at once, those of all languages together: whoever adds some to the component as well waits for them. */
const ADDED_AT_ONCE = 300;

const keysThere = stringsByKeys((strings) => strings.select("key"));

/**
 * Adds the strings that are missing, some at a time; those that are there are left as they are. What is cut has added some of them, each
 * with its place in the history: the same file, uploaded again, adds the rest.
 * @throws 400 where one is too long; nothing has changed then
 */
export async function addTexts(service: Service, upload: Upload): Promise<UploadCounts> {
  const file = await readDeclared(upload);
  const { component, translation } = upload;
  const code = isMonolingual(component.settings) ? action.sourceAddedInUpload : action.addedInUpload;
  return inParts(service.database, async (reading, inPart) => {
    const missing = await missingTexts(reading, upload, file);
    for (const content of missing) assertAddable(content);
    const languages = await languagesOf(reading, component.id);
    const most = Math.min(KEYS_TOGETHER, Math.ceil(ADDED_AT_ONCE / languages));
    const added: number[] = [];
    for (const part of partsBySize(missing, most, charactersOf)) {
      const ids = await inPart(async (queries) => {
        await announceAddition(queries, component.id);
        // Somebody may have added one meanwhile.
        const keys = part.map(({ key }) => key);
        const there = new Set((await keysThere(queries, translation.id, keys)).map(({ key }) => key));
        const units = part.flatMap((content) => (there.has(content.key) ? [] : [{ content, action: code }]));
        return units.length > 0 ? addUnits(service, queries, upload, units) : [];
      });
      added.push(...ids);
    }
    await addVariants(service, component, added);
    const { total } = file;
    return { not_found: 0, skipped: total - added.length, accepted: added.length, total };
  });
}

async function languagesOf(queries: Queries, component: number): Promise<number> {
  const { count } = await queries
    .selectFrom("translation")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("component_id", "=", component)
    .executeTakeFirstOrThrow();
  return Math.max(1, count);
}

/** Strings of the file that the translation does not have, each once. */
export async function missingTexts(
  queries: Queries,
  upload: Upload,
  file: ReadUpload,
): Promise<readonly UnitContent[]> {
  const monolingual = isMonolingual(upload.component.settings);
  const mayBeApproved = takesApprovals(upload);
  const findStrings = stringFinder(queries, upload);
  const missing = new Map<string, UnitContent>();
  for await (const part of file.parts()) {
    const find = await findStrings(part);
    for (const [index, text] of part.entries()) {
      if (index % LOOKED_AT_ONCE === 0) await giveWay();
      if (find(text) !== undefined) continue;
      const described = addedContent(upload, text, monolingual);
      const isApproved = described.state === unitStates.approved && !mayBeApproved;
      const content = isApproved ? { ...described, state: unitStates.translated } : described;
      if (content.key !== "" && !isEmpty(content.source)) missing.set(content.key, content);
    }
  }
  return [...missing.values()];
}

/**
 * A file that becomes the stored one brings its approvals along.
 * @throws 400 for one of a text that is not approved here, by somebody who may not approve
 */
export async function assertMayApprove(queries: Queries, upload: Upload, file: ReadUpload): Promise<void> {
  if (takesApprovals(upload) || may(upload.caller, upload, "component.edit")) return;
  const findStrings = stringFinder(queries, upload);
  for await (const part of file.parts()) {
    const find = await findStrings(part);
    for (const text of part) {
      if (text.unit?.state !== unitStates.approved) continue;
      const known = find(text);
      if (known?.state === unitStates.approved && equalTexts(texts(known.target), text.target)) continue;
      const name = oneLine(text.unit.context || text.unit.key).slice(0, LONGEST_NAME);
      throw invalid("file", `The file approves “${name}”. Insufficient privileges for approving translations.`);
    }
  }
}

const LONGEST_NAME = 80;

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
