import { expect } from "vitest";
import { requestLines, type RecordedRequest } from "../support/proxy.ts";
import { createScene, serverComponent, webComponent, type Scene } from "../support/scene.ts";
import { callService } from "../support/service-api.ts";
import type { Site } from "../support/world.ts";

/** Runs that lock what they read, played against the embedded service and a real one. */

export async function sceneWithLocks(site: Site, prefix = ""): Promise<Scene> {
  return createScene(site, { components: [webComponent, serverComponent], settings: "with-lock: true\n", prefix });
}

export async function isLocked({ service, project }: Site, slug: string): Promise<boolean> {
  const address = `/api/components/${project}/${slug}/lock/`;
  return (await callService<{ locked: boolean }>(service, "GET", address)).locked;
}

/** What concerns locks, commits and files of the web component, as words. */
export function story(requests: readonly RecordedRequest[]): string[] {
  return requests.flatMap(({ method, path, requestBody }) => {
    const body = requestBody.toString("utf8");
    if (method === "POST" && path.endsWith("web/lock/")) return [body.includes("true") ? "lock" : "unlock"];
    if (method === "POST" && path.endsWith("/repository/")) return ["commit"];
    if (method === "GET" && path.includes("web/cs/file/")) return ["download"];
    return method === "POST" && path.includes("web/en/file/") ? ["upload"] : [];
  });
}

/** Uploads come first: a locked component takes none. */
export async function lockWhileReading(site: Site, prefix = ""): Promise<void> {
  await using scene = await sceneWithLocks(site, prefix);
  await scene.translate("web", "cs", "files", "Soubory: {count}");
  const source = await scene.repository.read("locales/en.json");
  await scene.repository.write({ "locales/en.json": source.replace('"Hello"', '"Hello there"') });
  await scene.repository.publish("Greet at length");
  site.proxy.clear();

  const { exitCode, output } = await scene.sync();

  expect(exitCode, output).toBe(0);
  const told = story(site.proxy.requests);
  expect(told.slice(0, 3)).toEqual(["upload", "lock", "commit"]);
  expect(told.at(-1)).toBe("unlock");
  expect(told).toContain("download");
  expect(await isLocked(site, `${prefix}web`)).toBe(false);
  expect(JSON.parse(await scene.proposed("locales/cs.json"))).toMatchObject({ files: "Soubory: {count}" });
  expect(requestLines(site.proxy.requests)).toContain("GET /api/users/");
}

export const HOUR = 3_600_000;

export async function lock({ service }: Site, slug: string, token = service.adminToken): Promise<void> {
  await callService(service, "POST", `/api/components/acme/${slug}/lock/`, { body: { lock: true }, token });
}

/** The service's clock cannot be turned: what it says of its locks is made older on the way. */
export function ageLocks({ proxy }: Site, milliseconds: number): void {
  proxy.rewrite((path, body) =>
    path.includes("/changes/")
      ? body.replaceAll(/"timestamp":"([^"]+)"/g, (_, time: string) => {
          const older = new Date(Date.parse(time) - milliseconds).toISOString();
          return `"timestamp":"${older}"`;
        })
      : body,
  );
}
