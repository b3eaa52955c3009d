import { androidFormat } from "./format.ts";
import { languageOfPath } from "./language-of-path.ts";
import { decodeText, encodeText } from "./text.ts";

/** Folders of multiplatform libraries, whose files look alike and are written otherwise. */
const OTHER_DIALECTS = /(?:^|\/)(?:composeResources|moko-resources|MR)\//;

/** Android's string resources: `<string>`, `<plurals>`, and the elements of `<string-array>` as `name[0]`. */
export const aresource = androidFormat({
  id: "aresource",
  pluralTags: ["plurals"],
  isCompiled: true,
  claims: (path) => !OTHER_DIALECTS.test(path),
  languageOfPath,
  decode: decodeText,
  encode: encodeText,
});
