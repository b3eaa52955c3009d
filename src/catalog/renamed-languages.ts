/** Codes that services gave to a language later → the one that all of this program goes by (service 2026). */
const renamed: ReadonlyMap<string, string> = new Map([["nb", "nb_NO"]]);
const later: ReadonlyMap<string, string> = new Map([...renamed].map(([now, before]) => [before, now]));

/** The one code of a language, whatever version of the service names it: `nb` is `nb_NO`. */
export function lastingCode(code: string): string {
  return renamed.get(code) ?? code;
}

/** What services of later versions call a language; undefined where nothing changed. */
export function laterCode(code: string): string | undefined {
  return later.get(code);
}
