import { expect, it } from "vitest";
import { createRepository } from "../../test/support/repository.ts";
import { ObjectReader } from "./object-reader.ts";

it("holds no object that is larger than allowed, and reads those that come after it", async () => {
  await using repository = await createRepository({ "large.txt": "x".repeat(1_000_000), "small.txt": "small\n" });
  const reader = new ObjectReader(repository.path, {}, 999_999);

  const reads = await Promise.allSettled(
    ["HEAD:small.txt", "HEAD:large.txt", "HEAD:gone.txt", "HEAD:large.txt", "HEAD:small.txt"].map((name) =>
      reader.read(name),
    ),
  );

  const told = reads.map((read) =>
    read.status === "fulfilled" ? Buffer.from(read.value.content).toString("utf8") : String(read.reason),
  );
  expect(told).toEqual([
    "small\n",
    expect.stringContaining("it has 1000000 bytes"),
    expect.stringContaining("missing"),
    expect.stringContaining("it has 1000000 bytes"),
    "small\n",
  ]);
});
