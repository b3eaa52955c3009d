import { expect, it } from "vitest";
import { aTranslation, someFacts } from "../../../test/support/observations.ts";
import type { ComparedFile } from "./heal-files.ts";
import { clonePlan, plannedEnd, planWords } from "./heal-plan.ts";
import type { FileObservation } from "./heal.ts";

const website = { name: "acme/website", isLocked: false, needsCommit: false };

function compared(
  relation: FileObservation["relation"],
  { keys, givesUp = [] }: { readonly keys?: readonly string[]; readonly givesUp?: readonly string[] } = {},
): ComparedFile {
  const path = "locales/cs.json";
  const conflict = { language: "cs", component: website.name, path, line: 0, base: undefined } as const;
  const texts = { repository: ["O nás"], service: ["Kdo jsme"], policy: "repository", taken: "repository" } as const;
  return {
    observation: { component: website.name, language: "cs", path, relation },
    component: someFacts().component,
    translation: aTranslation({}),
    blob: "blob",
    conflicts: givesUp.map((key) => ({ ...conflict, ...texts, key })),
    ...(keys !== undefined && {
      news: { upload: { content: new Uint8Array(), strings: keys.length, keys, needsEditing: false } },
    }),
  };
}

const file = "locales/cs.json (acme/website, cs)";

it.each<[string, ComparedFile, readonly string[]]>([
  ["the same bytes are counted", compared("equal"), ["1 file with the same strings on both sides"]],
  [
    "other bytes with the same strings are counted",
    compared("same-strings"),
    ["1 file with the same strings on both sides"],
  ],
  ["an older version is reset", compared("older"), [`${file}: reset to the repository's version`]],
  [
    "what only the service has is uploaded again, by name",
    compared("news", { keys: ["title"] }),
    [`${file}: reset to the repository's version, and 1 string (\`title\`) uploaded again: only the service has it`],
  ],
  [
    "of many strings, the first are named",
    compared("news", { keys: ["a", "b", "c", "d", "e", "f", "g"] }),
    [
      `${file}: reset to the repository's version, and 7 strings (\`a\`, \`b\`, \`c\`, \`d\`, \`e\`, and 2 more) uploaded again: only the service has them`,
    ],
  ],
  [
    "what is given up is named too",
    compared("older", { givesUp: ["about"] }),
    [
      `${file}: reset to the repository's version; 1 string (\`about\`) changed on both sides: the repository's text stays`,
    ],
  ],
  [
    "a language that the repository lacks is added again",
    compared("missing", { keys: ["title", "about"] }),
    [
      `${file}: the language is added again, and 2 strings (\`title\`, \`about\`) uploaded: the repository does not have it`,
    ],
  ],
  ["what is in the way is said as the reason", compared("differs"), []],
  ["what is not read yet is said as the reason", compared("unread"), []],
])("%s", (_, one, words) => {
  expect(planWords(clonePlan({ components: [] }, [one]))).toEqual(words);
});

it("names what is locked, unlocked and committed for it", () => {
  const components = [
    website,
    { ...website, name: "acme/app", isLocked: true, needsCommit: true },
    { ...website, name: "acme/docs", isLocked: true, lockedBy: "locked by Dana" },
  ];

  const plan = clonePlan({ components }, []);

  expect(plan).toMatchObject({
    locks: ["acme/website"],
    unlocks: ["acme/app"],
    lockedBy: [{ component: "acme/docs", who: "locked by Dana" }],
    commits: ["acme/app"],
  });
  expect(planWords(plan).map((line) => line.split(":", 1)[0])).toEqual([
    "acme/website",
    "acme/app",
    "acme/docs",
    "acme/app",
  ]);
});

it("tells what an earlier run left to be ended", () => {
  const files = [
    { component: "acme/website", language: "cs", path: "locales/cs.json", service: "one", upstream: undefined },
  ];

  expect(plannedEnd({ owner: "acme/website", locked: ["acme/website"], files })).toEqual({
    owner: "acme/website",
    unlocks: ["acme/website"],
    uploads: [file],
  });
});
