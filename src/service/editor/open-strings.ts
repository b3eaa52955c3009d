import { html, type Markup } from "../../http-api/markup.ts";
import type { UnitRecord } from "../units/unit-row.ts";

/** So long after somebody opened a string, or typed in it last, it counts as open. */
const OPEN_MILLISECONDS = 90_000;

interface Place {
  readonly unit: number;
  readonly translation: number;
  readonly username: string;
  readonly until: number;
}

/**
 * Who translates which string now, as far as this process answered them: a hint and no lock, written down nowhere. Of each
 * translation somebody has one string open, the last one that they looked at.
 */
export class OpenStrings {
  /** In the order of their time. */
  readonly #places = new Map<string, Place>();

  /** @returns who else has it open */
  open(
    { unit }: { readonly unit: Pick<UnitRecord, "id" | "translation_id"> },
    username: string,
    now: Date,
  ): readonly string[] {
    const key = `${String(unit.translation_id)}:${username}`;
    const places = this.#places;
    for (const [old, { until }] of places) {
      if (until > now.getTime()) break;
      places.delete(old);
    }
    places.delete(key);
    const until = now.getTime() + OPEN_MILLISECONDS;
    places.set(key, { unit: unit.id, translation: unit.translation_id, username, until });
    return [...places.values()]
      .filter((each) => each.unit === unit.id && each.username !== username)
      .map((each) => each.username);
  }

  /** Strings of a translation that others have open. @param username undefined: somebody who is not signed in */
  ofOthers(translation: number, username: string | undefined, now: Date): ReadonlySet<number> {
    const others = [...this.#places.values()].filter(
      (each) => each.translation === translation && each.username !== username && each.until > now.getTime(),
    );
    return new Set(others.map(({ unit }) => unit));
  }
}

/** Who else has the string open, for whoever may translate or suggest; a script asks anew, once a minute, while they type. */
export function openLine(names: readonly string[], address: string): Markup {
  const each = names.map((name, at) => html`${at === 0 ? "" : ", "}<bdi>${name}</bdi>`);
  return html`<p class="soft" id="open" data-panel="${address}&panel=open">
    ${names.length === 0 ? "" : html`${each} ${names.length === 1 ? "has" : "have"} this string open.`}
  </p>`;
}
