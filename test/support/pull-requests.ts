import type { World } from "./world.ts";

/** Adds settings to the mapping, as somebody who commits them to the base branch. */
export async function configure({ repository }: World, settings: string): Promise<void> {
  const path = ".github/interlinear.yml";
  const [bindings = ""] = (await repository.read(path)).split("\npull-request:", 1);
  await repository.write({ [path]: `${bindings.trimEnd()}\n${settings}` });
  await repository.publish("Configure");
}

/** Open pull requests: branch → title. */
export async function openPullRequests({ github }: World): Promise<Readonly<Record<string, string>>> {
  const all = await github.pullRequests();
  return Object.fromEntries(all.filter(({ state }) => state === "open").map(({ head, title }) => [head.ref, title]));
}

/** What bots and people commented on a pull request. */
export function commentsOn({ github }: World, number: number): readonly string[] {
  return github.world.comments.filter(({ issue }) => issue === number).map(({ body }) => body);
}
