import type { Content } from "../../http-api/markup.ts";
import { asItWasSaid } from "./parts.ts";
import type { Words } from "../wording/words.ts";
import { unitStates } from "../../catalog/unit.ts";
import type { Queries } from "../../store/database.ts";
import { prepared } from "../../store/prepared.ts";
import { suggestionRows, type SuggestionRecord } from "../units/suggestions.ts";
import { may, type Caller } from "../identity/permissions.ts";
import type { VisibleUnit } from "../identity/visible.ts";
import {
  destinationFor,
  lookSoon,
  questionsAmong,
  type AnswerState,
  type QuestionState,
} from "../questions/questions.ts";
import { commitsOf, type StringCommits } from "../landing/string-commits.ts";
import type { Service } from "../service.ts";
import { dismissalRights, dismissalsOf, type Dismissal, type DismissalRights } from "../units/dismissal.ts";
import { failingChecks } from "../units/check-rows.ts";
import { unsignedAgreement } from "../units/agreement.ts";
import { isReadOnly, reviewRefusal, rightsRefusal } from "../units/unit-access.ts";
import type { UnitRecord } from "../units/unit-row.ts";
import { mayRemember } from "./memory-offers.ts";
import { machinesFor, type OfferedMachine } from "../machinery/suggestions.ts";
import { profileOf } from "../identity/profile.ts";
import { spreadOf, type Spread } from "../units/propagation.ts";
import { locationsOf, type Location } from "./locations.ts";
import { variantsOf, type Variant } from "../units/variants.ts";
import { sameSource, type SameSource } from "./same-source.ts";
import { translatedSource, type TranslatedSource } from "./translated-source.ts";
import { neighbours } from "./walk.ts";

/** A change of a string, for its history. */
export interface PastChange {
  readonly id: number;
  readonly timestamp: string;
  readonly action: number;
  readonly translation_id: number | null;
  readonly target: string;
  readonly old: string;
  /** JSON. */
  readonly details: string;
  /** Who did it, and whose words they are. */
  readonly user: string | null;
  readonly author: string | null;
}

/** A picture of the string in the program. */
export interface Picture {
  readonly id: number;
  readonly name: string;
  /** As it is stored: another picture in its place has another. */
  readonly file: string;
}

/** What somebody said of a string, or of its source to all languages. */
export interface Remark {
  readonly id: number;
  readonly comment: string;
  readonly timestamp: string;
  readonly username: string | null;
  readonly toAll: boolean;
  /** What it asks the developers, or answers for them. */
  readonly question: QuestionState | AnswerState | undefined;
}

/** What another language says. */
export interface OtherLanguage {
  readonly id: number;
  readonly target: string;
  readonly code: string;
  readonly name: string;
  readonly direction: string;
}

/** What the person may do with a string. */
export interface StringRights {
  /** Why this person cannot save a text here; undefined: they can. */
  readonly refusal: string | undefined;
  readonly maySuggest: boolean;
  /** The contributor agreement that they sign with the first text they send; "": none. */
  readonly agreement: string;
  readonly mayAccept: boolean;
  readonly mayComment: boolean;
  readonly mayVote: boolean;
  /** Whether they may remove the suggestions of others. */
  readonly mayDecline: boolean;
  readonly mayApprove: boolean;
  /** Whether they may look into the memory. */
  readonly mayRemember: boolean;
  readonly mayDismiss: DismissalRights;
  /** Whether they may know of the repository. */
  readonly mayLand: boolean;
}

/** What the editor shows besides a string itself, and what the person may do. */
export interface StringReading extends StringRights {
  readonly suggestions: readonly SuggestionRecord[];
  /** The newest first. */
  readonly changes: readonly PastChange[];
  /** There are older changes. */
  readonly hasMoreChanges: boolean;
  /** Its commits, where the whole history is asked for and there is a repository. */
  readonly git: StringCommits | undefined;
  /** Git may tell more of its history: it was not asked. */
  readonly asksGit: boolean;
  /** Of the source to all languages, and of the translation itself (a glossary's); "": none. */
  readonly explanation: string;
  readonly pictures: readonly Picture[];
  readonly locations: readonly Location[];
  /** Where else a text goes when it is saved. */
  readonly spread: readonly Spread[];
  /** The oldest first. */
  readonly remarks: readonly Remark[];
  /** What becomes of a question to the developers, in a sentence. */
  readonly asking: Content;
  /** Whether the person may make an answer the explanation of the string. */
  readonly mayExplain: boolean;
  readonly languages: readonly OtherLanguage[];
  readonly dismissals: readonly Dismissal[];
  /** Checks that the stored text fails. */
  readonly failing: readonly string[];
  /** Machines that the reader may ask for a translation. */
  readonly machines: readonly OfferedMachine[];
  /** The other variants of it. */
  readonly variants: readonly Variant[];
  /** Strings elsewhere with the same source. */
  readonly same: readonly SameSource[];
  /** What the translation is of, where the source changed since. */
  readonly translated: TranslatedSource | undefined;
  readonly around: Awaited<ReturnType<typeof neighbours>>;
  /** Characters that the reader put into their profile. */
  readonly ownCharacters: string;
  /** Whether the reader never saved or suggested anything in this service. */
  readonly isNew: boolean;
}

