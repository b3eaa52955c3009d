import { changeManagement, foreseenChange, type ManagementChanged } from "../../records/settings/change-management.ts";
import type { Admin } from "../admin.ts";
import type { EntryTrial } from "../trials.ts";

export interface AskedChange {
  /** The whole resource, or a JSON merge patch of it. */
  readonly change: unknown;
  readonly how: "put" | "patch";
  readonly login: number;
  /** Version that the change was made for. */
  readonly expected?: number | undefined;
  /** Whether servers are asked what they think of tokens and keys. */
  readonly isTried: boolean;
}

/** What became of it, and what servers said of the tokens and keys that it brought. */
export type TriedChange = ManagementChanged & { readonly tried: readonly EntryTrial[] };

/**
 * Changes the settings, but for a token or a key that its server says is none: what was typed wrong is noticed now and not in
 * the night. A server that cannot be asked is no reason to refuse, since it may be what somebody is about to set up.
 */
export async function changeTried({ records, trials }: Admin, asked: AskedChange): Promise<TriedChange> {
  const { change, how, login, expected, isTried } = asked;
  const foreseen = isTried && trials !== undefined ? await foreseenChange(records, change, how) : undefined;
  const tried = foreseen === undefined ? [] : ((await trials?.credentials(foreseen)) ?? []);
  const refused = tried.filter(({ isRefused }) => isRefused);
  if (refused.length > 0) {
    const problems = refused.map(({ field, words }) => ({ field, message: words }));
    return { state: "refused", problems, tried };
  }
  return { ...(await changeManagement(records, change, how, login, expected)), tried };
}
