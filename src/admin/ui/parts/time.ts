import { html, type Markup } from "../../../http-api/markup.ts";
import { distance, duration } from "./numbers.ts";

/** A time as its distance from the present, exactly in its title; "never" where there was none. */
export function ago(time: string | null | undefined, present: Date, never = "never"): Markup {
  if (time === null || time === undefined) return html`<span class="soft">${never}</span>`;
  const exact = exactly(time);
  return html`<time datetime="${time}" title="${exact}">${distance(new Date(time), present)}</time>`;
}

/** A time to the second, as logs have it below a heading that says that it is UTC. */
export function moment(time: string): Markup {
  return html`<time datetime="${time}" title="${time}">${exactly(time).slice(0, 19)}</time>`;
}

/** A time to the second with its zone. */
export function instant(time: string): Markup {
  return html`<time datetime="${time}" title="${time}">${exactly(time)}</time>`;
}

/** `2026-03-01 12:00:00 UTC` */
export function exactly(time: string): string {
  return `${time.slice(0, 19).replace("T", " ")} UTC`;
}

export function took(milliseconds: number | null | undefined): Markup {
  if (milliseconds === null || milliseconds === undefined) return html`<span class="soft">–</span>`;
  const exact = `${String(Math.round(milliseconds))} ms`;
  return html`<span title="${exact}">${duration(milliseconds)}</span>`;
}
