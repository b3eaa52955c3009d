import { expect, test } from "vitest";
import { defined } from "../core/defined.ts";
import { RemoteError } from "../core/errors.ts";
import { unlessRefused } from "./refusal.ts";

test.each([
  ["it may not", "Add checks: write.", "it may not. Add checks: write."],
  ["It may not.", "Add checks: write.", "It may not. Add checks: write."],
  ["it may not", undefined, "it may not"],
])("a refusal (%j, %j) is said in whole sentences, and is no failure", async (message, hint, said) => {
  const heard: string[] = [];
  const refusal = new RemoteError(message, { code: "IL-F02", ...defined({ hint }) });

  const result = await unlessRefused(Promise.reject(refusal), (words) => void heard.push(words));

  expect(result).toBeUndefined();
  expect(heard).toEqual([said]);
});

test("whatever else goes wrong is thrown", async () => {
  const trouble = new RemoteError("no answer", { code: "IL-F03" });

  await expect(unlessRefused(Promise.reject(trouble), () => undefined)).rejects.toBe(trouble);
});
