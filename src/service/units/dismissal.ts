import { sql } from "kysely";
import { isCheckId } from "../../catalog/checks/index.ts";
import { invalid } from "../../http-api/refusal.ts";
import { inOpenTransaction, type Queries } from "../../store/database.ts";
import { prepared } from "../../store/prepared.ts";
import { denied, notAuthenticated } from "../http/refusal.ts";
import { may, type Caller } from "../identity/permissions.ts";
import type { VisibleUnit } from "../identity/visible.ts";
import { timestamp, type Service } from "../service.ts";
import { keepingCounters } from "./counters.ts";
import { lockedStrings } from "./locked-strings.ts";
import { refreshChecks } from "./unit-checks.ts";
import { countedWith } from "./unit-edit.ts";
import type { UnitRecord } from "./unit-row.ts";

/** A check that somebody says does not count for a string. */
export interface Dismissal {
  readonly check: string;
  /** In the words of who said it. */
  readonly reason: string;
  readonly username: string | null;
  /** "": nobody kept it. */
  readonly timestamp: string;
  /** In so many other languages it was dismissed with it. */
  readonly others: number;
}

const LONGEST_REASON = 200;

const dismissalsOfUnit = prepared((queries, { unit }: { readonly unit: number }) =>
  queries
    .selectFrom("unit_check")
    .leftJoin("user", "user.id", "unit_check.dismissed_by")
    .select([
      "unit_check.name as check",
      "unit_check.reason",
      "unit_check.dismissed_time as timestamp",
      "user.username",
      sql<number>`(select count(*) from unit_check as other
        join unit on unit.id = other.unit_id
        join unit as own on own.source_unit_id = unit.source_unit_id
        where own.id = unit_check.unit_id and unit.id <> own.id and other.name = unit_check.name
          and other.dismissed_by = unit_check.dismissed_by and other.dismissed_time = unit_check.dismissed_time
          and other.reason = unit_check.reason)`.as("others"),
    ])
    .where("unit_check.unit_id", "=", unit)
    .where("unit_check.dismissed", "=", 1)
    .orderBy("unit_check.name"),
);

/** The dismissed checks of a string that still fail. */
export function dismissalsOf(queries: Queries, unit: number): Promise<readonly Dismissal[]> {
  return dismissalsOfUnit.rows(queries, { unit });
}

/** Where a check may be dismissed: for the string, or for it in all languages. */
export interface DismissalRights {
  readonly here: boolean;
  readonly everywhere: boolean;
}

export function dismissalRights(caller: Caller, { project, component, language }: VisibleUnit): DismissalRights {
  const isKnown = caller.user !== undefined;
  return {
    here: isKnown && may(caller, { project, component, language }, "unit.check"),
    everywhere: isKnown && may(caller, { project, component }, "unit.check"),
  };
}

/** @throws 401, 403 */
function demandDismissal(caller: Caller, place: VisibleUnit, everywhere: boolean): NonNullable<Caller["user"]> {
  if (caller.user === undefined) throw notAuthenticated();
  const rights = dismissalRights(caller, place);
  if (!(everywhere ? rights.everywhere : rights.here)) throw denied();
  return caller.user;
}

interface DismissalRequest {
  readonly check: string;
  readonly reason: string;
  /** Also for other strings of the translation with the same source and the same text. */
  readonly equal: boolean;
  /** Also for the string in the other languages that fail it. */
  readonly everywhere: boolean;
}

/**
 * Says that a failing check does not count for a string, until its source changes. For other strings it leaves what somebody said
 * of them before.
 * @returns how many strings it counts for
 * @throws 400 without a reason, and for a check that does not fail; 403 without the right
 */
