import type * as z from "zod";
import { RemoteError } from "../../core/errors.ts";
import type { GitHubRepository } from "./connection.ts";
import { explain, type Attempt } from "./refusal.ts";

/** An error of GraphQL's: HTTP was fine, and the field is null. */
export class GraphqlRefusal extends Error {
  /** `NOT_FOUND`, `FORBIDDEN`, `STALE_DATA`, …; "" where GitHub names none. */
  readonly type: string;
  readonly status: number;

  constructor(type: string, message: string) {
    super(message);
    this.type = type;
    this.status = STATUSES[type] ?? 422;
  }
}

/** What REST would have answered, for one explanation of both. */
const STATUSES: Readonly<Record<string, number>> = {
  FORBIDDEN: 403,
  INSUFFICIENT_SCOPES: 403,
  NOT_FOUND: 404,
  RATE_LIMITED: 429,
  RATE_LIMIT: 429,
};

/**
 * Asks and reads the answer by `schema`; what GitHub refuses is explained as REST's refusals are.
 * @throws {RemoteError} with a code of the forge's table
 */
export async function askGraphql<Data>(
  github: GitHubRepository,
  attempt: Attempt,
  document: string,
  variables: Readonly<Record<string, unknown>>,
  schema: z.ZodType<Data>,
): Promise<Data> {
  try {
    return await tryGraphql(github, attempt, document, variables, schema);
  } catch (error) {
    throw explain(attempt, error);
  }
}

/** The same for who looks at the refusal first. @throws {GraphqlRefusal} or octokit's error */
export async function tryGraphql<Data>(
  { octokit }: GitHubRepository,
  { action }: Attempt,
  document: string,
  variables: Readonly<Record<string, unknown>>,
  schema: z.ZodType<Data>,
): Promise<Data> {
  const data: unknown = await octokit.graphql(document, { ...variables }).catch((error: unknown) => {
    throw refusalIn(error) ?? error;
  });
  const read = schema.safeParse(data);
  if (read.success) return read.data;
  throw new RemoteError(`GitHub was asked to ${action} and answered something else`, {
    code: "IL-F07",
    hint: "Run again; an older Enterprise server may not know what was asked.",
  });
}

function refusalIn(error: unknown): GraphqlRefusal | undefined {
  if (!(error instanceof Error) || !("errors" in error) || !Array.isArray(error.errors)) return undefined;
  const [first]: readonly unknown[] = error.errors;
  if (typeof first !== "object" || first === null) return undefined;
  const type = "type" in first && typeof first.type === "string" ? first.type : "";
  const message = "message" in first && typeof first.message === "string" ? first.message : error.message;
  return new GraphqlRefusal(type, message);
}
