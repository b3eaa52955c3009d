/**
 * What of the checks a page of the editor runs while somebody types: the very code that runs when they save. It is bundled into
 * `browser/checks.js` (`npm run build`), and uses nothing of Node.
 */
export { checkDefinitions, runChecks } from "./index.ts";
export { beginsWithPlaceholder, fixedParts, leftToRightParts } from "./fixed-parts.ts";
export { countedLength } from "./length.ts";
export { mended, spotsOf } from "./repairs.ts";
export { unseenIn } from "../unseen.ts";
