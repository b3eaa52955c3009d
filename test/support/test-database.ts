import { randomBytes } from "node:crypto";
import { Client } from "pg";

/** Address of a server whose user may make databases: tests of the service then run on it instead of SQLite. */
export const TEST_SERVER = "INTERLINEAR_TEST_POSTGRES";

/** For the few tests that look into what only SQLite's queue of jobs has. */
export const onPostgres = process.env[TEST_SERVER] !== undefined;

/** @returns an empty database on the server that the tests are to run on; undefined: SQLite */
export async function databaseOfTests(): Promise<string | undefined> {
  const server = process.env[TEST_SERVER];
  if (server === undefined) return undefined;
  const address = new URL(server);
  const client = new Client(server);
  await client.connect();
  address.pathname = newDatabaseName();
  await client.query(`create database ${address.pathname.slice(1)}`);
  await client.end();
  return address.href;
}

/** Of a database that nobody else has. */
export function newDatabaseName(): string {
  return `test_${randomBytes(6).toString("hex")}`;
}
