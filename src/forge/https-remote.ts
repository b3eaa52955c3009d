import { configurationEnvironment } from "../git/configuration.ts";
import type { Remote } from "../git/remote-branch.ts";

/**
 * The server's repository by HTTPS, with the token in git's environment: in no argument, address or file. What a checkout
 * or a person has set up for this server is put aside, as a second `authorization` header would be refused.
 */
export function httpsRemote(serverUrl: string, fullName: string, token: string): Remote {
  const address = `${serverUrl}/${fullName}.git`;
  const credentials = Buffer.from(`x-access-token:${token}`).toString("base64");
  return {
    address,
    environment: {
      ...configurationEnvironment([
        [`http.${address}.extraHeader`, ""],
        [`http.${address}.extraHeader`, `Authorization: Basic ${credentials}`],
        [`credential.${new URL(address).origin}.helper`, ""],
        // Else git sends all that no branch of the server is known to have, once somebody has moved the base on.
        ["push.negotiate", "true"],
      ]),
      GIT_ASKPASS: "",
    },
  };
}
