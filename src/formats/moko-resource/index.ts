import { findLanguage } from "../../catalog/languages.ts";
import { androidFormat } from "../aresource/format.ts";
import { decodeKotlinText, encodeKotlinText } from "../aresource/kotlin-text.ts";

const DIRECTORY = /(?:^|\/)(?:moko-resources|MR)\/([^/]+)\/[^/]*$/;

/** String resources of moko-resources, in `moko-resources/cs/` or `MR/cs/`: as Android's, with `<plural>`, without its escapes. */
export const mokoResource = androidFormat({
  id: "moko-resource",
  pluralTags: ["plural", "plurals"],
  isCompiled: false,
  claims: (path) => DIRECTORY.test(path),
  languageOfPath,
  decode: decodeKotlinText,
  encode: encodeKotlinText,
});

/** Folders are named `cs`, `pt-rBR` or `pt-BR`; `base` is the source's. */
function languageOfPath(path: string | undefined): string | undefined {
  const [, folder] = DIRECTORY.exec(path ?? "") ?? [];
  if (folder === undefined || folder === "base") return undefined;
  return findLanguage(folder.replace(/-r(?=[A-Z]{2}$)/, "_").replaceAll("-", "_"))?.code;
}
