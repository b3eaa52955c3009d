import { describe, expect, it } from "vitest";
import { appManifest, newAppAddress } from "./app-manifest.ts";
import { manifestPage } from "./manifest-page.ts";

const asked = { publicUrl: "https://bot.example.org/", forge: "github", name: "Interlinear for acme" };

describe("the manifest of the bot's GitHub App", () => {
  it("asks for what the bot uses, and for nothing else", () => {
    expect(appManifest(asked)).toEqual({
      name: "Interlinear for acme",
      url: "https://bot.example.org",
      description: "Keeps translation files and the translation service in step.",
      hook_attributes: { url: "https://bot.example.org/webhooks/github/github", active: true },
      redirect_url: "https://bot.example.org/admin/github-app/created",
      public: false,
      request_oauth_on_install: false,
      default_permissions: {
        metadata: "read",
        contents: "write",
        pull_requests: "write",
        checks: "write",
        issues: "read",
        merge_queues: "read",
      },
      default_events: ["check_run", "delete", "issue_comment", "merge_group", "pull_request", "push", "repository"],
    });
  });

  it("may write workflows on demand alone", () => {
    expect(appManifest(asked).default_permissions).not.toHaveProperty("workflows");
    expect(appManifest({ ...asked, workflows: true }).default_permissions).toMatchObject({ workflows: "write" });
  });

  it("has keys that GitHub knows, and a name as long as it takes", () => {
    const known = new Set(
      "name url hook_attributes redirect_url callback_urls setup_url description public default_events default_permissions request_oauth_on_install setup_on_update".split(
        " ",
      ),
    );
    const manifest = appManifest({ ...asked, name: "Interlinear for an organisation with a very long name" });

    expect(Object.keys(manifest).filter((key) => !known.has(key))).toEqual([]);
    expect(manifest.name).toBe("Interlinear for an organisation wi");
  });

  it("asks for no event that it lacks the permission for", () => {
    const needed: Readonly<Record<string, string>> = {
      check_run: "checks",
      delete: "contents",
      issue_comment: "issues",
      merge_group: "merge_queues",
      pull_request: "pull_requests",
      push: "contents",
      repository: "metadata",
    };
    const { default_permissions: permissions, default_events: events } = appManifest(asked);

    for (const event of events) expect(permissions).toHaveProperty(needed[event] ?? `the permission of ${event}`);
  });
});

describe("where GitHub takes it", () => {
  it.each([
    ["https://github.com", undefined, "https://github.com/settings/apps/new?state=s"],
    ["https://github.com/", "acme", "https://github.com/organizations/acme/settings/apps/new?state=s"],
    ["https://git.acme.org", "a/b?", "https://git.acme.org/organizations/a%2Fb%3F/settings/apps/new?state=s"],
  ])("%s of %s", (server, organization, address) => {
    expect(newAppAddress(server, organization, "s")).toBe(address);
  });
});

describe("the page that hands it over", () => {
  it("has one form to GitHub, and holds no script", async () => {
    const manifest = appManifest({ ...asked, name: `<script>"'` });
    const page = await manifestPage(manifest, newAppAddress("https://github.com", "acme", "s&1"));

    expect(page).not.toContain("<script");
    expect(page).toContain(`action="https://github.com/organizations/acme/settings/apps/new?state=s%261"`);
    expect(page).toContain("form-action https://github.com");
    const value = /name="manifest" value="([^"]*)"/.exec(page)?.[1] ?? "";
    expect(JSON.parse(unescaped(value))).toEqual(manifest);
  });
});

function unescaped(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
