import { afterEach, expect, test, vi } from "vitest";
import { Redactor } from "../core/redaction.ts";
import { loadInputs } from "./inputs.ts";

function given(inputs: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(inputs)) vi.stubEnv(`INPUT_${name.toUpperCase()}`, value);
}

/** Masking is a command on standard output. */
function masks(): string[] {
  const said: string[] = [];
  vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
    const [, mask] = /^::add-mask::(.*)/s.exec(String(chunk)) ?? [];
    if (mask !== undefined) said.push(mask.trimEnd());
    return true;
  });
  return said;
}

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test("everything may be left out", () => {
  masks();

  expect(loadInputs(new Redactor())).toEqual({
    token: "",
    githubToken: "",
    mapping: ".github/interlinear.yml",
    command: "auto",
    dryRun: false,
    allowRemovals: false,
    full: false,
    matrix: {},
  });
});

test("what is given is read, components by line, comma or blank", () => {
  masks();
  given({
    command: "review",
    components: "website, acme/app\n\nserver docs",
    "fail-below": "92.5",
    "app-id": "123",
    "private-key": "key-of-an-app",
    "committer-name": "Translations",
    "committer-email": "bot@example.org",
  });

  expect(loadInputs(new Redactor())).toMatchObject({
    command: "review",
    components: ["website", "acme/app", "server", "docs"],
    failBelow: 92.5,
    app: { id: "123", privateKey: "key-of-an-app" },
    committer: { name: "Translations", email: "bot@example.org" },
  });
});

test("an App without its key, as in a run for a fork, is none", () => {
  masks();
  given({ "app-id": "123" });

  expect(loadInputs(new Redactor())).not.toHaveProperty("app");
});

test.each([
  [{ command: "everything" }, "command"],
  [{ "fail-below": "101" }, "fail-below"],
  [{ "fail-below": "many" }, "fail-below"],
  [{ "dry-run": "perhaps" }, "dry-run"],
  [{ "private-key": "key-of-an-app" }, "app-id"],
  [{ "committer-name": "Bot" }, "committer-email"],
])("%j is refused by name", (inputs, name) => {
  masks();
  given(inputs);

  expect(() => loadInputs(new Redactor())).toThrow(
    expect.objectContaining({ code: "IL-A01", message: expect.stringContaining(name) }),
  );
});

test("secrets are masked before anything is refused, and the refusal does not show them", () => {
  const said = masks();
  const redactor = new Redactor();
  given({
    token: "wlu_secret1",
    "github-token": "ghs_secret2",
    "signing-key": "-----BEGIN KEY-----\nline-of-a-key\n",
    command: "no",
  });

  expect(() => loadInputs(redactor)).toThrow();

  for (const secret of ["wlu_secret1", "ghs_secret2", "line-of-a-key"]) {
    expect(said).toContain(secret);
    expect(redactor.redact(secret)).toBe("***");
  }
});
