import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { devNull, tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { createRepository, gitEnvironment, type TestRepository } from "../../test/support/repository.ts";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { identityEnvironment, writeCommit, type Identity } from "./commit-writing.ts";
import { firstUser } from "./openpgp-key.ts";
import { withSigningKey, type SigningKey } from "./signing.ts";

const hasGpg = spawnSync("gpg", ["--version"]).error === undefined;
const ANA: Identity = { name: "Ana Signer", email: "ana@example.org" };

interface Keys extends AsyncDisposable {
  readonly folder: string;
  /** Private key in OpenSSH's form, and the line that allows it to sign. */
  readonly ssh: (passphrase?: string) => Promise<{ readonly key: string; readonly allowed: string }>;
  /** Armoured private key, and the home that knows its public half. */
  readonly gpg: (passphrase?: string) => Promise<{ readonly key: string; readonly home: string }>;
}

async function createKeys(): Promise<Keys> {
  const folder = await temporaryDirectory();
  const home = join(folder.path, "home");
  execFileSync("mkdir", ["-m", "700", home]);
  const env = { ...process.env, GNUPGHOME: home };
  return {
    folder: folder.path,
    ssh: async (passphrase = "") => {
      const file = join(folder.path, "id");
      execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", passphrase, "-C", "test", "-f", file]);
      const allowed = join(folder.path, "allowed");
      await writeFile(allowed, `${ANA.email} ${await readFile(`${file}.pub`, "utf8")}`);
      return { key: await readFile(file, "utf8"), allowed };
    },
    gpg: async (passphrase = "") => {
      const loopback = ["--batch", "--pinentry-mode", "loopback", "--passphrase", passphrase];
      const user = "Gerda: Key (translations) <gerda@example.org>";
      execFileSync("gpg", [...loopback, "--quick-generate-key", user, "ed25519", "sign", "never"], {
        env,
        stdio: "ignore",
      });
      const key = execFileSync("gpg", [...loopback, "--armor", "--export-secret-keys"], { env, stdio: "pipe" });
      return Promise.resolve({ key: key.toString("utf8"), home });
    },
    [Symbol.asyncDispose]: async () => {
      if (hasGpg) execFileSync("gpgconf", ["--kill", "gpg-agent"], { env });
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** A commit of the same tree, and the folder that the key was in meanwhile. */
async function sign(
  repository: TestRepository,
  key: SigningKey,
): Promise<{ readonly commit: string; readonly committer: Identity; readonly settings: string }> {
  const parent = await repository.git("rev-parse", "HEAD");
  const tree = await repository.git("rev-parse", "HEAD^{tree}");
  return withSigningKey(repository.path, key, async ({ environment, committer }) => {
    const commit = await writeCommit(repository.path, {
      tree,
      parent,
      message: "Signed\n",
      fallback: committer,
      environment: { ...environment, ...identityEnvironment(committer) },
    });
    return { commit, committer, settings: JSON.stringify(environment) };
  });
}

function verify(repository: TestRepository, commit: string, settings: readonly string[], env: object = {}): string {
  return execFileSync("git", [...settings.flatMap((setting) => ["-c", setting]), "verify-commit", "--raw", commit], {
    cwd: repository.path,
    env: { ...gitEnvironment(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  }).toString("utf8");
}

function privateFolders(): readonly string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith("interlinear-private-"));
}

describe("a commit signed with an SSH key", () => {
  it.each([
    ["without a passphrase", "", (key: string) => key],
    ["with a passphrase", "correct horse", (key: string) => key],
    ["given in base64", "", (key: string) => Buffer.from(key).toString("base64")],
    ["given with \\n for line ends", "", (key: string) => key.replaceAll("\n", "\\n")],
    ["given without its last line end", "", (key: string) => key.trim().replaceAll("\n", "\r\n")],
  ])("is verified by git: a key %s", async (_, passphrase, form) => {
    await using repository = await createRepository({ "de.json": "old\n" });
    await using keys = await createKeys();
    const { key, allowed } = await keys.ssh(passphrase);

    const { commit, settings } = await sign(repository, {
      format: "ssh",
      key: form(key),
      passphrase,
      committer: ANA,
    });

    verify(repository, commit, ["gpg.format=ssh", `gpg.ssh.allowedSignersFile=${allowed}`]);
    expect(await repository.git("log", "-1", "--format=%an <%ae>, %cn <%ce>", commit)).toBe(
      "Ana Signer <ana@example.org>, Ana Signer <ana@example.org>",
    );
    expect(settings).not.toContain("PRIVATE");
    if (passphrase !== "") expect(settings).not.toContain(passphrase);
  });

  it("is verified by git with the key that git's configuration names, and asks for it where there is none", async () => {
    await using repository = await createRepository({ "de.json": "old\n" });
    await using keys = await createKeys();
    const { allowed } = await keys.ssh();

    await expect(sign(repository, { format: "ssh", committer: ANA })).rejects.toMatchObject({ code: "IL-G08" });
    await repository.git("config", "user.signingKey", join(keys.folder, "id"));
    const { commit } = await sign(repository, { format: "ssh", committer: ANA });

    verify(repository, commit, ["gpg.format=ssh", `gpg.ssh.allowedSignersFile=${allowed}`]);
  });

  it("leaves nothing of the key behind", async () => {
    await using repository = await createRepository({ "de.json": "old\n" });
    await using keys = await createKeys();
    const { key } = await keys.ssh();

    const seen = await withSigningKey(repository.path, { format: "ssh", key, committer: ANA }, ({ environment }) => {
      const file = Object.values(environment).find((value) => value.endsWith("signing-key")) ?? "";
      const during = privateFolders().find((name) => file.includes(name));
      return Promise.resolve({ during, key: readFileSync(file, "utf8") });
    });

    expect(seen.key).toBe(key);
    expect(seen.during).toBeDefined();
    expect(privateFolders()).not.toContain(seen.during);
  });

  it.each([
    ["a wrong passphrase", "correct horse", { passphrase: "battery staple" }],
    ["no passphrase for a key that has one", "correct horse", {}],
    [
      "what is no key",
      "",
      { key: "-----BEGIN OPENSSH PRIVATE KEY-----\nc2VjcmV0c2VjcmV0\n-----END OPENSSH PRIVATE KEY-----" },
    ],
    ["nothing", "", { key: "" }],
  ])("is refused for %s, and no secret is shown", async (_, passphrase, given) => {
    await using repository = await createRepository({ "de.json": "old\n" });
    await using keys = await createKeys();
    const { key } = await keys.ssh(passphrase);

    const error: unknown = await sign(repository, { format: "ssh", key, committer: ANA, ...given }).catch(
      (thrown: unknown) => thrown,
    );

    expect(error).toMatchObject({ code: "IL-G08", hint: expect.stringContaining("signing-passphrase") });
    expect(inspect(error, { depth: 9 })).not.toMatch(/battery|c2VjcmV0|b3BlbnNza|interlinear-private/);
  });

  it("names whom git's configuration names, and asks for a name where nobody is", async () => {
    await using repository = await createRepository({ "de.json": "old\n" });
    await using keys = await createKeys();
    const { key } = await keys.ssh();
    await repository.git("config", "user.useConfigOnly", "true");

    await expect(withoutNames(() => sign(repository, { format: "ssh", key }))).rejects.toMatchObject({
      code: "IL-G09",
      hint: expect.stringContaining("committer-email"),
    });
    await repository.git("config", "user.name", "Configured");
    await repository.git("config", "user.email", "configured@example.org");
    expect((await withoutNames(() => sign(repository, { format: "ssh", key }))).committer).toEqual({
      name: "Configured",
      email: "configured@example.org",
    });
  });
});

describe("a commit signed with a GPG key", () => {
  it.skipIf(!hasGpg).each([
    ["without a passphrase", ""],
    ["with a passphrase", "correct horse's battery"],
  ])("is verified by git, and made under the key's first name: a key %s", async (_, passphrase) => {
    await using repository = await createRepository({ "de.json": "old\n" });
    await using keys = await createKeys();
    const { key, home } = await keys.gpg(passphrase);

    const { commit, settings } = await sign(repository, { format: "gpg", key, passphrase });

    verify(repository, commit, [], { GNUPGHOME: home });
    expect(await repository.git("log", "-1", "--format=%an <%ae>, %cn", commit)).toBe(
      "Gerda: Key <gerda@example.org>, Gerda: Key",
    );
    expect(settings).not.toMatch(/PRIVATE|battery/);
    expect(privateFolders().some((name) => settings.includes(name))).toBe(false);
  });

  it.skipIf(!hasGpg)("is refused for a wrong passphrase and for a public key, and no secret is shown", async () => {
    await using repository = await createRepository({ "de.json": "old\n" });
    await using keys = await createKeys();
    const { key, home } = await keys.gpg("correct horse");
    const publicKey = execFileSync("gpg", ["--armor", "--export"], { env: { ...process.env, GNUPGHOME: home } });

    for (const given of [{ key, passphrase: "battery staple" }, { key: publicKey.toString("utf8") }]) {
      const error: unknown = await sign(repository, { format: "gpg", ...given }).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: "IL-G08" });
      expect(inspect(error, { depth: 9 })).not.toMatch(/battery|BEGIN PGP/);
    }
  });

  it.skipIf(!hasGpg)("belongs to its first user, and is made under the given name where one is given", async () => {
    await using repository = await createRepository({ "de.json": "old\n" });
    await using keys = await createKeys();
    const { key, home } = await keys.gpg();

    const { commit, committer } = await sign(repository, {
      format: "gpg",
      key: Buffer.from(key).toString("base64"),
      committer: ANA,
    });

    expect(firstUser(key)).toEqual({ name: "Gerda: Key", email: "gerda@example.org" });
    expect(committer).toEqual(ANA);
    verify(repository, commit, [], { GNUPGHOME: home });
  });

  it.each(["", "-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nnot base64!\n-----END PGP PRIVATE KEY BLOCK-----\n"])(
    "belongs to nobody where it is none: %j",
    (text) => {
      expect(firstUser(text)).toBeUndefined();
    },
  );
});

describe("a program that git cannot sign with", () => {
  it("is named, with what to install", async () => {
    await using repository = await createRepository({ "de.json": "old\n" });
    await using folder = await temporaryDirectory();
    await writeFile(
      join(folder.path, "git"),
      `#!/bin/sh\nexec ${execFileSync("which", ["git"]).toString().trim()} "$@"\n`,
    );
    await chmod(join(folder.path, "git"), 0o755);
    const path = process.env["PATH"];
    process.env["PATH"] = folder.path;
    try {
      await expect(sign(repository, { format: "ssh", key: "-----BEGIN", committer: ANA })).rejects.toMatchObject({
        code: "IL-G08",
        message: expect.stringContaining("ssh-keygen"),
      });
    } finally {
      process.env["PATH"] = path;
    }
  });
});

/** Without the names that tests are given by the environment. */
async function withoutNames<Result>(run: () => Promise<Result>): Promise<Result> {
  const names = Object.keys(process.env).filter((name) => /^(?:GIT_(?:AUTHOR|COMMITTER|CONFIG)_|EMAIL$)/.test(name));
  const saved = names.map((name) => [name, process.env[name]] as const);
  for (const name of names) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, { GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: "1" });
  try {
    return await run();
  } finally {
    for (const name of ["GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM"]) Reflect.deleteProperty(process.env, name);
    for (const [name, value] of saved) process.env[name] = value;
  }
}
