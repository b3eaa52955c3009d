import { join } from "node:path";
import { afterAll } from "vitest";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { openSqlite } from "./sqlite/open.ts";
import { describeStore } from "./store.contract.ts";

const folder = await temporaryDirectory();
afterAll(() => folder[Symbol.asyncDispose]());
let databases = 0;

describeStore("SQLite", {
  emptyDatabase: async () => {
    databases += 1;
    return join(folder.path, `${String(databases)}.sqlite`);
  },
  openBare: async (target) => openSqlite(target),
  openAnother: async (_, database) => database,
});
