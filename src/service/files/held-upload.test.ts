import { stat } from "node:fs/promises";
import { expect, it } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { systemClock } from "../../core/clock.ts";
import { dropUpload, holdUpload, withHeldUpload } from "./held-upload.ts";
import { isStored } from "./sent-bytes.ts";

const gone = (): Error => new Error("It is not kept any more.");

it("says of a file that it is not kept any more, also where another agreement has it done meanwhile", async () => {
  await using folder = await temporaryDirectory();
  const service = { dataFolder: folder.path, clock: systemClock };
  const id = await holdUpload(service, 7, Buffer.alloc(200_000, "x"));
  const agreed = { user: 7, id, gone };

  const sizes = await withHeldUpload(service, agreed, async (content) => content.byteLength);
  expect(sizes).toBe(200_000);
  const twice = withHeldUpload(service, agreed, async (content) => {
    await dropUpload(service, 7, id);
    await stat(isStored(content) ? content.file : "");
  });
  await expect(twice).rejects.toThrow("It is not kept any more.");
  await expect(withHeldUpload(service, agreed, async () => undefined)).rejects.toThrow("It is not kept any more.");
});

it("hands on what else fails while a file is kept", async () => {
  await using folder = await temporaryDirectory();
  const service = { dataFolder: folder.path, clock: systemClock };
  const id = await holdUpload(service, 7, Buffer.from("{}"));

  const failing = withHeldUpload(service, { user: 7, id, gone }, async () =>
    Promise.reject(new Error("something else")),
  );
  await expect(failing).rejects.toThrow("something else");
});
