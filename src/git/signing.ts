import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LocalError, UserError } from "../core/errors.ts";
import { configuredCommitter, type Identity } from "./commit-writing.ts";
import { configurationEnvironment } from "./configuration.ts";
import { withPrivateFolder } from "./private-folder.ts";
import { runProgram } from "./program.ts";

/** A key that git signs commits with. All of it but `format` and `committer` is private. */
export interface SigningKey {
  readonly format: "ssh" | "gpg";
  /**
   * OpenSSH's or PEM's private key, or GnuPG's armoured one; also in base64, or with `\n` for line ends. Left out: the one
   * that git's own configuration names.
   */
  readonly key?: string;
  /** Of the key; left out or empty where it has none. */
  readonly passphrase?: string;
  /** Default: the first user of a GPG key, or whom git's configuration names. */
  readonly committer?: Identity;
}

/** What one git process needs to sign: settings and names, nothing of the key. */
export interface Signing {
  readonly environment: Readonly<Record<string, string>>;
  readonly committer: Identity;
}

/**
 * Puts the key where git finds it, for as long as `use` takes: in a folder of this user's alone, never in an argument.
 * @throws {UserError} `IL-G08` for a key that cannot be used, `IL-G09` where nobody is named as the committer
 */
export async function withSigningKey<Result>(
  cwd: string,
  key: SigningKey,
  use: (signing: Signing) => Promise<Result>,
): Promise<Result> {
  const { key: text } = key;
  if (text === undefined) return signingRun(use, await configuredSigning(cwd, key));
  return withPrivateFolder(async (folder) => {
    await writeFile(join(folder, "passphrase"), `${key.passphrase ?? ""}\n`, { mode: 0o600 });
    if (key.format === "ssh") return signingRun(use, await prepareSsh(cwd, folder, { ...key, key: text }));
    const home = join(folder, "gpg-home");
    await mkdir(home, { mode: 0o700 });
    try {
      return await signingRun(use, await prepareGpg(cwd, folder, home, { ...key, key: text }));
    } finally {
      await runProgram("gpgconf", ["--kill", "gpg-agent"], { env: { GNUPGHOME: home } }).catch(() => undefined);
    }
  });
}

async function signingRun<Result>(use: (signing: Signing) => Promise<Result>, signing: Signing): Promise<Result> {
  try {
    return await use(signing);
  } catch (error) {
    if (
      !(error instanceof LocalError) ||
      !/failed to sign|sign the data|passphrase|secret key|signingkey/i.test(error.message)
    ) {
      throw error;
    }
    throw new LocalError(error.message, { code: "IL-G08", hint: UNUSABLE });
  }
}

const UNUSABLE = "Check that `signing-key` may sign, has not expired, and that `signing-passphrase` is its passphrase.";

type GivenKey = SigningKey & { readonly key: string };

async function configuredSigning(cwd: string, key: SigningKey): Promise<Signing> {
  return {
    environment: configurationEnvironment([
      ["gpg.format", key.format === "ssh" ? "ssh" : "openpgp"],
      ["commit.gpgSign", "true"],
    ]),
    committer: await committerOf(cwd, key, undefined),
  };
}

async function prepareSsh(cwd: string, folder: string, key: GivenKey): Promise<Signing> {
  const file = join(folder, "signing-key");
  await writeFile(file, keyText(key.key), { mode: 0o600 });
  // Asked for the passphrase, OpenSSH runs a program instead of waiting at a terminal.
  const askpass = await writeProgram(folder, "askpass", 'cat "$folder/passphrase"');
  const environment = { SSH_ASKPASS: askpass, SSH_ASKPASS_REQUIRE: "force", DISPLAY: process.env["DISPLAY"] ?? ":0" };
  const read = await runProgram("ssh-keygen", ["-y", "-f", file], { env: environment });
  if (read.code !== 0) throw unusable("SSH", read.stderr.replaceAll(folder, ""));
  return {
    environment: {
      ...environment,
      ...configurationEnvironment([
        ["gpg.format", "ssh"],
        ["gpg.ssh.program", "ssh-keygen"],
        ["user.signingKey", file],
        ["commit.gpgSign", "true"],
      ]),
    },
    committer: await committerOf(cwd, key, undefined),
  };
}

async function prepareGpg(cwd: string, folder: string, home: string, key: GivenKey): Promise<Signing> {
  const env = { GNUPGHOME: home };
  const program = await writeProgram(
    folder,
    "sign",
    'exec gpg --batch --no-tty --pinentry-mode loopback --passphrase-file "$folder/passphrase" "$@"',
  );
  const imported = await runProgram(program, ["--import"], { env, input: keyText(key.key) });
  const listed = await runProgram(program, ["--with-colons", "--list-secret-keys"], { env });
  const found = secretKey(listed.stdout);
  if (found === undefined) throw unusable("GPG", imported.stderr.replaceAll(folder, ""));
  return {
    environment: {
      ...env,
      ...configurationEnvironment([
        ["gpg.format", "openpgp"],
        ["gpg.program", program],
        ["gpg.openpgp.program", program],
        ["user.signingKey", found.fingerprint],
        ["commit.gpgSign", "true"],
      ]),
    },
    committer: await committerOf(cwd, key, found.user),
  };
}

async function committerOf(cwd: string, key: SigningKey, ofKey: Identity | undefined): Promise<Identity> {
  const committer = key.committer ?? ofKey ?? (await configuredCommitter(cwd));
  if (committer !== undefined) return committer;
  throw new UserError("nobody is named as the committer of signed commits", {
    code: "IL-G09",
    hint: "Give `committer-name` and `committer-email`: those of the account that the signing key belongs to.",
  });
}

/** The first one, by its fingerprint, and whom it belongs to. */
export function secretKey(
  listing: string,
): { readonly fingerprint: string; readonly user: Identity | undefined } | undefined {
  const records = listing.split("\n").map((line) => line.split(":"));
  const fingerprint = records.find(([kind]) => kind === "fpr")?.[9];
  if (fingerprint === undefined || !records.some(([kind]) => kind === "sec")) return undefined;
  const user = records
    .filter(([kind, validity]) => kind === "uid" && validity !== "r" && validity !== "e")
    .map((fields) => userOf(fields[9] ?? ""))
    .find((identity) => identity !== undefined);
  return { fingerprint, user };
}

/** `Ana (work) <ana@example.org>`, with colons written as `\x3a`. */
function userOf(text: string): Identity | undefined {
  const plain = text.replace(/\\x([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  const [, name = "", email = ""] = /^(.*?)(?: \([^()]*\))? <([^<>]+)>$/.exec(plain) ?? [];
  return name === "" || email === "" ? undefined : { name, email };
}

function unusable(kind: string, words: string): UserError {
  const said = words.split("\n").find((line) => line.trim() !== "") ?? "";
  return new UserError(`\`signing-key\` is no private ${kind} key that can be used: ${said.trim()}`, {
    code: "IL-G08",
    hint: UNUSABLE,
  });
}

/** As people paste it. OpenSSH wants a line end at the end. */
function keyText(text: string): string {
  const pasted = text.includes("-----BEGIN") ? text : Buffer.from(text, "base64").toString("utf8");
  const lines = pasted.trim().includes("\n") ? pasted : pasted.replaceAll("\\n", "\n");
  return `${lines.replaceAll("\r", "").trim()}\n`;
}

async function writeProgram(folder: string, name: string, command: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, `#!/bin/sh\nfolder=$(dirname "$0")\n${command}\n`);
  await chmod(file, 0o700);
  return file;
}
