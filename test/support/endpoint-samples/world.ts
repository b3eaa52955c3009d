import { openSampleService, unitsOf, unlimited } from "../open-test-service.ts";
import type { SampleWorld, Sent, Who } from "./sample.ts";

/** A service in which every endpoint can be asked. */
export async function openSampleWorld(): Promise<SampleWorld & AsyncDisposable> {
  await using resources = new AsyncDisposableStack();
  const test = resources.use(await openSampleService({ settings: { rateLimits: unlimited } }));
  const make = async (method: string, path: string, sends: Sent = {}): Promise<unknown> => {
    const { query, ...request } = sends;
    const answer = await test.request(method, query === undefined ? path : `${path}?${query}`, request);
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${String(answer.status)}: ${answer.text}`);
    return answer.text === "" ? undefined : answer.json;
  };
  const { token: member } = await test.admin.createUser({ username: "petr" });
  await test.admin.createProject({ name: "Secret", slug: "secret", private: true });
  await test.admin.createComponent("secret", {
    name: "Hidden",
    slug: "hidden",
    repo: test.upstream.remoteUrl,
    branch: "main",
    file_format: "json-nested",
    filemask: "locales/*.json",
    template: "locales/en.json",
  });
  const inProject = async (project: string): Promise<number> =>
    (
      await test.request("POST", "/api/categories/", {
        json: { name: "Mobile", slug: "mobile", project: `http://service.test/api/projects/${project}/` },
      })
    ).json.id;
  const hiddenChange = (await test.request("GET", "/api/projects/secret/changes/")).json.results[0].id;
  await make("POST", "/api/component-lists/", { json: { name: "Core", slug: "core" } });
  await make("PATCH", "/api/projects/demo/", { json: { translation_review: true, access_control: 1 } });
  const tokens: Readonly<Record<Who, string | null>> = {
    admin: test.adminToken,
    bot: test.botToken,
    translator: test.translatorToken,
    member,
    guest: null,
    wrong: "svu_wrong",
  };
  let names = 0;
  const unitIn = async (translation: string): Promise<number> =>
    (await unitsOf(test, translation)).get("title")?.id ?? 0;
  const world = {
    test,
    category: await inProject("demo"),
    sourceUnit: await unitIn("demo/app/en"),
    unit: await unitIn("demo/app/cs"),
    hidden: { category: await inProject("secret"), unit: await unitIn("secret/hidden/cs"), change: hiddenChange },
    token: (who: Who) => tokens[who],
    make,
    name: () => `sample-${String((names += 1))}`,
  };
  const owned = resources.move();
  return { ...world, [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose]() };
}