const CHANGES = 5;
const ALL_CHANGES = 200;
const PICTURES = 10;
const REMARKS = 50;
const LANGUAGES = 40;

/** @param options.wholeHistory as much of it as anybody reads */
export async function readString(
  service: Service,
  caller: Caller,
  place: VisibleUnit,
  { wholeHistory, words }: { readonly wholeHistory: boolean; readonly words: Words },
): Promise<StringReading> {
  const { database } = service;
  const { unit } = place;
  const most = wholeHistory ? ALL_CHANGES : CHANGES;
  const changes = await changesOf(database, unit.id, most + 1);
  const rights = await readRights(service, caller, place);
  return {
    ...rights,
    hasMoreChanges: changes.length > most,
    git: wholeHistory && rights.mayLand ? await commitsOf(service, place) : undefined,
    asksGit: !wholeHistory && rights.mayLand,
    explanation: await explanationOf(database, unit),
    pictures: await picturesOf(database, unit),
    locations: await linkedLocations(service, caller, place),
    spread: rights.refusal === undefined ? await spreadOf(database, caller, place) : [],
    suggestions: await suggestionsOf(database, unit.id),
    dismissals: await dismissalsOf(database, unit.id),
    machines: await machinesFor(database, caller, place),
    failing: unit.has_failing_check === 1 ? ((await failingChecks(database, [unit.id])).get(unit.id) ?? []) : [],
    changes: changes.slice(0, most),
    remarks: await remarksOn(service, caller, place),
    asking: rights.mayComment ? await askingWords(service, caller, place, words) : "",
    mayExplain: caller.user !== undefined && may(caller, place, "source.edit"),
    languages: await otherLanguages(service, caller, unit),
    variants: await variantsOf(database, unit),
    same: await sameSource(service, caller, place),
    translated: await translatedSource(service, unit),
    around: await neighbours(service, place),
    isNew: await isNew(service, caller),
    ownCharacters: profileOf(caller.user?.profile ?? "{}").special_chars,
  };
}

export async function readRights({ database }: Service, caller: Caller, place: VisibleUnit): Promise<StringRights> {
  const { component } = place;
  const isKnown = caller.user !== undefined;
  const refusal = isKnown ? rightsRefusal(caller, place) : undefined;
  const { enable_suggestions: enabled } = component.settings;
  return {
    // Whoever is not signed in is told so by the page.
    refusal: isKnown ? refusal?.message : "",
    maySuggest: isKnown && enabled && !isReadOnly(place) && may(caller, place, "suggestion.add"),
    agreement: await unsignedAgreement(database, caller, component),
    mayAccept: isKnown && rightsRefusal(caller, place, "suggestion") === undefined,
    mayVote: isKnown && enabled && component.settings.suggestion_voting && may(caller, place, "suggestion.vote"),
    mayDecline: isKnown && may(caller, place, "suggestion.delete"),
    mayComment: isKnown && may(caller, place, "comment.add"),
    mayApprove: isKnown && reviewRefusal(caller, place) === undefined,
    mayRemember: mayRemember(caller, place),
    mayLand: mayLand(caller, place),
    mayDismiss: dismissalRights(caller, place),
  };
}

