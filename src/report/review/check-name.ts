const CHECK_NAME = "Interlinear";

/**
 * What our check is called on a commit.
 * @param beside of a mapping that stands beside another, whose check would take its place otherwise
 */
export function checkName(beside: string | undefined): string {
  return beside === undefined ? CHECK_NAME : `${CHECK_NAME} (${beside})`;
}
