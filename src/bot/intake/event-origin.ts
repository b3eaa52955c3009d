import * as z from "zod";
import { repositoryName } from "../../automation/repository-name.ts";

/** Where an event of a forge happened. */
export interface EventOrigin {
  /** `owner/name` */
  readonly repository: string;
  readonly number?: number;
  readonly defaultBranch?: string;
  /** GitHub's number of the App's installation. */
  readonly installation?: number;
}

const LONGEST = 250;
const number = z.int().positive().optional().catch(undefined);
const origin = z.object({
  repository: z.object({
    full_name: repositoryName.max(LONGEST),
    id: number,
    default_branch: z.string().min(1).max(LONGEST).optional().catch(undefined),
  }),
  installation: z.object({ id: number }).optional().catch(undefined),
});

/** Undefined where the event is about no repository. */
export function originOf(raw: unknown): EventOrigin | undefined {
  const { data } = origin.safeParse(raw);
  if (data === undefined) return undefined;
  const { full_name: repository, id, default_branch: defaultBranch } = data.repository;
  const installation = data.installation?.id;
  return {
    repository,
    ...(id === undefined ? {} : { number: id }),
    ...(defaultBranch === undefined ? {} : { defaultBranch: databaseText(defaultBranch) }),
    ...(installation === undefined ? {} : { installation }),
  };
}

/** Text that every database stores: PostgreSQL refuses U+0000, and half a surrogate pair is no text. */
export function databaseText(text: string): string {
  return text.replaceAll("\u0000", "\uFFFD").toWellFormed();
}
