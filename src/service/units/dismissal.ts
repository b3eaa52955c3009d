import { isCheckId } from "../../catalog/checks/index.ts";
import { invalid } from "../../http-api/refusal.ts";
import { inTransaction, type Queries } from "../../store/database.ts";
import { prepared } from "../../store/prepared.ts";
import { notAuthenticated } from "../http/refusal.ts";
import { demand, type Caller } from "../identity/permissions.ts";
import type { VisibleUnit } from "../identity/visible.ts";
import { timestamp, type Service } from "../service.ts";
import { keepingCounters } from "./counters.ts";
import { refreshChecks } from "./unit-checks.ts";

/** A check that somebody says does not count for a string. */
export interface Dismissal {
  readonly check: string;
  /** In the words of who said it. */
  readonly reason: string;
  readonly username: string | null;
  /** "": nobody kept it. */
  readonly timestamp: string;
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
    ])
    .where("unit_check.unit_id", "=", unit)
    .where("unit_check.dismissed", "=", 1)
    .orderBy("unit_check.name"),
);

/** The dismissed checks of a string that still fail. */
export function dismissalsOf(queries: Queries, unit: number): Promise<readonly Dismissal[]> {
  return dismissalsOfUnit.rows(queries, { unit });
}

/**
 * Says that a failing check does not count for a string, until its source changes.
 * @param request.equal also for other strings of the translation with the same source and the same text
 * @returns how many strings it counts for
 * @throws 400 without a reason, and for a check that does not fail; 403 without the right
 */
export async function dismissCheck(
  service: Service,
  caller: Caller,
  place: VisibleUnit,
  { check, reason, equal }: { readonly check: string; readonly reason: string; readonly equal: boolean },
): Promise<number> {
  const { user } = caller;
  if (user === undefined) throw notAuthenticated();
  demand(caller, place, "unit.check");
  const words = reason.trim();
  if (words === "") throw invalid("reason", "Say why the check does not count.", "blank");
  if (words.length > LONGEST_REASON) {
    throw invalid(
      "reason",
      `A reason has up to ${String(LONGEST_REASON)} characters, this one has ${String(words.length)}.`,
    );
  }
  return changeChecks(service, place, async (queries) => {
    const now = await queries
      .selectFrom("unit")
      .select(["id", "source", "source_hash", "target"])
      .where("id", "=", place.unit.id)
      .executeTakeFirst();
    const same = queries
      .selectFrom("unit")
      .select("id")
      .where("translation_id", "=", place.translation.id)
      .where("source_hash", "=", now?.source_hash ?? "")
      .where("source", "=", now?.source ?? "")
      .where("target", "=", now?.target ?? "");
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
      .where((row) => (equal ? row("unit_id", "in", same) : row("unit_id", "=", place.unit.id)))
      .returning("unit_id")
      .execute();
    if (!rows.some(({ unit_id: unit }) => unit === place.unit.id)) {
      throw invalid("check", `“${isCheckId(check) ? check : "That"}” does not fail here any more.`);
    }
    return rows.map(({ unit_id: unit }) => unit);
  });
}

/** Lets a dismissed check count again. @throws 403 without the right */
export async function undoDismissal(
  service: Service,
  caller: Caller,
  place: VisibleUnit,
  check: string,
): Promise<void> {
  if (caller.user === undefined) throw notAuthenticated();
  demand(caller, place, "unit.check");
  await changeChecks(service, place, async (queries) => {
    const rows = await queries
      .updateTable("unit_check")
      .set({ dismissed: 0, reason: "", dismissed_by: null, dismissed_time: "", dismissed_source: "" })
      .where("name", "=", check)
      .where("unit_id", "=", place.unit.id)
      .returning("unit_id")
      .execute();
    return rows.map(({ unit_id: unit }) => unit);
  });
}

/** @param change what of the rows of checks changes; returns the strings. @returns how many these are */
function changeChecks(
  service: Service,
  { component, translation }: VisibleUnit,
  change: (queries: Queries) => Promise<readonly number[]>,
): Promise<number> {
  return inTransaction(service.database, async (queries) => {
    const units = await change(queries);
    await keepingCounters(queries, units, async () => {
      await refreshChecks(queries, component, units);
      return { translations: [translation.id] };
    });
    return units.length;
  });
}
