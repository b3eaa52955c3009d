import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { silentLogger as logger } from "../core/logger.ts";
import { openRecords } from "./open-records.ts";

describe("openRecords", () => {
  it("makes a folder and a key that only its owner reads", async () => {
    await using folder = await temporaryDirectory();
    const data = join(folder.path, "bot");

    await using records = await openRecords({ data, logger });

    expect((await stat(data)).mode & 0o777).toBe(0o700);
    expect((await stat(join(data, "bot.key"))).mode & 0o777).toBe(0o600);
    expect(records.seal.open(records.seal.close("geheim ě"))).toBe("geheim ě");
  });

  it("keeps the database to its owner, whoever may look into the folder", async () => {
    await using folder = await temporaryDirectory();
    await chmod(folder.path, 0o755);
    await writeFile(join(folder.path, "bot.sqlite"), "", { mode: 0o644 });

    await using records = await openRecords({ data: folder.path, logger });

    await records.database.insertInto("setting").values({ name: "x", value: "1" }).execute();
    const files = (await readdir(folder.path)).filter((name) => name.startsWith("bot.sqlite"));
    const modes = await Promise.all(files.map(async (name) => (await stat(join(folder.path, name))).mode & 0o777));
    expect(files).toContain("bot.sqlite-wal");
    expect(new Set(modes)).toEqual(new Set([0o600]));
  });

  it("opens at the next start what was sealed before", async () => {
    await using folder = await temporaryDirectory();
    const first = await openRecords({ data: folder.path, logger });
    const sealed = first.seal.close("secret");
    await first.close();

    await using second = await openRecords({ data: folder.path, logger });

    expect(second.seal.open(sealed)).toBe("secret");
  });

  it("takes the key it is given, and makes no file then", async () => {
    await using folder = await temporaryDirectory();
    const key = Buffer.alloc(32, 7).toString("base64");
    await (await openRecords({ data: folder.path, key, logger })).close();

    await expect(readFile(join(folder.path, "bot.key"))).rejects.toMatchObject({ code: "ENOENT" });
    await using again = await openRecords({ data: folder.path, key, logger });
    expect(again.data).toBe(folder.path);
  });

  it.each([
    ["another one", Buffer.alloc(32, 9).toString("base64"), "IL-K01"],
    ["too short", Buffer.alloc(16).toString("base64"), "IL-K02"],
    ["no base64", "?".repeat(44), "IL-K02"],
  ])("does not start with a key that is %s, and leaves the folder free", async (_, key, code) => {
    await using folder = await temporaryDirectory();
    await (await openRecords({ data: folder.path, logger })).close();

    await expect(openRecords({ data: folder.path, key, logger })).rejects.toMatchObject({ code });

    await using again = await openRecords({ data: folder.path, logger });
    expect(again.data).toBe(folder.path);
  });

  it("does not make another key where the first was lost", async () => {
    await using folder = await temporaryDirectory();
    await (await openRecords({ data: folder.path, logger })).close();
    await rm(join(folder.path, "bot.key"));

    await expect(openRecords({ data: folder.path, logger })).rejects.toMatchObject({ code: "IL-K01" });
  });

  it("is one process's alone on SQLite", async () => {
    await using folder = await temporaryDirectory();
    await mkdir(folder.path, { recursive: true });
    await writeFile(join(folder.path, "bot.process"), String(process.ppid));

    await expect(openRecords({ data: folder.path, logger })).rejects.toMatchObject({ code: "IL-K03" });
  });

  it("takes over the folder of a process that died", async () => {
    await using folder = await temporaryDirectory();
    await writeFile(join(folder.path, "bot.process"), "999999999");

    await using records = await openRecords({ data: folder.path, logger });

    expect(await records.jobs.lengths()).toEqual({});
  });

  it("lets somebody look beside the process that has it", async () => {
    await using folder = await temporaryDirectory();
    await using first = await openRecords({ data: folder.path, logger });
    await writeFile(join(folder.path, "bot.process"), String(process.ppid));

    await using beside = await openRecords({ data: folder.path, beside: true, logger });

    expect(beside.seal.open(first.seal.close("seen"))).toBe("seen");
  });
});

describe("what is sealed", () => {
  it("differs each time, and does not open when somebody changed it", async () => {
    await using folder = await temporaryDirectory();
    await using records = await openRecords({ data: folder.path, logger });
    const { seal } = records;
    const sealed = seal.close("token");

    expect(seal.close("token")).not.toBe(sealed);
    const other = sealed.at(20) === "A" ? "B" : "A";
    for (const changed of ["", "token", sealed.slice(0, -2), `${sealed.slice(0, 20)}${other}${sealed.slice(21)}`]) {
      expect(() => seal.open(changed)).toThrow(/another key, or changed/);
    }
  });
});
