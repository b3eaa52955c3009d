import { RemoteError } from "../core/errors.ts";

const LACKS_PERMISSION = "IL-F02";

/**
 * What a token may not do is no failure of the person who caused the run.
 * @param refused hears what the token lacks
 * @returns undefined where the forge refused it; everything else that goes wrong is thrown
 */
export async function unlessRefused<Result>(
  work: Promise<Result>,
  refused: (message: string) => void,
): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof RemoteError) || error.code !== LACKS_PERMISSION) throw error;
    const { message, hint } = error;
    refused(hint === undefined ? message : `${message.replace(/\.?$/, ".")} ${hint}`);
    return undefined;
  }
}
