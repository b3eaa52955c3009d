/** Pieces of a string catalogue of Xcode, as Xcode writes them. */
export const stringUnit = (value: string, state = "translated"): object => ({ stringUnit: { state, value } });

/** By CLDR's categories. */
export const pluralUnits = (cases: Readonly<Record<string, string>>): object => ({
  variations: { plural: Object.fromEntries(Object.entries(cases).map(([name, text]) => [name, stringUnit(text)])) },
});

export const stringCatalogue = (strings: object, sourceLanguage = "en"): string =>
  JSON.stringify({ sourceLanguage, strings, version: "1.0" }, null, 2).replaceAll(/^( *"[^"]*"):/gm, "$1 :");
