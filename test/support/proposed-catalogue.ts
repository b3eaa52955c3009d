import { stringCatalogue, stringUnit } from "./string-catalogue.ts";

export const CATALOGUE_PATH = "App/Localizable.xcstrings";

/** Behind the components of the sample's mapping. */
export const CATALOGUE_ENTRY = `  - component: app
    translations: ${CATALOGUE_PATH}
`;

const save = { localizations: { de: stringUnit("Sichern"), en: stringUnit("Save") } };
const greeting = (german: string): object => ({
  localizations: { de: stringUnit(german), en: stringUnit("Hello %@") },
});

export const catalogueBefore = stringCatalogue({ greeting: greeting("Hallo %@"), save });

/** Brings a string, and a German text that lost its placeholder. */
export const catalogueProposed = stringCatalogue({ "Undo all": {}, greeting: greeting("Hallo"), save });
