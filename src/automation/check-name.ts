/** What our checks are called on a commit. */
export const CHECK_NAME = "Interlinear";
