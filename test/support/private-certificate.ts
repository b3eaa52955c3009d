import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { command } from "./command.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

/** A certificate authority that nobody knows but who is told of it, and a server's certificate of it. */
export interface PrivateCertificate extends AsyncDisposable {
  /** File for NODE_EXTRA_CA_CERTS. */
  readonly authority: string;
  readonly key: string;
  readonly certificate: string;
}

/** Made by openssl; undefined where that is not installed. */
export async function createPrivateCertificate(host: string): Promise<PrivateCertificate | undefined> {
  await using resources = new AsyncDisposableStack();
  const folder = resources.use(await temporaryDirectory());
  const at = (name: string): string => join(folder.path, name);
  const openssl = async (commandLine: string): Promise<boolean> =>
    (await command("openssl", commandLine.split(" "), { cwd: folder.path }).catch(() => undefined))?.exitCode === 0;
  const request = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2";
  const isMade =
    (await openssl(
      `${request} -keyout ca.key -out ca.pem -subj /CN=test-authority -addext basicConstraints=critical,CA:TRUE`,
    )) &&
    (await openssl(
      `${request} -keyout server.key -out server.pem -CA ca.pem -CAkey ca.key -subj /CN=${host} ` +
        `-addext subjectAltName=DNS:${host} -addext basicConstraints=critical,CA:FALSE`,
    ));
  if (!isMade) return undefined;
  const [key, certificate] = await Promise.all([
    readFile(at("server.key"), "utf8"),
    readFile(at("server.pem"), "utf8"),
  ]);
  const owned = resources.move();
  return { authority: at("ca.pem"), key, certificate, [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose]() };
}
