import { describe, expect, it } from "vitest";
import { passwordProblem } from "./password-policy.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";

const PASSWORD = "a sentence of some length";

describe.each(["argon2id", "scrypt"] as const)("a password hashed by %s", (method) => {
  it("is right, and another one is not", async () => {
    const hash = await hashPassword(PASSWORD, method);

    expect(hash).toMatch(new RegExp(String.raw`^${method}\$\w=\d+,\w=\d+,\w=\d+\$[\w-]{22}\$[\w-]{43}$`));
    expect((await verifyPassword(PASSWORD, hash)).isRight).toBe(true);
    expect((await verifyPassword(`${PASSWORD}.`, hash)).isRight).toBe(false);
  });

  it("has another hash each time", async () => {
    expect(await hashPassword(PASSWORD, method)).not.toBe(await hashPassword(PASSWORD, method));
  });
});

it("a hash of former parameters is still read, and is to be made anew", async () => {
  // argon2id of "a sentence of some length", 1 pass over 8 KiB.
  const former = "argon2id$m=8,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$viBJSyPGEjwuzOPYZS7Kwzri_pclrxhkWkfewN5uw50";

  expect(await verifyPassword(PASSWORD, former)).toEqual({ isRight: true, isOutdated: true });
  expect(await verifyPassword(PASSWORD, await hashPassword(PASSWORD))).toEqual({ isRight: true, isOutdated: false });
});

it("the same letters are the same password, however they were put together", async () => {
  const hash = await hashPassword("\u010Dek\u00E1 se dlouho");

  expect((await verifyPassword("c\u030Ceka\u0301 se dlouho", hash)).isRight).toBe(true);
});

it.each([null, "", "nothing", "md5$a=1$AAAA$AAAA"])("nobody signs in where the hash is %j", async (hash) => {
  expect((await verifyPassword("", hash)).isRight).toBe(false);
});

describe("a password", () => {
  const COMMON =
    "This is among the first that are guessed: it is made of common words, rows of keys or repetitions. Choose other words.";
  const OWN = "This is made of the name or the mail address, which are tried first: choose other words.";
  const owner = { name: "Jana Nováková", email: "jana.novakova@example.org" };

  it.each([
    ["elevenchars", "Expected at least 12 characters."],
    ["žluťoučký k", "Expected at least 12 characters."],
    ["x".repeat(1025), "Expected at most 1024 bytes."],
    ["Password1234", COMMON],
    ["interlinear1", COMMON],
    ["Interlinear-Bot-2026", COMMON],
    ["!nt3rl1n34r2026!", COMMON],
    ["qwertyuiop12", COMMON],
    ["1q2w3e4r5t6y7u", COMMON],
    ["zaq12wsxcde3", COMMON],
    ["Sommer2026!!", COMMON],
    ["iloveyouiloveyou", COMMON],
    ["correct horse battery staple".replaceAll(" ", ""), COMMON],
    ["ababababababab", COMMON],
    ["1.2.1.2.1.2.", COMMON],
    ["x".repeat(1000), COMMON],
    ["jana nováková", OWN],
    ["JANA.NOVAKOVA", OWN],
    ["Jana.Novakova@example.org", OWN],
    ["novakova1985!!", OWN],
    ["Jan4N0vak0va12", OWN],
    ["with a NUL \0 in it", "Expected characters that a keyboard has."],
  ])("%j is refused", (password, problem) => {
    expect(passwordProblem(password, owner)).toBe(problem);
  });

  it.each([
    "twelve chars",
    "žluťoučký kůň",
    "🦊🐻🐼 and nine more",
    "four words beside a river",
    "Tr0ub4dour&3xx",
    "b4f1-77de-09ac",
    "my passwords are long sentences",
    "Jana likes rivers and old maps",
    "ůúěščřžýáíé+",
    "word ".repeat(3) + "and something else".repeat(50),
  ])("%j is taken", (password) => {
    expect(passwordProblem(password, owner)).toBeUndefined();
  });

  it("that is as long as it may be is judged in as many steps as it has characters, however it repeats", () => {
    for (const text of ["qwe", "ab", "x1", "interlinear", "aab"]) {
      expect(passwordProblem(`${text.repeat(400).slice(0, 900)}.`, owner)).toBe(COMMON);
    }
  });
});
