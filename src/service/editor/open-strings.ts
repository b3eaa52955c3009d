import { html, type Markup } from "../../http-api/markup.ts";
import type { UnitRecord } from "../units/unit-row.ts";
import type { Words } from "../wording/words.ts";

/** So long after somebody opened a string, or typed in it last, it counts as open. */
export const OPEN_MILLISECONDS = 90_000;

/** A string that somebody has open. */
export interface OpenString {
  readonly unit: number;
  readonly username: string;
}

/** Who is signed in and looks at it. */
export interface Looking {
  readonly id: number;
  readonly username: string;
}

/**
 * Port: who translates which string now. A hint and no lock: of each translation somebody has one string open, the last one that they
 * looked at.
 */
export interface OpenStrings {
  open(unit: Pick<UnitRecord, "id" | "translation_id">, user: Looking, now: Date): Promise<void>;
  /** What others have open of a translation, by time. @param user id; undefined: somebody who is not signed in */
  ofOthers(translation: number, user: number | undefined, now: Date): Promise<readonly OpenString[]>;
}

interface Place extends OpenString {
  readonly translation: number;
  readonly user: number;
  readonly until: number;
}

/** Where one process answers everybody: written down nowhere. */
export class OpenStringsInMemory implements OpenStrings {
  /** In the order of their time. */
  readonly #places = new Map<string, Place>();

  open(unit: Pick<UnitRecord, "id" | "translation_id">, { id, username }: Looking, now: Date): Promise<void> {
    const places = this.#places;
    for (const [old, { until }] of places) {
      if (until > now.getTime()) break;
      places.delete(old);
    }
    const key = `${String(unit.translation_id)}:${String(id)}`;
    const until = now.getTime() + OPEN_MILLISECONDS;
    places.delete(key);
    places.set(key, { unit: unit.id, translation: unit.translation_id, user: id, username, until });
    return Promise.resolve();
  }

  ofOthers(translation: number, user: number | undefined, now: Date): Promise<readonly OpenString[]> {
    const all = [...this.#places.values()];
    return Promise.resolve(
      all.filter((each) => each.translation === translation && each.user !== user && each.until > now.getTime()),
    );
  }
}

/** Who else has the string open, for whoever may translate or suggest; a script asks anew, once a minute, while they type. */
export function openLine(names: readonly string[], address: string, { show }: Words): Markup {
  const each = names.map((name, at) => html`${at === 0 ? "" : ", "}<bdi>${name}</bdi>`);
  return html`<p class="soft" id="open" data-panel="${address}&panel=open">
    ${names.length === 0 ? "" : show("open.others", { count: names.length, names: each })}
  </p>`;
}
