import { describe, expect, it } from "vitest";
import { signingKey } from "./signing.ts";

const KEY = { key: "-----BEGIN KEY-----", passphrase: "" };
const ANA = { name: "Ana", email: "ana@example.org" };

describe("the key that commits are signed with", () => {
  it.each([
    ["none where the forge signs", "forge", { signing: KEY, committer: ANA }, undefined],
    ["the given one", "ssh", { signing: KEY }, { format: "ssh", ...KEY }],
    [
      "the given one, under the given name",
      "gpg",
      { signing: KEY, committer: ANA },
      { format: "gpg", ...KEY, committer: ANA },
    ],
  ] as const)("is %s", (_, signing, inputs, expected) => {
    expect(signingKey(inputs, { signing, signOff: false })).toEqual(expected);
  });

  it("is asked for where the mapping wants one", () => {
    expect(() => signingKey({}, { signing: "ssh", signOff: false })).toThrow(
      expect.objectContaining({ code: "IL-A05" }),
    );
  });
});
