import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadMapping } from "../../src/mapping/load.ts";
import { languageOfPath, resolveMapping } from "../../src/mapping/resolve.ts";
import { runCli } from "./cli.ts";
import { filesOf, formatOf, type Layout } from "./layouts.ts";
import { createRepository } from "./repository.ts";
import { startService } from "./service.ts";

/** A service to be filled, and the token of who administers it. */
interface FilledService extends AsyncDisposable {
  readonly url: string;
  readonly adminToken: string;
}

/**
 * `interlinear up` on each of the layouts, on one service; what it holds is compared with git, string by string.
 * @param start an embedded service, or one that runs
 * @param prefix of the projects' slugs
 */
export function describeUpOn(
  layouts: readonly Layout[],
  start: () => Promise<FilledService> = () => startService(undefined, { rateLimits: unlimited }),
  prefix = "layout",
): void {
  let service: FilledService;
  beforeAll(async () => {
    service = await start();
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const get = async (path: string) => {
    const answer = await fetch(`${service.url}${path}`, { headers: { authorization: `Token ${service.adminToken}` } });
    expect(answer.status, path).toBe(200);
    return answer;
  };

  describe.each(layouts.map((layout, number) => [layout.name, layout, `${prefix}-${String(number)}`] as const))(
    "%s",
    (_name, layout, project) => {
      test("the service holds every string that git holds, and a second run finds nothing to do", async () => {
        const files = filesOf(layout);
        await using repository = await createRepository(files);
        const up = (...more: string[]) =>
          runCli(
            [
              "up",
              "--service",
              service.url,
              "--project",
              project,
              "--repository",
              "none",
              "--forge",
              "github",
              ...more,
            ],
            {
              cwd: repository.path,
              environment: { INTERLINEAR_TOKEN: service.adminToken },
            },
          );

        const first = await up("--yes");

        expect(first.exitCode, first.output).toBe(0);
        const mapping = resolveMapping(
          loadMapping(await repository.read(".github/interlinear.yml"), ".github/interlinear.yml"),
          Object.keys(files),
        );
        const patternOf = ({ translations }: { readonly translations: string }) =>
          translations.replace(/\{language[^}]*\}/, "*");
        const named = (sets: readonly { readonly source: string | undefined; readonly translations: string }[]) =>
          sets.map((set) => `${set.source ?? "no source"} ${patternOf(set)}`).toSorted();
        expect(named(mapping.bindings)).toEqual(named(layout.sets));
        for (const binding of mapping.bindings) {
          const own = layout.sets.find(({ translations }) => translations === patternOf(binding));
          const component = `${project}/${binding.component.component}`;
          const { results }: { results: readonly { language_code: string; language: { code: string } }[] } = JSON.parse(
            await (await get(`/api/components/${component}/translations/`)).text(),
          );
          const paths = own?.languages.map((language) => own.translations.replaceAll("*", language)) ?? [];
          for (const path of paths) {
            const code = languageOfPath(binding, path);
            const served = results.find(({ language }) => language.code === code);
            expect(served, `${path} (${String(code)})`).toBeDefined();
            const format = own === undefined ? undefined : formatOf(own);
            const stored = new Uint8Array(
              await (await get(`/api/translations/${component}/${String(code)}/file/`)).arrayBuffer(),
            );
            const texts = (bytes: Uint8Array) =>
              format?.read(bytes, { path }).units.map(({ key, target }) => [key, target]);
            const inGit = files[path];
            expect(texts(stored)).toEqual(
              texts(typeof inGit === "string" ? Buffer.from(inGit) : (inGit ?? new Uint8Array())),
            );
          }
        }

        const second = await up("--yes", "--json");

        expect(second.exitCode, second.output).toBe(0);
        expect(JSON.parse(second.stdout)).toMatchObject({ setUp: { steps: [] }, plan: { plan: { steps: [] } } });
      });
    },
  );
}

const uncounted = { requests: undefined, windowSeconds: 1 };
const unlimited = { anonymous: uncounted, user: uncounted };
