import { localePaths } from "../../mapping/locale-path.ts";

/** Folders above the file that may hold the code: `de/LC_MESSAGES/domain/app.po`. */
const DEEPEST = 4;

/** The service's code of the language that the end of a path speaks for: `locales/pt-BR.json` is `pt_BR`. */
export function localeOf(path: string): string | undefined {
  const segments = path.replaceAll("\\", "/").split("/");
  for (let count = 1; count <= Math.min(DEEPEST, segments.length); count += 1) {
    const reading = localePaths(segments.slice(-count).join("/")).at(-1);
    if (reading !== undefined) return reading.code;
  }
  return undefined;
}
