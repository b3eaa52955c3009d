import { systemClock } from "../../core/clock.ts";
import type { SetUp } from "../set-up.ts";
import { connect, POLITE, type Tempo } from "./connection.ts";
import type { GitHubForgeOptions } from "./github-forge.ts";
import { explained } from "./refusal.ts";

type Options = Pick<GitHubForgeOptions, "token" | "repository" | "apiUrl" | "serverUrl" | "logger"> & {
  readonly tempo?: Tempo;
};

const PAGE = { per_page: 100 };
/** As GitHub makes labels that nobody chose a colour for. */
const LABEL_COLOUR = "ededed";

export function gitHubSetUp(options: Options): SetUp {
  const { octokit, owner, repo } = connect({
    ...options,
    apiUrl: options.apiUrl ?? "https://api.github.com",
    serverUrl: options.serverUrl ?? "https://github.com",
    clock: systemClock,
    tempo: options.tempo ?? POLITE,
  });
  const place = { owner, repo };
  return {
    observe: async () => {
      const secrets = await explained({ action: "list the secrets of workflows", permission: "secrets: read" }, () =>
        octokit.paginate(octokit.rest.actions.listRepoSecrets, { ...place, ...PAGE }),
      );
      const labels = await explained({ action: "list the labels", permission: "issues: read" }, () =>
        octokit.paginate(octokit.rest.issues.listLabelsForRepo, { ...place, ...PAGE }),
      );
      return { secrets: secrets.map(({ name }) => name.toUpperCase()), labels: labels.map(({ name }) => name) };
    },
    keepSecret: async (name, value) => {
      await explained({ action: `keep the secret ${name}`, permission: "secrets: write" }, async () => {
        const { data } = await octokit.rest.actions.getRepoPublicKey(place);
        const sealed = { encrypted_value: await sealedFor(data.key, value), key_id: data.key_id };
        await octokit.rest.actions.createOrUpdateRepoSecret({ ...place, secret_name: name, ...sealed });
      });
    },
    addLabel: async (name) => {
      await explained({ action: `make the label ${name}`, permission: "issues: write" }, () =>
        octokit.rest.issues.createLabel({ ...place, name, color: LABEL_COLOUR }),
      );
    },
  };
}

/** GitHub takes secrets in a sealed box alone, which only its private key opens. @param key in base64 @returns base64 */
async function sealedFor(key: string, value: string): Promise<string> {
  const { default: sodium, ready } = await import("libsodium-wrappers");
  await ready;
  const sealed = sodium.crypto_box_seal(value, Buffer.from(key, "base64"));
  return Buffer.from(sealed).toString("base64");
}
