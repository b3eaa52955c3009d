import { expect, it } from "vitest";
import { startAdmin, type AdminServer, type AdminSession } from "../../../../test/support/admin-server.ts";
import { currentSettings } from "../../../records/settings/current-settings.ts";
import type { TrialResult, Trials } from "../../trials.ts";

const HOSTILE = `<script>alert(1)</script>`;
const INVENTED = "tttttttttttttttttttt";
const main = { url: "https://translate.example.org", token: "good-token", webhookSecret: "", repositories: ["acme/*"] };

function trialsThat(result: TrialResult, tried: string[]): Trials {
  const tell = (kind: string) => async (name: string) => {
    tried.push(`${kind} ${name}`);
    return [result];
  };
  const credentials: Trials["credentials"] = async ({ after }) =>
    Object.entries(after.services)
      .filter(([, { token }]) => token === INVENTED)
      .map(([name]) => ({
        state: "bad" as const,
        what: "Token",
        words: `The service rejects it: ${HOSTILE}`,
        field: `services.${name}.token`,
        isRefused: true,
      }));
  return { forge: tell("forge"), service: tell("service"), channel: tell("channel"), credentials };
}

async function press(
  server: AdminServer,
  path: string,
  session: AdminSession,
  fields: Readonly<Record<string, string>>,
) {
  const answer = await fetch(`${server.url}settings/${path}`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: session.cookie },
    body: new URLSearchParams({ ...fields, csrf_token: session.csrf }),
  });
  return { status: answer.status, text: await answer.text() };
}

it("refuses a token that its service calls invented beside its field, and keeps what else was typed", async () => {
  const tried: string[] = [];
  const result = { state: "bad", what: "Rights", words: `It lacks ${HOSTILE}` } as const;
  await using server = await startAdmin({ settings: { services: { main } }, trials: trialsThat(result, tried) });
  const session = await server.signIn(server.administrator);

  const fields = { entry: "main", sort: "service", "services.main.url": main.url, "services.main.repositories": "b/*" };
  const refused = await press(server, "entry/services", session, { ...fields, "services.main.token": INVENTED });

  expect(refused.status).toBe(400);
  expect(tried).toEqual([]);
  expect(refused.text).toContain("The service rejects it: &lt;script&gt;");
  expect(refused.text).toContain("b/*");
  expect(refused.text).not.toMatch(/<script>alert|tttttttttttttttttttt/);
  expect((await currentSettings(server.records)).services).toEqual({ main });

  const saved = await press(server, "entry/services", session, { ...fields, "services.main.token": "another-token" });

  expect(saved.status).toBe(200);
  expect(tried).toEqual(["service main"]);
  expect(saved.text).toContain("The settings are saved and in force.");
  expect(saved.text).toContain("It lacks &lt;script&gt;");
  expect((await currentSettings(server.records)).services["main"]?.token).toBe("another-token");
});

it("tries for administrators alone, writes to no chat by the way, and knows no other kinds", async () => {
  const tried: string[] = [];
  const result = { state: "good", what: "Test message", words: "It was taken." } as const;
  await using server = await startAdmin({ settings: { services: { main } }, trials: trialsThat(result, tried) });
  const administrator = await server.signIn(server.administrator);
  const operator = await server.signIn(await server.addUser("Olga", "operator"));

  expect((await press(server, "try/services", operator, { entry: "main" })).status).toBe(403);
  const url = "https://hooks.example.org/secret";
  const added = { sort: "slack", name: "chat", "notifications.+slack.url": url, "notifications.+slack.least": "error" };
  expect((await press(server, "entry/notifications", administrator, added)).status).toBe(303);
  expect(tried).toEqual([]);
  expect((await currentSettings(server.records)).notifications).toEqual({
    chat: { kind: "slack", url, least: "error", kinds: [] },
  });
  const sent = await press(server, "try/notifications", administrator, { entry: "chat" });
  expect([sent.status, tried]).toEqual([200, ["channel chat"]]);
  expect(sent.text).toContain("It was taken.");
  expect((await press(server, "try/limits", administrator, { entry: "x" })).status).toBe(404);
});
