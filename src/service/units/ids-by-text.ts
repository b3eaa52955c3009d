import { sql, type RawBuilder } from "kysely";
import { all, any, notApart, oneOf, type Condition } from "./counts-by-text.ts";
import type { SoughtText } from "./unit-query.ts";

/** Which strings are found. */
interface Asked {
  /** Texts that they have to have all of. */
  readonly texts: readonly SoughtText[];
  /** The same of `unit`, and perhaps more. */
  readonly condition: Condition;
  readonly translations: readonly number[];
}

/**
 * The ids of all strings of some translations that have all of some texts, a few of them twice: found on SQLite by a look through what is kept
 * of texts, as `countsByText` counts them.
 */
export function idsByText({ texts, condition, translations }: Asked): RawBuilder<unknown> {
  const asked = sql.join([0, ...translations]);
  // None, where the source language alone is asked.
  const places = sql`(select translation.id, original.id as source from translation inner join translation as original
    on original.component_id = translation.component_id and original.is_source = 1
    where translation.is_source = 0 and translation.id in (${asked}))`;
  const told = texts.flatMap(({ isTold }) => isTold ?? []);
  const inTargets = texts.flatMap(({ isInTarget }) => isInTarget ?? []);
  const ids = [
    sql`select unit_id from source_text where translation_id in (${asked}) and ${all(texts.map(({ isOwn }) => isOwn))}`,
    sql`select unit.id from unit_apart cross join unit on unit.id = unit_apart.unit_id
      where unit.translation_id in (${asked}) and ${condition}`,
  ];
  if (told.length === texts.length)
    ids.push(sql`select unit.id from source_text cross join unit indexed by unit_by_source
      on unit.source_unit_id = source_text.unit_id and unit.translation_id in (${asked})
      where ${all(told)} and source_text.translation_id in (select source from ${places}) and ${notApart("unit.id")}`);
  const isInTarget = all([any(inTargets), notApart("target_text.unit_id")]);
  if (inTargets.length > 0 && texts.length === 1)
    ids.push(sql`select unit_id from target_text where translation_id in (${asked}) and ${isInTarget}`);
  else if (inTargets.length > 0)
    ids.push(sql`select target_text.unit_id from ${places} as place
      inner join target_text on target_text.translation_id = place.id left join source_text
        on source_text.translation_id = place.source and source_text.unit_id = target_text.source_unit_id
      where ${isInTarget} and ${all(texts.map(({ isTold, isInTarget: isThere }) => oneOf(isTold, isThere)))}`);
  return sql.join(ids, sql` union all `);
}
