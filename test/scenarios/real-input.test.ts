import { expect, test } from "vitest";
import { djangoLocales, primeLocales } from "../support/corpora.ts";
import { becauseMissing } from "../support/download-cache.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import { dispatched } from "../support/events.ts";
import { createGitHub } from "../support/github-host.ts";
import { requestLines, writesOf } from "../support/proxy.ts";
import { isSourceFile, realComponents, realFiles, realMapping } from "../support/real-input.ts";
import { createRepository } from "../support/repository.ts";
import { runStep } from "../support/runner.ts";
import { createComponent, saveTranslation, unitOf, uploadsIn } from "../support/service-api.ts";

const django = await djangoLocales();
const primelocale = await primeLocales();
const missing = django.missing === undefined ? primelocale : django;

test.skipIf(missing.missing !== undefined)(
  `Django's and primelocale's translations are brought home whole, then exactly one file moves each way${becauseMissing(missing)}`,
  async () => {
    const files = await realFiles(django.path ?? "", primelocale.path ?? "");
    const sources = Object.fromEntries(Object.entries(files).filter(([path]) => isSourceFile(path)));
    const translations = Object.keys(files).filter((path) => !isSourceFile(path));
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
    const arrived = await repository.remoteGit("diff", "--name-only", "-z", "main", "interlinear/main");
    expect(
      arrived
        .split("\0")
        .filter((path) => path !== "")
        .toSorted(),
    ).toEqual(translations.toSorted());
    expect(await repository.remoteGit("rev-parse", "interlinear/main:django", "interlinear/main:primelocale")).toBe(
      await upstream.remoteGit("rev-parse", "main:django", "main:primelocale"),
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
