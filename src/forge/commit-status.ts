import { cutLine } from "./cut-text.ts";
import type { CheckReport } from "./discussion.ts";

/** A report in the words of a commit status, which is all that some forges and tokens have. */
export interface CommitStatus {
  readonly state: "success" | "failure" | "error";
  /** At most 140 characters. */
  readonly description: string;
  readonly targetUrl: string;
}

type Conclusion = CheckReport["conclusion"];

const STATES: Readonly<Record<Conclusion, CommitStatus["state"]>> = {
  success: "success",
  // No state stands between right and wrong without holding a merge up.
  neutral: "success",
  failure: "failure",
  action_required: "error",
};
const CONCLUSIONS: ReadonlyMap<string, Conclusion> = new Map([
  ["success", "success"],
  ["warning", "neutral"],
  ["failure", "failure"],
  ["error", "action_required"],
]);
const DESCRIPTION_CHARACTERS = 140;
const MEMORY = /[#&]interlinear=([^&]*)$/;

/** `commitUrl`: the page of the commit, for reports without one of their own. The memory goes into the address's fragment. */
export function statusOf({ conclusion, title, detailsUrl, memory }: CheckReport, commitUrl: string): CommitStatus {
  const address = detailsUrl ?? commitUrl;
  const fragment = `${address.includes("#") ? "&" : "#"}interlinear=${encodeURIComponent(memory ?? "")}`;
  return {
    state: STATES[conclusion],
    description: cutLine(title, DESCRIPTION_CHARACTERS),
    targetUrl: memory === undefined ? address : `${address}${fragment}`,
  };
}

/** The report that a status was made of; undefined for one that waits for something. */
export function reportIn(
  state: string,
  targetUrl: string,
): { readonly conclusion: Conclusion; readonly memory: string | undefined } | undefined {
  const conclusion = CONCLUSIONS.get(state);
  if (conclusion === undefined) return undefined;
  const encoded = MEMORY.exec(targetUrl)?.[1];
  return { conclusion, memory: encoded === undefined ? undefined : decoded(encoded) };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
