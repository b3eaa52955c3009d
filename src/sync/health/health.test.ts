import { expect, it } from "vitest";
import { cut, judgeHealth, lockLeft, wlcName, worstFirst, type CloneHealth, type ComponentLock } from "./health.ts";

const owner = { project: "acme", categories: [], component: "website" };
const well: CloneHealth = {
  owner,
  url: "https://translate.example.org/projects/acme/website/",
  readsThisRepository: true,
  status: { needsCommit: false, needsMerge: false },
  locks: [],
};
const failedMerge = { words: "CONFLICT (content)", since: "2026-03-04T11:30:00Z" };
const behind: CloneHealth = { ...well, status: { ...well.status, needsMerge: true } };
const lock: ComponentLock = {
  component: owner,
  url: well.url,
  lock: { name: "Dana", since: "2026-03-04T11:30:00Z", isAutomatic: false },
  owner: "theirs",
  wasInTheWay: false,
};
const automatic: ComponentLock = { ...lock, lock: { isAutomatic: true }, owner: "automatic" };

it.each<[string, CloneHealth, readonly (readonly [string, boolean])[]]>([
  ["a clone that is well is no finding", well, []],
  ["a failed merge stops a clone that reads this repository", { ...behind, failedMerge }, [["merge-failure", true]]],
  [
    "the words of the status are as good as those of the log",
    { ...behind, status: { ...behind.status, mergeFailure: "CONFLICT" } },
    [["merge-failure", true]],
  ],
  [
    "a failed merge of another repository leaves uploads and downloads alone",
    { ...behind, failedMerge, readsThisRepository: false },
    [["merge-failure", false]],
  ],
  [
    "but not once the service has locked the component for it, which is no finding of its own",
    { ...behind, failedMerge, readsThisRepository: false, locks: [automatic] },
    [["merge-failure", true]],
  ],
  ["a failure that was mended since is history", { ...well, failedMerge }, []],
  ["commits that wait to be taken over stop nothing", behind, [["needs-merge", false]]],
  ["a lock stops nothing that nobody wanted to bring", { ...well, locks: [lock] }, [["locked", false]]],
  ["a lock that refused an upload stops it", { ...well, locks: [{ ...lock, wasInTheWay: true }] }, [["locked", true]]],
  [
    "a person's lock is told beside a failed merge",
    { ...behind, failedMerge, locks: [lock] },
    [
      ["merge-failure", true],
      ["locked", false],
    ],
  ],
])("%s", (_, clone, expected) => {
  expect(judgeHealth([clone]).map(({ kind, isBlocking }) => [kind, isBlocking])).toEqual(expected);
});

it.each<[ComponentLock["owner"], string]>([
  ["theirs", "`wlc unlock acme/website`"],
  ["left-behind", "`with-lock`"],
  ["automatic", "alerts"],
  ["ours", "when it is done"],
])("says what to do about a lock that is %s", (whose, words) => {
  const [finding] = judgeHealth([{ ...well, locks: [{ ...lock, owner: whose }] }]);

  expect(finding?.remedies.join(" ")).toContain(words);
});

it("puts what stops the strings first", () => {
  const findings = judgeHealth([behind, { ...well, locks: [{ ...lock, wasInTheWay: true }] }]);

  expect(worstFirst(findings).map(({ kind }) => kind)).toEqual(["locked", "needs-merge"]);
});

it("says a lock that could not be taken back once, whoever met it", () => {
  const left = lockLeft({ component: "acme/website", reason: "no" });
  const findings = [...judgeHealth([{ ...well, locks: [{ ...lock, owner: "ours" }] }]), left, left];

  expect(worstFirst(findings)).toEqual([left]);
});

it("quotes the service on one line, without git's hints, cut", () => {
  expect(cut("Rebasing (1/3)\nhint: git rebase --skip\nCONFLICT\tin  a.json\n")).toBe(
    "Rebasing (1/3) CONFLICT in a.json",
  );
  expect(cut("x".repeat(900)).length).toBeLessThan(402);
});

it("names a component that it could not unlock as the official client takes it", () => {
  const finding = lockLeft({ component: "acme/mobile/ios", reason: "no" });

  expect(finding).toMatchObject({ isBlocking: false, remedies: ["Unlock it: `wlc unlock acme/mobile%252Fios`."] });
});

it("names a component in a category as the official client takes it", () => {
  expect(wlcName({ ...owner, categories: ["mobile"], component: "ios" })).toBe("acme/mobile%252Fios");
});
