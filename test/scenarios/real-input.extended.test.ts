import { expect, test } from "vitest";
import { djangoLocales, primeLocales } from "../support/corpora.ts";
import { becauseMissing } from "../support/download-cache.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import { dispatched } from "../support/events.ts";
import { createGitHub } from "../support/github-host.ts";
import { requestLines, writesOf } from "../support/proxy.ts";
import { isSourceFile, realComponents, realFiles, realMapping } from "../support/real-input.ts";
import { isFull } from "../support/samples.ts";
import { createRepository, type TestRepository } from "../support/repository.ts";
import { runStep } from "../support/runner.ts";
import {
  callService,
  createComponent,
  saveTranslation,
  unitOf,
  uploadsIn,
  type ComponentFields,
} from "../support/service-api.ts";
import type { Site } from "../support/world.ts";

const django = await djangoLocales();
const primelocale = await primeLocales();
const missing = django.missing === undefined ? primelocale : django;

/** `mode type blob<tab>path` of all translation files at a commit. */
async function blobsOf(repository: TestRepository, commit: string): Promise<string[]> {
  const lines = (await repository.remoteGit("ls-tree", "-r", commit)).split("\n");
  return lines.filter((line) => /\.(?:po|json)$/.test(line));
}

async function untranslatedFiles(site: Site, components: readonly ComponentFields[]): Promise<Set<string>> {
  const empty = new Set<string>();
  for (const { slug } of components) {
    const path = `/api/components/${site.project}/${slug}/translations/?page_size=1000`;
    const { results } = await callService<{ results: { filename: string; translated: number }[] }>(
      site.service,
      "GET",
      path,
    );
    for (const { filename, translated } of results) if (translated === 0) empty.add(filename);
  }
  return empty;
}

test.skipIf(missing.missing !== undefined)(
  `Django's and primelocale's translations are brought home whole, then exactly one file moves each way${becauseMissing(missing)}`,
  async () => {
    const all = await realFiles(django.path ?? "", primelocale.path ?? "");
    // `npm run test:extended` takes English, Czech and every tenth of the others.
    const few = Object.entries(all).filter(
      ([path], index) => isSourceFile(path) || /\/cs[/.]/.test(path) || index % 10 === 0,
    );
    const files = isFull ? all : Object.fromEntries(few);
    const sources = Object.fromEntries(Object.entries(files).filter(([path]) => isSourceFile(path)));
    await using site = await embeddedSite();
    // The service has everything; the repository has the sources alone.
    await using upstream = await createRepository(files);
    await using repository = await createRepository({
      ...sources,
      ".github/interlinear.yml": realMapping(site.proxy.url, site.project),
    });
    await using github = await createGitHub(repository);
    const components = realComponents(Object.keys(files), { repo: upstream.remoteUrl, branch: upstream.branch });
    for (const component of components) await createComponent(site.service, site.project, component);
    const run = async () =>
      runStep({
        ...(await dispatched(repository, github.repository)),
        workspace: repository.path,
        repository: github.repository,
        serverUrl: github.serverUrl,
        apiUrl: github.apiUrl,
        inputs: { token: site.botToken, "github-token": github.token, command: "sync" },
      });
    const filesMoved = (): { up: string[]; down: string[] } => ({
      up: uploadsIn(site.proxy.requests).map(({ path }) => path),
      down: requestLines(site.proxy.requests).filter((line) => /^GET .*\/file\/$/.test(line)),
    });

    const first = await run();

    expect(first.exitCode, first.log).toBe(0);
    // A file without a single translation is not worth a new file; every other one arrives, byte for byte.
    const empty = await untranslatedFiles(site, components);
    const wanted = new Set(Object.keys(files).filter((path) => isSourceFile(path) || !empty.has(path)));
    expect(wanted.size).toBeGreaterThan(isFull ? 1200 : 120);
    expect(await blobsOf(repository, "interlinear/main")).toEqual(
      (await blobsOf(upstream, "main")).filter((line) => wanted.has(line.split("\t")[1] ?? "")),
    );

    await repository.git("fetch", "--quiet", "origin");
    await repository.git("merge", "--quiet", "--ff-only", "origin/interlinear/main");
    await repository.git("push", "--quiet", "origin", "HEAD:main", ":interlinear/main");
    const { source } = await unitOf(site.service, `${site.project}/django-auth`, "cs", "Password");
    await saveTranslation(
      site.service,
      site.translator.token,
      { component: `${site.project}/django-auth`, language: "cs", unit: source[0] ?? "" },
      ["Tajné heslo"],
    );
    await repository.write({
      "primelocale/en.json": (await repository.read("primelocale/en.json")).replace('"Add Rule"', '"Add a rule"'),
    });
    await repository.publish("Change one string");
    site.proxy.clear();

    const second = await run();

    expect(second.exitCode, second.log).toBe(0);
    const moved = filesMoved();
    expect(moved.up).toEqual([`/api/translations/${site.project}/primelocale/en/file/`]);
    // Before a replace the service's own source is read, to know what would go; of the translations one arrives.
    expect(moved.down.toSorted()).toEqual([
      `GET /api/translations/${site.project}/django-auth/cs/file/`,
      `GET /api/translations/${site.project}/primelocale/en/file/`,
    ]);
    expect(await repository.remoteGit("diff", "--numstat", "main", "interlinear/main")).toBe(
      "1\t1\tdjango/contrib/auth/locale/cs/LC_MESSAGES/django.po",
    );
    expect(await repository.remoteGit("diff", "--unified=0", "main", "interlinear/main")).toMatch(
      /\n-msgstr "Heslo"\n\+msgstr "Tajné heslo"$/,
    );

    site.proxy.clear();
    github.proxy.clear();
    const third = await run();

    expect(third.exitCode, third.log).toBe(0);
    expect(filesMoved()).toEqual({ up: [], down: [] });
    expect([...writesOf(site.proxy.requests), ...writesOf(github.proxy.requests)]).toEqual([]);
  },
);
