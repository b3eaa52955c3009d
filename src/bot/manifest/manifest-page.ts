import { html } from "hono/html";
import type { AppManifest } from "./app-manifest.ts";

/** A page with one button that hands the manifest to GitHub, for whoever opens it from a file. */
export async function manifestPage(manifest: AppManifest, address: string): Promise<string> {
  const { default_permissions: permissions, default_events: events } = manifest;
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; form-action ${new URL(address).origin}"
        />
        <title>Make the GitHub App of ${manifest.name}</title>
      </head>
      <body>
        <main>
          <h1>Make the GitHub App of ${manifest.name}</h1>
          <p>
            GitHub shows what the App will be, and makes it when you agree. Then it sends you to the bot at
            <a href="${manifest.url}">${manifest.url}</a>, which keeps its key.
          </p>
          <form method="post" action="${address}">
            <input type="hidden" name="manifest" value="${JSON.stringify(manifest)}" />
            <button>Make it on ${new URL(address).host}</button>
          </form>
          <h2>What it may do</h2>
          <ul>
            ${Object.entries(permissions).map(([name, level]) => html`<li>${name.replaceAll("_", " ")}: ${level}</li>`)}
          </ul>
          <p>It is told of: ${events.join(", ").replaceAll("_", " ")}.</p>
        </main>
      </body>
    </html> `;
  return String(page);
}
