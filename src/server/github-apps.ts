import type { GitHubApps } from "../admin/github-app/github-apps.ts";
import { appManifest, newAppAddress } from "../bot/manifest/app-manifest.ts";
import { createdApp } from "../bot/manifest/created-app.ts";
import { gitHubApiOf } from "../network/github-address.ts";

/** How the administration makes the bot's App. */
export const gitHubApps: GitHubApps = {
  offer: (wishes) => {
    const manifest = appManifest(wishes);
    return {
      manifest: JSON.stringify(manifest),
      permissions: manifest.default_permissions,
      events: manifest.default_events,
    };
  },
  address: newAppAddress,
  apiOf: gitHubApiOf,
  made: createdApp,
};