async function isNew({ database }: Service, { user }: Caller): Promise<boolean> {
  if (user === undefined) return false;
  const done = await database
    .selectFrom("change")
    .select("id")
    .where("user_id", "=", user.id)
    .where("unit_id", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return done === undefined;
}

/** Whether somebody may see what a text changes in the repository. */
export function mayLand(caller: Caller, place: VisibleUnit): boolean {
  return caller.user !== undefined && may(caller, place, "unit.edit", "vcs.view");
}

/** The oldest first. */
export function suggestionsOf(queries: Queries, unit: number): Promise<SuggestionRecord[]> {
  return suggestionRows(queries).where("suggestion.unit_id", "=", unit).orderBy("suggestion.id").execute();
}

function changesOf(queries: Queries, unit: number, most: number): Promise<PastChange[]> {
  return queries
    .selectFrom("change")
    .leftJoin("user", "user.id", "change.user_id")
    .leftJoin("user as writer", "writer.id", "change.author_id")
    .select(["change.id", "change.timestamp", "change.action", "change.translation_id", "change.target", "change.old"])
    .select(["change.details", "user.username as user", "writer.username as author"])
    .where("change.unit_id", "=", unit)
    .orderBy("change.id", "desc")
    .limit(most)
    .execute();
}

const explanationOfUnit = prepared((queries, { id }: { readonly id: number }) =>
  queries.selectFrom("unit").select("explanation").where("id", "=", id),
);

async function explanationOf(queries: Queries, { source_unit_id: source, explanation }: UnitRecord): Promise<string> {
  const ofSource = source === null ? undefined : await explanationOfUnit.first(queries, { id: source });
  return [ofSource?.explanation ?? "", explanation].filter((text) => text !== "").join("\n");
}

/** Those of the string, and those of its source. */
function picturesOf(queries: Queries, { id, source_unit_id: source }: UnitRecord): Promise<Picture[]> {
  return queries
    .selectFrom("screenshot")
    .innerJoin("screenshot_unit", "screenshot_unit.screenshot_id", "screenshot.id")
    .select(["screenshot.id", "screenshot.name", "screenshot.file"])
    .distinct()
    .where("screenshot_unit.unit_id", "in", [id, source ?? id])
    .orderBy("screenshot.id")
    .limit(PICTURES)
    .execute();
}

async function linkedLocations(
  { database }: Service,
  caller: Caller,
  place: VisibleUnit,
): Promise<readonly Location[]> {
  const { unit, component } = place;
  if (unit.location === "") return [];
  const repository = may(caller, place, "vcs.view")
    ? await database
        .selectFrom("clone")
        .select(["repo", "branch", "remote_commit as commit"])
        .where("id", "=", component.clone_id)
        .executeTakeFirst()
    : undefined;
  return locationsOf(unit.location, component, repository);
}

async function remarksOn(service: Service, caller: Caller, place: VisibleUnit): Promise<readonly Remark[]> {
  const { id, source_unit_id: source } = place.unit;
  const rows = await service.database
    .selectFrom("comment")
    .leftJoin("user", "user.id", "comment.user_id")
    .select(["comment.id", "comment.comment", "comment.timestamp", "comment.unit_id", "user.username"])
    .where("comment.unit_id", "in", [id, source ?? id])
    .orderBy("comment.id", "desc")
    .limit(REMARKS)
    .execute();
  const asked = await questionsAmong(
    service,
    caller,
    place,
    rows.map((row) => row.id),
  );
  if (caller.user !== undefined) await lookSoon(service, asked.values());
  return rows
    .toReversed()
    .map(({ unit_id: on, ...row }) => ({ ...row, toAll: on !== id, question: asked.get(row.id) }));
}

async function askingWords(service: Service, caller: Caller, place: VisibleUnit, words: Words): Promise<Content> {
  const { say, show } = words;
  const destination = await destinationFor(service, place);
  if ("problem" in destination) {
    return show("question.stays", { problem: asItWasSaid(destination.problem, words) });
  }
  const { connection, repository } = destination;
  const where = may(caller, place, "vcs.view")
    ? say("question.repositoryOn", { repository, host: new URL(connection.url).host })
    : say("question.theirRepository");
  return say("question.goes", { repository: where });
}

/** Translations of the same source, the reader's own languages first; a source string has none beside it. */
async function otherLanguages(
  { database }: Service,
  { user }: Caller,
  { id, source_unit_id: source }: UnitRecord,
): Promise<readonly OtherLanguage[]> {
  if (source === null) return [];
  const { languages, secondary_languages: others } = profileOf(user?.profile ?? "{}");
  return database
    .selectFrom("unit")
    .innerJoin("translation", "translation.id", "unit.translation_id")
    .innerJoin("language", "language.id", "translation.language_id")
    .select(["unit.id", "unit.target", "language.code", "language.name", "language.direction"])
    .where("unit.source_unit_id", "=", source)
    .where("unit.id", "<>", id)
    .where("unit.state", ">=", unitStates.translated)
    .orderBy((row) =>
      row
        .case()
        .when("language.id", "in", [0, ...others, ...languages])
        .then(0)
        .else(1)
        .end(),
    )
    .orderBy("language.name")
    .limit(LANGUAGES)
    .execute();
}
