import { createHash, randomInt } from "node:crypto";
import type { Selectable } from "kysely";
import type { Queries } from "../store/database.ts";
import type { UserTable } from "../store/tables.ts";
import type { Caller, Grant } from "./permissions.ts";
import { wrongToken } from "./refusal.ts";
import { timestamp, type Service } from "./service.ts";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const TOKEN_CHARACTERS = 36;

export type User = Selectable<UserTable>;

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

function newToken(prefix: "svu_" | "svp_"): string {
  return prefix + Array.from({ length: TOKEN_CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}

/** Gives the user a token: a personal one, or with `project` one that sees that project alone. Only its hash is kept. */
export async function issueToken(service: Service, user: number, project?: number): Promise<string> {
  const token = newToken(project === undefined ? "svu_" : "svp_");
  await service.database
    .insertInto("token")
    .values({
      user_id: user,
      hash: hashOf(token),
      project_id: project ?? null,
      created: timestamp(service),
      expires: null,
    })
    .execute();
  return token;
}

/**
 * Who the `Authorization` header says it is: `Token X` or `Bearer X`. Other schemes are ignored, as the real service does;
 * a token that is wrong, expired or of an inactive user is an error even where anonymous reading is allowed (probe §6).
 */
export async function authenticate(service: Service, authorization: string | undefined): Promise<Caller> {
  const token = /^(?:token|bearer)\s+(\S.*?)\s*$/i.exec(authorization ?? "")?.[1];
  if (token === undefined) return anonymous(service);
  const row = await service.database
    .selectFrom("token")
    .innerJoin("user", "user.id", "token.user_id")
    .selectAll("user")
    .select(["token.project_id as scope", "token.expires as expires"])
    .where("token.hash", "=", hashOf(token))
    .executeTakeFirst();
  if (row === undefined || row.is_active !== 1) throw wrongToken();
  if (row.expires !== null && row.expires < timestamp(service)) throw wrongToken();
  const { scope, expires: _, ...user } = row;
  return { user, scope: scope ?? undefined, grants: await grantsOf(service.database, user.id) };
}

async function anonymous(service: Service): Promise<Caller> {
  const guests = await service.database.selectFrom("team").select("id").where("name", "=", "Guests").execute();
  const teams = guests.map(({ id }) => id);
  return { user: undefined, scope: undefined, grants: await grantsOfTeams(service.database, teams) };
}

async function grantsOf(queries: Queries, user: number): Promise<Grant[]> {
  const teams = await queries.selectFrom("team_member").select("team_id").where("user_id", "=", user).execute();
  return grantsOfTeams(
    queries,
    teams.map(({ team_id: team }) => team),
  );
}

async function grantsOfTeams(queries: Queries, teams: readonly number[]): Promise<Grant[]> {
  if (teams.length === 0) return [];
  const rows = await queries
    .selectFrom("team")
    .leftJoin("team_role", "team_role.team_id", "team.id")
    .leftJoin("role", "role.id", "team_role.role_id")
    .select(["team.id", "team.project_selection as selection", "role.permissions"])
    .where("team.id", "in", teams)
    .execute();
  const listed = await queries.selectFrom("team_project").selectAll().where("team_id", "in", teams).execute();
  return rows.map(({ id, selection, permissions }) => ({
    selection,
    projects: new Set(listed.filter((row) => row.team_id === id).map((row) => row.project_id)),
    permissions: new Set(parsePermissions(permissions)),
  }));
}

function parsePermissions(json: string | null): readonly string[] {
  const permissions: readonly string[] = JSON.parse(json ?? "[]");
  return permissions;
}
