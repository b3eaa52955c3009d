import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LocalError, UserError } from "../core/errors.ts";
import { configuredCommitter, type Identity } from "./commit-writing.ts";
import { configurationEnvironment, type GitSetting } from "./configuration.ts";
import { firstUser } from "./openpgp-key.ts";
import { withPrivateFolder } from "./private-folder.ts";

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
 * Puts the key where git finds it, for as long as `use` takes: in a folder of this user's alone, never in an argument. Git
 * is the only program that is started; what it signs with, it starts itself.
 * @throws {UserError} `IL-G09` where nobody is named as the committer
 * @throws {LocalError} `IL-G08` for a key that cannot be used
 */
export async function withSigningKey<Result>(
  cwd: string,
  key: SigningKey,
  use: (signing: Signing) => Promise<Result>,
): Promise<Result> {
  const { format, key: text, passphrase = "" } = key;
  if (text === undefined) {
    const committer = await committerOf(cwd, key, undefined);
    return explained("", () => use({ environment: signingEnvironment(format, []), committer }));
  }
  const plain = keyText(text);
  const committer = await committerOf(cwd, key, format === "gpg" ? firstUser(plain) : undefined);
  return withPrivateFolder(async (folder) => {
    await writeFile(join(folder, "signing-key"), plain, { mode: 0o600 });
    await writeFile(join(folder, "passphrase"), `${passphrase}\n`, { mode: 0o600 });
    const environment = format === "ssh" ? await prepareSsh(folder) : await prepareGpg(folder);
    return explained(folder, () => use({ environment, committer }));
  });
}

/** Git's failure to sign, in its words but for the folder's name. */
async function explained<Result>(folder: string, use: () => Promise<Result>): Promise<Result> {
  try {
    return await use();
  } catch (error) {
    if (!(error instanceof LocalError) || !FAILED.test(error.message)) throw error;
    const words = folder === "" ? error.message : error.message.replaceAll(folder, "");
    throw new LocalError(words, {
      code: "IL-G08",
      hint: "Check that `signing-key` is a whole private key that may sign and has not expired, that `signing-passphrase` is its passphrase, and that ssh-keygen or gpg is installed.",
    });
  }
}

const FAILED =
  /failed to (?:sign|write commit)|sign the data|load key|load public key|passphrase|secret key|signingkey|(?:cannot|could not) run/i;

function signingEnvironment(
  format: SigningKey["format"],
  settings: readonly GitSetting[],
): Readonly<Record<string, string>> {
  return configurationEnvironment([
    ["gpg.format", format === "ssh" ? "ssh" : "openpgp"],
    ["commit.gpgSign", "true"],
    ...settings,
  ]);
}

async function prepareSsh(folder: string): Promise<Signing["environment"]> {
  // Asked for the passphrase, OpenSSH runs a program instead of waiting at a terminal.
  const askpass = await writeProgram(folder, "askpass", 'cat "$folder/passphrase"');
  return {
    SSH_ASKPASS: askpass,
    SSH_ASKPASS_REQUIRE: "force",
    DISPLAY: process.env["DISPLAY"] ?? ":0",
    ...signingEnvironment("ssh", [
      ["gpg.ssh.program", "ssh-keygen"],
      ["user.signingKey", join(folder, "signing-key")],
    ]),
  };
}

/** Git calls it to sign what it gives by standard input; the key is the only one in a home of its own. */
const SIGN_BY_GPG = `export GNUPGHOME="$folder/gpg-home"
run() { gpg --batch --no-tty --pinentry-mode loopback --passphrase-file "$folder/passphrase" "$@"; }
run --import "$folder/signing-key" </dev/null >&2 || exit
run --status-fd=2 --armor --detach-sign
code=$?
gpgconf --kill gpg-agent >&2
exit $code`;

async function prepareGpg(folder: string): Promise<Signing["environment"]> {
  await mkdir(join(folder, "gpg-home"), { mode: 0o700 });
  const program = await writeProgram(folder, "sign", SIGN_BY_GPG);
  return signingEnvironment("gpg", [
    ["gpg.program", program],
    ["gpg.openpgp.program", program],
  ]);
}

async function committerOf(cwd: string, key: SigningKey, ofKey: Identity | undefined): Promise<Identity> {
  const committer = key.committer ?? ofKey ?? (await configuredCommitter(cwd));
  if (committer !== undefined) return committer;
  throw new UserError("signed commits have no committer", {
    code: "IL-G09",
    hint: "Give `committer-name` and `committer-email`: those of the account that the signing key belongs to.",
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
