import { createHash, randomInt } from "node:crypto";
import type { Queries } from "../../store/database.ts";
import { timestamp, type Service } from "../service.ts";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const TOKEN_CHARACTERS = 36;

export interface NewToken {
  readonly user: number;
  /** With it the token sees this project alone. */
  readonly project?: number | undefined;
  /** First moment at which it is refused. */
  readonly expires?: string | undefined;
  /** What people call it; never part of it. */
  readonly name?: string | undefined;
}

/** A token as it may be shown again and again: never itself. */
export interface IssuedToken {
  readonly id: number;
  readonly name: string;
  readonly username: string;
  /** Slug of the one project it sees. */
  readonly project: string | null;
  readonly created: string;
  readonly expires: string | null;
}

export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

function newToken(prefix: "svu_" | "svp_"): string {
  return prefix + Array.from({ length: TOKEN_CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}

/** Gives a user a token and returns it, the only time it is shown: what is kept is its hash. */
export async function issueToken(
  service: Pick<Service, "clock">,
  queries: Queries,
  { user, project, expires, name }: NewToken,
): Promise<string> {
  const token = newToken(project === undefined ? "svu_" : "svp_");
  await queries
    .insertInto("token")
    .values({
      user_id: user,
      hash: hashOf(token),
      project_id: project ?? null,
      created: timestamp(service),
      expires: expires ?? null,
      name: name ?? "",
    })
    .execute();
  return token;
}

/** Tokens of one user or of all, oldest first. */
export async function issuedTokens(queries: Queries, username?: string): Promise<IssuedToken[]> {
  let tokens = queries
    .selectFrom("token")
    .innerJoin("user", "user.id", "token.user_id")
    .leftJoin("project", "project.id", "token.project_id")
    .select(["token.id", "token.name", "user.username", "project.slug as project", "token.created", "token.expires"])
    .orderBy("token.id");
  if (username !== undefined) tokens = tokens.where("user.username", "=", username);
  return tokens.execute();
}

/** @returns whether there was such a token */
export async function revokeToken(queries: Queries, id: number): Promise<boolean> {
  const revoked = await queries.deleteFrom("token").where("id", "=", id).returning("id").executeTakeFirst();
  return revoked !== undefined;
}
