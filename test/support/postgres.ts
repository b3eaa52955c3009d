import { readFileSync } from "node:fs";
import { chown, mkdir, readdir, writeFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { command } from "./command.ts";
import { temporaryDirectory } from "./temporary-directory.ts";
import { newDatabaseName } from "./test-database.ts";
import { freePort } from "./free-port.ts";

/** A PostgreSQL server of its own, gone at the end of the block. */
export interface TestPostgres extends AsyncDisposable {
  /** Makes an empty database. @returns its address, with a password */
  createDatabase(): Promise<string>;
  /** As a machine that goes down and comes back: connections break at once. @param mode "immediate": as after a crash */
  restart(whileAway?: () => Promise<void>, mode?: "fast" | "immediate"): Promise<void>;
  /** Id of the process that all others of the server come from; another one after a restart. */
  mainProcess(): number;
}

const USER = "interlinear";
/** Must appear nowhere but in the address. */
export const PASSWORD = "correct-horse-battery";

/** Where Debian has the programs of each version. */
export const POSTGRES_PROGRAMS = "/usr/lib/postgresql";

/** @throws where the machine has no PostgreSQL in `POSTGRES_PROGRAMS` */
export async function startPostgres(): Promise<TestPostgres> {
  const programs = await newestPrograms();
  const folder = await temporaryDirectory();
  const data = join(folder.path, "data");
  const passwordFile = join(folder.path, "password");
  const port = await freePort();
  await mkdir(data, { mode: 0o700 });
  await writeFile(passwordFile, PASSWORD);
  if (userInfo().uid === 0) {
    const { uid, gid } = await accountOf("postgres");
    for (const path of [folder.path, data, passwordFile]) await chown(path, uid, gid);
  }
  const run = async (program: string, ...args: string[]): Promise<void> => {
    const path = join(programs, program);
    // PostgreSQL refuses to run as root.
    const [first = path, ...rest] = userInfo().uid === 0 ? ["runuser", "-u", "postgres", "--", path] : [path];
    const { exitCode, output } = await command(first, [...rest, ...args], { cwd: "/" });
    if (exitCode !== 0) throw new Error(`${program} failed: ${output}`);
  };
  const access = ["-U", "postgres", "-A", "scram-sha-256", `--pwfile=${passwordFile}`];
  await run("initdb", "-D", data, ...access, "-E", "UTF8", "--locale=C.UTF-8", "--no-sync");
  const settings = `-p ${String(port)} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
  const start = (): Promise<void> =>
    run("pg_ctl", "-s", "-w", "-D", data, "-l", join(data, "log"), "-o", settings, "start");
  await start();
  const administer = async (statement: string): Promise<void> => {
    const client = new Client({ host: "127.0.0.1", port, user: "postgres", password: PASSWORD, database: "postgres" });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await administer(`create role ${USER} login createdb password '${PASSWORD}'`);
  return {
    createDatabase: async () => {
      const name = newDatabaseName();
      await administer(`create database ${name} owner ${USER}`);
      return `postgres://${USER}:${PASSWORD}@127.0.0.1:${String(port)}/${name}`;
    },
    restart: async (whileAway, mode = "fast") => {
      await run("pg_ctl", "-s", "-w", "-m", mode, "-D", data, "stop");
      await whileAway?.();
      await start();
    },
    mainProcess: () => Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]),
    [Symbol.asyncDispose]: async () => {
      await run("pg_ctl", "-s", "-m", "immediate", "-D", data, "stop");
      await folder[Symbol.asyncDispose]();
    },
  };
}

async function newestPrograms(): Promise<string> {
  const versions = await readdir(POSTGRES_PROGRAMS);
  const newest = versions.map(Number).toSorted((a, b) => b - a)[0];
  return join(POSTGRES_PROGRAMS, String(newest), "bin");
}

async function accountOf(name: string): Promise<{ readonly uid: number; readonly gid: number }> {
  const [uid, gid] = await Promise.all(
    ["-u", "-g"].map(async (option) => Number((await command("id", [option, name])).stdout)),
  );
  if (uid === undefined || gid === undefined) throw new Error(`There is no user ${name}.`);
  return { uid, gid };
}
