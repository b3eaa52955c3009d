import { startForgejo, type Forgejo, type ForgejoOptions } from "./forgejo/forgejo.ts";
import type { Trigger } from "./events.ts";
import { writesOf } from "./proxy.ts";
import type { StepResult } from "./runner.ts";
import { createWorld, type Site, type World } from "./world.ts";

/** A world whose repository is hosted on Forgejo. */
export interface ForgejoWorld extends AsyncDisposable {
  readonly world: World;
  readonly forgejo: Forgejo;
  /** Runs one step of a workflow as Forgejo's runner does. @param token of the forge */
  run(trigger: Trigger, token?: string): Promise<StepResult>;
  /** Forgets all requests recorded so far. */
  forgetRequests(): void;
  /** Everything that was written since, on both sides. */
  writes(): { readonly service: readonly string[]; readonly forgejo: readonly string[] };
  /** Every secret that no output may show, in every form it is sent in. */
  readonly secrets: readonly string[];
}

export async function createForgejoWorld(
  site: Site,
  options: Pick<ForgejoOptions, "protectedBranches" | "settings"> = {},
): Promise<ForgejoWorld> {
  await using resources = new AsyncDisposableStack();
  const world = resources.use(await createWorld(site));
  const { repository } = world;
  const forgejo = resources.use(
    await startForgejo({ repository: "acme/app", bareRepository: repository.remotePath, ...options }),
  );
  // What the checkout of a workflow, or a person's clone, names the server by.
  await repository.git("remote", "add", "forgejo", `${forgejo.url}/acme/app.git`);
  const owned = resources.move();
  return {
    world,
    forgejo,
    run: (trigger, token = forgejo.token) =>
      world.run(trigger, {
        repository: forgejo.repository,
        serverUrl: forgejo.url,
        apiUrl: forgejo.apiUrl,
        inputs: { "github-token": token },
        environment: { FORGEJO_ACTIONS: "true", GITEA_ACTIONS: "true" },
      }),
    forgetRequests: () => {
      world.forgetRequests();
      forgejo.requests.length = 0;
    },
    writes: () => ({ service: writesOf(site.proxy.requests), forgejo: forgejo.writes() }),
    secrets: [site.botToken, forgejo.token, Buffer.from(`x-access-token:${forgejo.token}`).toString("base64")],
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}
