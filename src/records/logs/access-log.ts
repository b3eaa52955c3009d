import { startsWith } from "../../store/like.ts";
import { paged, type Page, type PageRequest } from "../page.ts";
import { present, type Records } from "../records.ts";

/** One request to the administration. */
export interface NewAccess {
  /** Who asked; null: nobody who was signed in. */
  readonly login: number | null;
  readonly method: string;
  /** As declared, `/users/{login}`; as asked where nothing is declared. Without a query, which may hold what people look for. */
  readonly path: string;
  readonly status: number;
  readonly milliseconds: number;
  /** Of the socket. */
  readonly address: string;
  readonly agent: string;
}

export interface Access extends NewAccess {
  readonly id: number;
  readonly time: string;
}

export interface AccessFilter {
  readonly method?: string | undefined;
  /** Beginning of the path. */
  readonly path?: string | undefined;
  /** First digit of the status: 4 for all refusals. */
  readonly statusClass?: number | undefined;
  readonly login?: number | undefined;
  /** From this time on. */
  readonly since?: string | undefined;
  /** Before this time. */
  readonly until?: string | undefined;
}

/** Senders may write anything there. */
const LONGEST_PATH = 500;
const LONGEST_AGENT = 200;

/** Writes into the log that `/health/access` shows. */
export async function noteAccess(records: Pick<Records, "database" | "clock">, access: NewAccess): Promise<void> {
  const { login, method, path, status, milliseconds, address, agent } = access;
  await records.database
    .insertInto("access")
    .values({
      time: present(records),
      login,
      method,
      path: path.slice(0, LONGEST_PATH),
      status,
      milliseconds: Math.round(milliseconds),
      address,
      agent: agent.slice(0, LONGEST_AGENT),
    })
    .execute();
}

/** Who asked for what, the newest first. */
export async function listAccess(
  { database }: Pick<Records, "database">,
  filter: AccessFilter,
  page: PageRequest,
): Promise<Page<Access>> {
  const { method, path, statusClass, login, since, until } = filter;
  const rows = database
    .selectFrom("access")
    .selectAll()
    .$if(method !== undefined, (some) => some.where("method", "=", (method ?? "").toUpperCase()))
    .$if(path !== undefined, (some) => some.where(startsWith("path", path ?? "")))
    .$if(statusClass !== undefined, (some) =>
      some.where("status", ">=", (statusClass ?? 0) * 100).where("status", "<", (statusClass ?? 0) * 100 + 100),
    )
    .$if(login !== undefined, (some) => some.where("login", "=", login ?? 0))
    .$if(since !== undefined, (some) => some.where("time", ">=", since ?? ""))
    .$if(until !== undefined, (some) => some.where("time", "<", until ?? ""))
    .orderBy("time", "desc")
    .orderBy("id", "desc");
  return paged(rows, page, (access) => access);
}
