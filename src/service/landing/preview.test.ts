import { createRequire } from "node:module";
import { expect, it } from "vitest";
import { openTestService } from "../../../test/support/open-test-service.ts";
import { manualClock } from "../../../test/support/test-clock.ts";
import { previewIn, previewOf, pullRequestAddress } from "./preview.ts";

it.each([
  [
    "a host that says so",
    "See https://deploy-preview-42--shop.netlify.app.",
    "https://deploy-preview-42--shop.netlify.app/",
  ],
  [
    "a label",
    "[Inspect](https://vercel.com/acme) | [Visit Preview](https://shop-git-l10n.vercel.app/cs)",
    "https://shop-git-l10n.vercel.app/cs",
  ],
  ["a line", "Preview: https://pr-42.shop.example/cs?x=1&y=2", "https://pr-42.shop.example/cs?x=1&y=2"],
  [
    "a line with a picture that is a link",
    "[![Deployed](https://x.example/badge.svg)](https://pr-42.shop.example)",
    "https://pr-42.shop.example/",
  ],
  [
    "the host before a line",
    "Deployed by https://ci.example/9\nhttps://preview.shop.example",
    "https://preview.shop.example/",
  ],
  ["no plain http", "Preview: http://pr-42.shop.example/", undefined],
  ["no script", "[Preview](javascript:alert(1))", undefined],
  ["nothing of the repository's own host", "Deploy failed: https://github.com/acme/shop/actions/runs/1", undefined],
  ["no address that holds a password", "Preview: https://jana:secret@pr-42.shop.example/", undefined],
  ["no picture", "Preview ![](https://x.example/preview.png)", undefined],
  [
    "no link beside a picture of one",
    "![preview](https://x.example/p.png) and [docs](https://x.example/docs)",
    undefined,
  ],
  [
    "the link of a badge",
    "[![preview](https://x.example/badge.svg)](https://pr-1.example.app/)",
    "https://pr-1.example.app/",
  ],
  ["nothing in a comment", "<!-- Preview: https://pr-42.shop.example/ -->", undefined],
  ["no address that ends what it stands in", 'Preview: https://x.example/"><script>', "https://x.example/"],
  ["no other link", "Closes https://tracker.example/42. Docs: https://shop.example/deploy", undefined],
  ["nothing", "", undefined],
])("finds a preview in a description: %s", (_, description, preview) => {
  expect(previewIn(description, "github.com")).toBe(preview);
});

it("reads a long description of nothing but beginnings in no time that grows with its square", () => {
  expect(previewIn("[<!--https://(".repeat(20_000), "github.com")).toBeUndefined();
});

it.each([
  ["https://github.com/acme/shop.git", "https://api.github.com/repos/acme/shop/pulls/42"],
  ["git@github.com:acme/shop.git", "https://api.github.com/repos/acme/shop/pulls/42"],
  ["https://github.acme.example/acme/shop", "https://github.acme.example/api/v3/repos/acme/shop/pulls/42"],
  ["https://codeberg.org/acme/shop", "https://codeberg.org/api/v1/repos/acme/shop/pulls/42"],
  ["https://gitlab.com/acme/web/shop.git", "https://gitlab.com/api/v4/projects/acme%2Fweb%2Fshop/merge_requests/42"],
  ["/srv/shop.git", undefined],
])("asks the host of %s", (repo, address) => {
  expect(pullRequestAddress(repo, 42)?.address).toBe(address);
});

it("asks without credentials, once in ten minutes, and knows nothing where the host does not tell", async () => {
  const clock = manualClock();
  await using test = await openTestService({}, { clock });
  const asked: unknown[] = [];
  const answers = [
    JSON.stringify({ body: "Preview: https://pr-42.shop.example/" }),
    "no JSON",
    `"${"x".repeat(1_100_000)}"`,
  ];
  const ask: typeof fetch = (address, options) => {
    asked.push([address, Object.keys(options?.headers ?? {}), options?.redirect]);
    return Promise.resolve(new Response(answers.shift() ?? "", { status: answers.length === 0 ? 404 : 200 }));
  };
  const look = (number: number) => previewOf(test.service, "https://jana:secret@github.com/acme/shop", number, ask);

  expect([await look(42), await look(42), await look(43), await look(44), await look(45)]).toEqual([
    "https://pr-42.shop.example/",
    "https://pr-42.shop.example/",
    undefined,
    undefined,
    undefined,
  ]);
  expect(asked).toHaveLength(4);
  expect(asked[0]).toEqual(["https://api.github.com/repos/acme/shop/pulls/42", ["accept", "user-agent"], "error"]);
});

it("reads a pull request as GitHub publishes it: of its many addresses only those of the description count", async () => {
  const published: readonly { name: string; examples: readonly { pull_request: { body: string | null } }[] }[] =
    createRequire(import.meta.url)("@octokit/webhooks-examples");
  const [example] = published.find(({ name }) => name === "pull_request")?.examples ?? [];
  await using test = await openTestService({}, { clock: manualClock() });
  const look = (number: number, body: string | null) =>
    previewOf(test.service, "https://github.com/Codertocat/Hello-World.git", number, () =>
      Promise.resolve(Response.json({ ...example?.pull_request, body })),
    );

  expect(example?.pull_request.body).toMatch(/\w/);
  expect(await look(1, example?.pull_request.body ?? null)).toBeUndefined();
  expect(await look(2, `${example?.pull_request.body ?? ""}\r\n\r\nPreview: https://pr-2.shop.example/`)).toBe(
    "https://pr-2.shop.example/",
  );
  expect(await look(3, null)).toBeUndefined();
});
