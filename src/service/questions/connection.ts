import { httpsAddress } from "../../git/public-remote.ts";
import { invalid } from "../../http-api/refusal.ts";
import type { Queries } from "../../store/database.ts";
import { opened, sealed, sealWords } from "../sealed.ts";
import type { Service } from "../service.ts";
import { forgeApi, forgeKinds, type ForgeAccess, type ForgeKind } from "./forge-api.ts";
import { ForgeFailure, type QuestionForge } from "./question-forge.ts";

/** The forge that somebody connected a project's questions with. */
export interface Connection {
  readonly kind: ForgeKind;
  /** `https://github.com`, without a slash at the end. */
  readonly url: string;
  /** `owner/name` and `owner/*`: the token is used for no other, whatever repository a component names. */
  readonly repositories: readonly string[];
  readonly sealedToken: string;
}

export async function connectionOf(queries: Queries, project: number): Promise<Connection | undefined> {
  const row = await queries
    .selectFrom("question_forge")
    .selectAll()
    .where("project_id", "=", project)
    .executeTakeFirst();
  const kind = forgeKinds.find((each) => each === row?.kind);
  if (row === undefined || kind === undefined) return undefined;
  return { kind, url: row.url, repositories: JSON.parse(row.repositories), sealedToken: row.sealed_token };
}

/** What a form says of a connection. */
export interface SentConnection {
  readonly kind: string;
  readonly url: string;
  /** "": as it is. */
  readonly token: string;
  readonly repositories: string;
}

const PATTERN = /^[\w.-]+\/(?:[\w.-]+|\*)$/;
const MOST_REPOSITORIES = 100;

/**
 * Stores a connection. A token that is not sent stays, as long as it goes to the same server: whoever may set the address shall not be
 * able to have the token sent to their own.
 * @throws 400
 */
export async function connect(service: Service, project: number, sent: SentConnection): Promise<void> {
  const { database } = service;
  const kind = forgeKinds.find((each) => each === sent.kind);
  if (kind === undefined) throw invalid("kind", "Choose GitHub, or Forgejo or Gitea.");
  const url = sent.url.trim().replace(/\/+$/, "");
  const fault = await service.outward.fault(url);
  if (fault !== undefined) throw invalid("url", fault);
  const repositories = sent.repositories.split(/[\s,]+/).filter((each) => each !== "");
  const wrong = repositories.find((each) => !PATTERN.test(each));
  if (wrong !== undefined) throw invalid("repositories", `“${wrong.slice(0, 100)}” is neither owner/name nor owner/*.`);
  if (repositories.length === 0) throw invalid("repositories", "Name at least one: owner/name, or owner/*.");
  if (repositories.length > MOST_REPOSITORIES) {
    throw invalid("repositories", `Name at most ${String(MOST_REPOSITORIES)}.`);
  }
  const old = await connectionOf(database, project);
  const keeps = sent.token === "" && old?.url === url;
  if (sent.token === "" && !keeps) throw invalid("token", "Another server wants its own token: enter it.");
  const row = {
    kind,
    url,
    repositories: JSON.stringify(repositories),
    sealed_token: keeps ? old.sealedToken : await sealed(service, sent.token),
  };
  await database
    .insertInto("question_forge")
    .values({ project_id: project, ...row })
    .onConflict((conflict) => conflict.column("project_id").doUpdateSet(row))
    .execute();
}

export async function disconnect({ database }: Service, project: number): Promise<void> {
  await database.deleteFrom("question_forge").where("project_id", "=", project).execute();
}

/**
 * The repository of a remote's address on a server, `owner/name`; undefined where it is elsewhere.
 * @param repo as a component has it: https, http on another port, ssh
 */
export function repositoryOn(server: string, repo: string): string | undefined {
  const [at, own] = [URL.parse(repo), URL.parse(server)];
  if (own === null) return undefined;
  const isWeb = at !== null && /^https?:$/.test(at.protocol);
  const other = isWeb ? at : URL.parse(httpsAddress(repo) ?? "");
  if (other === null || (isWeb ? other.host !== own.host : other.hostname !== own.hostname)) return undefined;
  const path = other.pathname.replace(/^\/|\/$/g, "").replace(/\.git$/, "");
  return /^[\w.-]+\/[\w.-]+$/.test(path) ? path : undefined;
}

function isNamed(repositories: readonly string[], repository: string): boolean {
  const [owner, name] = repository.toLowerCase().split("/");
  return repositories.some((each) => {
    const [ownOwner, ownName] = each.toLowerCase().split("/");
    return owner === ownOwner && (ownName === "*" || name === ownName);
  });
}

/** Where a component's questions go, or why they stay here: a sentence. */
export type Destination =
  | { readonly connection: Connection; readonly repository: string }
  | { readonly problem: string };

export function destinationOf(connection: Connection | undefined, repo: string): Destination {
  if (connection === undefined) return { problem: "This project is not connected with the forge of its repository." };
  const repository = repositoryOn(connection.url, repo);
  if (repository === undefined) {
    return { problem: `The repository of this component is not on ${new URL(connection.url).host}.` };
  }
  return isNamed(connection.repositories, repository)
    ? { connection, repository }
    : { problem: "The repository of this component is not among those that questions may go to." };
}

/** @throws {ForgeFailure} where the token cannot be opened any more */
export async function forgeAt(service: Service, connection: Connection, repository: string): Promise<QuestionForge> {
  const { kind, url, sealedToken } = connection;
  const token = await opened(service, sealedToken);
  if (token === undefined) {
    throw new ForgeFailure(
      `The token of ${new URL(url).host} was sealed with another key of this server (${sealWords(service)}). Whoever manages the project can enter it anew.`,
    );
  }
  const access: ForgeAccess = { kind, url, token, repository };
  return forgeApi(service.outward, access);
}
