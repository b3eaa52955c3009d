/** What the official client of the service was told: its address, and the project or component that it works on. */
export interface ClientConfiguration {
  /** As in a mapping: without `/api`. */
  readonly url: string | undefined;
  readonly project: string | undefined;
}

/** `.weblate`, `.weblate.ini`, `weblate.ini`: a section `[weblate]` with `url` and `translation`. */
export function isClientConfiguration(path: string): boolean {
  return /^(?:\.weblate(?:\.ini)?|weblate\.ini)$/.test(path);
}

export function readClientConfiguration(text: string): ClientConfiguration {
  const section = /^\s*\[weblate\]\s*$([\s\S]*?)(?=^\s*\[|(?![\s\S]))/m.exec(text)?.[1] ?? "";
  const value = (key: string): string | undefined =>
    new RegExp(String.raw`^\s*${key}\s*[=:]\s*(\S+)\s*$`, "m").exec(section)?.[1];
  return {
    url: value("url")
      ?.replace(/\/+$/, "")
      .replace(/\/api$/, ""),
    project: value("translation")?.split("/")[0],
  };
}
