import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { removeFolder } from "./folder-removal.ts";

it("removes a folder with all that is in it, but nothing that a link leads to", async () => {
  await using own = await temporaryDirectory();
  const [folder, kept] = [join(own.path, "gone"), join(own.path, "kept")];
  mkdirSync(join(folder, "a/b/c"), { recursive: true });
  mkdirSync(kept);
  for (const path of ["gone/a/1", "gone/a/b/c/2", "gone/3", "kept/4"]) writeFileSync(join(own.path, path), "");
  symlinkSync(kept, join(folder, "a/link"));

  await removeFolder(folder);
  await removeFolder(folder);

  expect([existsSync(folder), existsSync(join(kept, "4"))]).toEqual([false, true]);
});

it("has a few files removed at a time, however many there are", async () => {
  await using own = await temporaryDirectory();
  for (const folder of ["a", "b"]) {
    mkdirSync(join(own.path, folder));
    for (let file = 0; file < 2000; file += 1) writeFileSync(join(own.path, folder, String(file)), "");
  }
  let most = 0;
  let isDone = false;
  const look = (): void => {
    const underWay = process.getActiveResourcesInfo().filter((kind) => kind.startsWith("FSReq")).length;
    most = Math.max(most, underWay);
    if (!isDone) setImmediate(look);
  };
  look();

  await removeFolder(own.path);
  isDone = true;

  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(100);
});
