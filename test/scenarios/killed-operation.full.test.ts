import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { RepositoryOperation } from "../../src/contract/resources/repository.ts";
import { formatFor } from "../../src/formats/registry.ts";
import { administration } from "../../src/service/administration.ts";
import { cloneOf } from "../../src/service/clone/component-clone.ts";
import { operate } from "../../src/service/clone/repository-operations.ts";
import { openService, type OpenService } from "../../src/service/open-service.ts";
import { command } from "../support/command.ts";
import { sampleFiles } from "../support/open-test-service.ts";
import { createRepository, type TestRepository } from "../support/repository.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const CHILD = join(import.meta.dirname, "../support/killed-operation.ts");

interface World extends AsyncDisposable {
  readonly upstream: TestRepository;
  readonly data: string;
  /** Makes everything as it was before anything was tried. */
  restore(): Promise<void>;
}

/** Two translators' strings wait, one is committed, and upstream has changed strings of the same files. */
async function createWorld(): Promise<World> {
  const folder = await temporaryDirectory();
  const upstream = await createRepository(sampleFiles);
  const data = join(folder.path, "data");
  const service = await openService({ data });
  const admin = administration(service);
  await admin.createProject({ name: "Demo", slug: "demo" });
  const repository = { repo: upstream.remoteUrl, push: upstream.remoteUrl, branch: "main", push_on_commit: false };
  const app = { file_format: "json-nested", filemask: "locales/*.json", template: "locales/en.json" };
  const server = { file_format: "po", filemask: "po/*.po", new_base: "po/server.pot" };
  await admin.createComponent("demo", { ...repository, ...app, name: "App", slug: "app" });
  await admin.createComponent("demo", { ...repository, ...server, name: "Server", slug: "server" });
  await service.jobs.idle();
  await saveText(service, "Hallo", "Eins");
  await operate(service, "commit", { clone: 1, name: "demo/app" });
  await saveText(service, "Abbrechen", "Zwei");
  await saveText(service, "Vítejte", "Tři");
  await service.close();
  await upstream.write({
    "locales/de.json": sampleFiles["locales/de.json"].replace("Speichern", "Sichern"),
    "locales/cs.json": sampleFiles["locales/cs.json"].replace("Ahoj", "Nazdar"),
  });
  await upstream.publish("Translate here too");
  const copies = [
    [data, join(folder.path, "data-before")],
    [upstream.remotePath, join(folder.path, "remote-before")],
  ] as const;
  for (const [path, copy] of copies) await cp(path, copy, { recursive: true });
  return {
    upstream,
    data,
    restore: async () => {
      for (const [path, copy] of copies) {
        await rm(path, { recursive: true });
        await cp(copy, path, { recursive: true });
      }
    },
    [Symbol.asyncDispose]: async () => {
      await upstream[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

let mark = 0;

async function saveText({ database }: OpenService, old: string, text: string): Promise<void> {
  mark += 1;
  const unit = await database
    .selectFrom("unit")
    .selectAll()
    .where("target", "=", JSON.stringify([old]))
    .executeTakeFirstOrThrow();
  await database
    .updateTable("unit")
    .set({ target: JSON.stringify([text]), state: 20, pending: mark })
    .where("id", "=", unit.id)
    .execute();
  await database
    .updateTable("translation")
    .set(({ eb }) => ({ pending: eb("pending", "+", 1) }))
    .where("id", "=", unit.translation_id)
    .execute();
}

interface Snapshot {
  /** `file key: text`, and `(waits)`. */
  readonly units: readonly string[];
  readonly needs: { readonly ahead: number; readonly behind: number };
}

/** What a service that was started again has; checks that database and clone are in line. */
async function look(service: OpenService): Promise<Snapshot> {
  const { database } = service;
  const record = await database.selectFrom("clone").selectAll().where("id", "=", 1).executeTakeFirstOrThrow();
  const clone = cloneOf(service, 1);
  expect(record.dirty).toBe(0);
  expect(await clone.head()).toBe(record.head);
  expect(await clone.status()).toContain("nothing to commit, working tree clean");
  expect(await clone.state("main")).toMatchObject({ ahead: record.ahead, behind: record.behind });
  const files = await clone.files();
  const units: string[] = [];
  const translations = await database.selectFrom("translation").selectAll().orderBy("filename").execute();
  for (const { id, filename, revision, component_id: component, pending } of translations) {
    expect(revision, filename).toBe(files.get(filename));
    const format = formatFor(component === 1 ? "json-nested" : "po");
    const catalogue = format?.read(await clone.read(filename));
    const inFile = new Map(catalogue?.units.map((unit) => [unit.key, unit.target.join("\n")]));
    const rows = await database
      .selectFrom("unit")
      .selectAll()
      .where("translation_id", "=", id)
      .orderBy("key")
      .execute();
    expect(rows.filter((row) => row.pending > 0)).toHaveLength(pending);
    for (const row of rows) {
      const texts: readonly string[] = JSON.parse(row.target);
      units.push(`${filename} ${row.key}: ${texts.join("|")}${row.pending > 0 ? " (waits)" : ""}`);
      if (row.pending > 0 || filename.endsWith(".pot")) continue;
      expect(texts.join("\n"), `${filename} ${row.key}`).toBe(inFile.get(row.key) ?? "");
    }
  }
  return { units, needs: { ahead: record.ahead, behind: record.behind } };
}

async function run(data: string, operation: RepositoryOperation, lastStep = 0) {
  return command("node", [CHILD, data, operation, String(lastStep)]);
}

async function afterRestart<T>(data: string, work: (service: OpenService) => Promise<T>): Promise<T> {
  const service = await openService({ data });
  try {
    return await work(service);
  } finally {
    await service.close();
  }
}

/** After so many of the steps the operation is done again: it takes its time. */
const FINISHED_STEPS = 4;

test.concurrent.for<RepositoryOperation>(["push", "pull-merge", "reset"])(
  "a service that is killed at any step of %s agrees with its clone when it is started again, and finishes the next time",
  { timeout: 600_000 },
  async (operation, { expect: expected }) => {
    await using world = await createWorld();
    const before = await afterRestart(world.data, look);
    const whole = await run(world.data, operation);
    expected(whole.exitCode, whole.stderr).toBe(0);
    const steps = Number(whole.stdout);
    expected(steps).toBeGreaterThan(5);
    const after = await afterRestart(world.data, look);
    expected(after).not.toEqual(before);

    for (let step = 1; step <= steps; step += 1) {
      await world.restore();
      expected((await run(world.data, operation, step)).exitCode).toBe(1);
      await afterRestart(world.data, async (service) => {
        const found = await look(service);
        if (operation === "reset") {
          const isAfter = found.units.every((unit) => after.units.includes(unit));
          expected(isAfter ? after.units : before.units, `step ${String(step)}`).toEqual(found.units);
        } else {
          for (const text of ["Eins", "Zwei", "Tři"]) expected(found.units.join("\n")).toContain(text);
        }
        if (step % FINISHED_STEPS !== 0) return;
        const { result, detail } = await operate(service, operation, { clone: 1, name: "demo/app" });
        expected(result, detail).toBe(true);
        expected(await look(service), `step ${String(step)}`).toEqual(after);
      });
    }
  },
);
