import type * as z from "zod";
import { RemoteError } from "../../../core/errors.ts";
import type { ApiAnswer, ApiCall, ForgejoRepository } from "../connection.ts";
import { refused, type Attempt } from "../refusal.ts";

/** What servers give out at most in one page unless they are set up otherwise. */
const PAGE = 50;

/** Asks, and takes everything but success for a refusal. @throws {RemoteError} with a code of the forge's table */
export async function ask({ request }: ForgejoRepository, attempt: Attempt, call: ApiCall): Promise<ApiAnswer> {
  const answer = await request(call);
  if (answer.status < 200 || answer.status > 299) throw refused(attempt, answer);
  return answer;
}

/** The body of an answer, as `schema` has it. @throws {RemoteError} `IL-F07` for one that is something else */
export function read<Data>(attempt: Attempt, { body, status }: ApiAnswer, schema: z.ZodType<Data>): Data {
  const found = schema.safeParse(body);
  if (found.success) return found.data;
  throw new RemoteError(`the server was asked to ${attempt.action} and answered something unexpected`, {
    code: "IL-F07",
    hint: "Look for a proxy that changes answers, or update the server.",
    status,
  });
}

/** The pages of a list, one after the other. */
export async function* pages<Item>(
  forgejo: ForgejoRepository,
  attempt: Attempt,
  call: Pick<ApiCall, "path" | "query">,
  schema: z.ZodType<readonly Item[]>,
): AsyncGenerator<readonly Item[]> {
  for (let page = 1; ; page += 1) {
    const query = { ...call.query, limit: String(PAGE), page: String(page) };
    const answer = await ask(forgejo, attempt, { method: "GET", path: call.path, query, repeatable: true });
    const items = read(attempt, answer, schema);
    yield items;
    if (!answer.hasMore || items.length === 0) return;
  }
}
