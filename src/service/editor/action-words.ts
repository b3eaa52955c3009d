import { actionNames } from "../changes/actions.ts";
import type { PlainKey, Words } from "../wording/words.ts";

/** What happens to a string, by the codes of changes. */
const keys: ReadonlyMap<number, PlainKey> = new Map([
  [0, "action.resourceUpdated"],
  [1, "action.completed"],
  [2, "action.translationChanged"],
  [3, "action.commentAdded"],
  [4, "action.suggestionAdded"],
  [5, "action.translationAdded"],
  [6, "action.automaticallyTranslated"],
  [7, "action.suggestionAccepted"],
  [8, "action.reverted"],
  [9, "action.translationUploaded"],
  [13, "action.sourceStringAdded"],
  [26, "action.suggestionRemoved"],
  [27, "action.replaced"],
  [30, "action.sourceStringChanged"],
  [31, "action.stringAdded"],
  [32, "action.bulkStatus"],
  [36, "action.approved"],
  [37, "action.markedForEdit"],
  [59, "action.updatedInRepository"],
  [64, "action.commentRemoved"],
  [65, "action.commentResolved"],
  [66, "action.explanationUpdated"],
  [71, "action.addedInRepository"],
  [72, "action.updatedInUpload"],
  [73, "action.addedInUpload"],
  [74, "action.bySourceUpload"],
  [76, "action.enforcedCheck"],
  [77, "action.propagated"],
  [79, "action.extraFlags"],
]);

/** What somebody did to a string; what happens to strings in no other way has the name that the API gives it. */
export function actionWords(action: number, { say }: Words): string {
  const key = keys.get(action);
  return key === undefined ? (actionNames[action] ?? say("action.other")) : say(key);
}
