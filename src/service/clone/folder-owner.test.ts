import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { openService } from "../open-service.ts";

it("refuses the folder of another database, and leaves it as it is", async () => {
  await using folder = await temporaryDirectory();
  const own = join(folder.path, "own");
  await (await openService({ data: own })).close();
  await (await openService({ data: own })).close();

  await writeFile(join(own, "database"), "another database");

  await expect(openService({ data: own })).rejects.toMatchObject({ code: "IL-E05" });
  await expect(openService({ data: own })).rejects.toMatchObject({ code: "IL-E05" });
});
