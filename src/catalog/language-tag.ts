/** A language code as browsers and `Intl` name languages: `pt_BR` is `pt-BR`, of `ca@valencia` the language remains. */
export function languageTag(code: string): string {
  return code.replace(/@.*$/, "").replaceAll("_", "-");
}
