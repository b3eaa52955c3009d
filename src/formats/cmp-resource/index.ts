import { androidFormat } from "../aresource/format.ts";
import { decodeKotlinText, encodeKotlinText } from "../aresource/kotlin-text.ts";
import { languageOfPath } from "../aresource/language-of-path.ts";

/** String resources of Compose Multiplatform, in `composeResources/values-cs/`: as Android's, without its escapes. */
export const cmpResource = androidFormat({
  id: "cmp-resource",
  pluralTags: ["plurals"],
  isCompiled: false,
  claims: (path) => /(?:^|\/)composeResources\//.test(path),
  languageOfPath,
  decode: decodeKotlinText,
  encode: encodeKotlinText,
});
