import { html, type Markup } from "../../http-api/markup.ts";

/** How far strings are, as a bar and in words. */
export function bar(done: number, needsEditing: number, total: number): Markup {
  const share = (count: number): number => (total === 0 ? 0 : (count * 100) / total);
  const percent = percentOf(done, total);
  return html`<span class="percent"
    ><svg class="share" viewBox="0 0 100 4" preserveAspectRatio="none" role="img" aria-label="${percent}">
      <rect width="${share(done)}" height="4" />
      <rect class="fuzzy" x="${share(done)}" width="${share(needsEditing)}" height="4" />
    </svg>
    ${percent}</span
  >`;
}

/** 100 % is only what is complete, 0 % only what is untouched. */
export function percentOf(done: number, total: number): string {
  if (total === 0) return "–";
  const percent = (done * 100) / total;
  const rounded = Math.round(percent);
  if (rounded === 100 && done < total) return "99 %";
  if (rounded === 0 && done > 0) return "1 %";
  return `${String(rounded)} %`;
}

/** @param language whose digits and separators it has */
export function amount(count: number | undefined, language = "en-US"): string {
  return (count ?? 0).toLocaleString(language);
}