export async function dismissCheck(
  service: Service,
  caller: Caller,
  place: VisibleUnit,
  { check, reason, equal, everywhere }: DismissalRequest,
): Promise<number> {
  const user = demandDismissal(caller, place, everywhere);
  const words = reason.trim();
  if (words === "") throw invalid("reason", "Say why the check does not count.", "blank");
  if (words.length > LONGEST_REASON) {
    throw invalid(
      "reason",
      `A reason has up to ${String(LONGEST_REASON)} characters, this one has ${String(words.length)}.`,
    );
  }
  return changeChecks(service, place, { check, equal, everywhere }, async (queries, concerned) => {
    const now = concerned.find(({ id }) => id === place.unit.id);
    const others = concerned.filter(
      ({ source, target, source_unit_id: sourceUnit }) =>
        (equal && source === now?.source && target === now.target) ||
        (everywhere && sourceUnit !== null && sourceUnit === place.unit.source_unit_id),
    );
    const rows = await queries
      .updateTable("unit_check")
      .set({
        dismissed: 1,
        reason: words,
        dismissed_by: user.id,
        dismissed_time: timestamp(service),
        dismissed_source: now?.source_hash ?? "",
      })
      .where("name", "=", check)
      .where((row) =>
        row.or([
          row("unit_id", "=", place.unit.id),
          row.and([row("dismissed", "=", 0), row("unit_id", "in", [0, ...others.map(({ id }) => id)])]),
        ]),
      )
      .returning("unit_id")
      .execute();
    if (!rows.some(({ unit_id: unit }) => unit === place.unit.id)) {
      throw invalid("check", `“${isCheckId(check) ? check : "That"}” does not fail here any more.`);
    }
    return rows.map(({ unit_id: unit }) => unit);
  });
}

/**
 * Lets a dismissed check count again.
 * @param everywhere also in the other languages in which it was dismissed with it
 * @returns for how many strings
 * @throws 403 without the right
 */
export async function undoDismissal(
  service: Service,
  caller: Caller,
  place: VisibleUnit,
  { check, everywhere }: Pick<DismissalRequest, "check" | "everywhere">,
): Promise<number> {
  demandDismissal(caller, place, everywhere);
  const { unit } = place;
  return changeChecks(service, place, { check, equal: false, everywhere }, async (queries, concerned) => {
    const own = await queries
      .selectFrom("unit_check")
      .select(["dismissed_by", "dismissed_time", "reason"])
      .where("unit_id", "=", unit.id)
      .where("name", "=", check)
      .executeTakeFirst();
    const rows = await queries
      .updateTable("unit_check")
      .set({ dismissed: 0, reason: "", dismissed_by: null, dismissed_time: "", dismissed_source: "" })
      .where("name", "=", check)
      .where((row) =>
        row.or([
          row("unit_id", "=", unit.id),
          ...(everywhere && own?.dismissed_by
            ? [
                row.and([
                  row(
                    "unit_id",
                    "in",
                    concerned.map(({ id }) => id),
                  ),
                  row("dismissed_by", "=", own.dismissed_by),
                  row("dismissed_time", "=", own.dismissed_time),
                  row("reason", "=", own.reason),
                ]),
              ]
            : []),
        ]),
      )
      .returning("unit_id")
      .execute();
    return rows.map((row) => row.unit_id);
  });
}

/**
 * @param change what of the rows of checks changes, of strings that nobody else saves meanwhile; returns the strings
 * @returns how many these are
 */
function changeChecks(
  service: Service,
  place: VisibleUnit,
  which: Pick<DismissalRequest, "check" | "equal" | "everywhere">,
  change: (queries: Queries, concerned: readonly UnitRecord[]) => Promise<readonly number[]>,
): Promise<number> {
  const { component, translation } = place;
  return inOpenTransaction(service.database, async (queries) => {
    const ids = await concernedIds(queries, place, which);
    const counted = await lockedStrings(queries, await countedWith(queries, place, ids));
    const concerned = counted.filter(({ id }) => ids.includes(id));
    let count = 0;
    const changing = async () => {
      const units = await change(queries, concerned);
      count = units.length;
      await refreshChecks(queries, component, units);
      return { translations: counted.map(({ translation_id: id }) => id) };
    };
    await keepingCounters(queries, counted, changing, { withTranslations: translation.is_source === 1 });
    return count;
  });
}

/** The string, and others that have the check: of the translation with the same source, of all languages. */
async function concernedIds(
  queries: Queries,
  { unit, translation }: VisibleUnit,
  { check, equal, everywhere }: Pick<DismissalRequest, "check" | "equal" | "everywhere">,
): Promise<number[]> {
  const rows = await queries
    .selectFrom("unit_check")
    .innerJoin("unit", "unit.id", "unit_check.unit_id")
    .select("unit.id")
    .where("unit_check.name", "=", check)
    .where((row) =>
      row.or([
        ...(equal
          ? [row.and([row("unit.translation_id", "=", translation.id), row("unit.source_hash", "=", unit.source_hash)])]
          : []),
        ...(everywhere ? [row("unit.source_unit_id", "=", unit.source_unit_id)] : []),
      ]),
    )
    .execute();
  return [...new Set([unit.id, ...rows.map(({ id }) => id)])];
}
