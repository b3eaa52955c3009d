import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { mayReset, type FileObservation, type ResetObservation } from "./healing/heal.ts";
import {
  judgeHealth,
  lockLeft,
  notHealed,
  stillPending,
  type CloneHealth,
  type ComponentLock,
} from "./health/health.ts";
import { someFacts } from "../../test/support/observations.ts";
import { sourceRefusals, translationRefusals, type Refusal } from "./refusals.ts";

type Samples<Table> = { readonly [Name in keyof Table]: Refusal };

/** One of each: the compiler asks for those that are new. */
const sources: Samples<typeof sourceRefusals> = {
  notSentByThisRun: sourceRefusals.notSentByThisRun(),
  partOfStringsOnly: sourceRefusals.partOfStringsOnly("po/cs.po", "po/de.po", "2 strings"),
  hiddenAddress: sourceRefusals.hiddenAddress(),
  notTakenOver: sourceRefusals.notTakenOver(),
  stillLacking: sourceRefusals.stillLacking("2 strings"),
  unparsed: sourceRefusals.unparsed("line 3: a comma is missing"),
  takesNoSource: sourceRefusals.takesNoSource("xliff"),
  methodForMonolingual: sourceRefusals.methodForMonolingual("replace", "acme/website"),
  methodForBilingual: sourceRefusals.methodForBilingual(),
  unknownLoss: sourceRefusals.unknownLoss("the format tbx is not read here"),
  removesKeys: sourceRefusals.removesKeys("12 keys", 20, "60", 50),
};
const translations: Samples<typeof translationRefusals> = {
  notReadYet: translationRefusals.notReadYet(),
  notTakenOver: translationRefusals.notTakenOver(),
  suggested: translationRefusals.suggested(),
  staysInGit: translationRefusals.staysInGit(),
  notSentYet: translationRefusals.notSentYet(),
  goneWithChanges: translationRefusals.goneWithChanges("the service no longer has this language"),
  removesFiles: translationRefusals.removesFiles(3, 4, "cs, de, fr", "75", 50),
  removesStrings: translationRefusals.removesStrings(12, 20, 50),
  unparsed: translationRefusals.unparsed("the service's file", "line 3: a comma is missing"),
  unwritable: translationRefusals.unwritable("the charset has no ☃"),
  cannotStand: translationRefusals.cannotStand("a text", "title: ☃"),
  pluralsLack: translationRefusals.pluralsLack("2 plurals", "service: 3 forms, git: 2", '"%d file" lacks'),
  pluralsBeyond: translationRefusals.pluralsBeyond("a plural", "service: 2 forms, git: 3", '"%d file"'),
  languageRefused: translationRefusals.languageRefused(
    "cs",
    "403",
    "Whoever looks after the component on the service lets it take new languages.",
  ),
  reviewsOff: translationRefusals.reviewsOff("acme"),
  approvalUnknown: translationRefusals.approvalUnknown("503"),
};
const inGit = translationRefusals.unparsed("the file in git", "line 3: a comma is missing");

const path = { project: "acme", categories: [], component: "website" };
const url = "https://translate.example.org/projects/acme/website/";
const { component } = someFacts();
const well: CloneHealth = {
  owner: path,
  url,
  readsThisRepository: true,
  status: { needsCommit: false, needsMerge: false },
  locks: [],
};
const behind = { ...well, status: { ...well.status, needsMerge: true } };
const failed = { ...behind, failedMerge: { words: "CONFLICT", since: "2026-03-04T11:30:00Z" } };
const locked = (owner: ComponentLock["owner"]): CloneHealth => {
  const lock = { name: "Dana", since: "2026-03-04T11:30:00Z", isAutomatic: false };
  return { ...well, locks: [{ component: path, url, lock, owner, wasInTheWay: true }] };
};
const healthSamples = [
  ...judgeHealth([
    behind,
    { ...behind, readsThisRepository: false },
    failed,
    { ...failed, readsThisRepository: false },
    ...(["automatic", "ours", "left-behind", "theirs"] as const).map(locked),
  ]),
  stillPending("acme"),
  lockLeft({ component: "acme/website", reason: "403" }),
  notHealed(component, "CONFLICT", [
    "locales/cs.json (acme/website, cs): 1 string of the source changed on the service",
  ]),
].map(({ kind, message, remedies }): readonly [string, Refusal] => [kind, { message, remedy: remedies.join(" ") }]);

const file: FileObservation = { component: "acme/website", language: "cs", path: "locales/cs.json", relation: "equal" };
const website = { name: "acme/website", isLocked: true, needsCommit: false };
const inTheWay: readonly ResetObservation[] = [
  { components: [{ ...website, isLocked: false }], files: [file] },
  { components: [{ ...website, needsCommit: true }], files: [file] },
  { components: [{ ...website, lockedBy: "locked by Dana" }], files: [{ ...file, relation: "news", strings: 1 }] },
  { components: [website], files: [{ ...file, relation: "news", strings: 2 }], noRecord: "refused" },
  { components: [website], files: [{ ...file, relation: "missing" }], noRecord: "refused" },
  { components: [website], files: [{ ...file, relation: "differs" }] },
  { components: [website], files: [{ ...file, relation: "differs", strings: 1 }] },
  { components: [website], files: [{ ...file, relation: "unread" }] },
];
const healSamples = inTheWay.flatMap((observation) => {
  const decision = mayReset(observation);
  const reasons = decision.mayReset ? [] : decision.reasons;
  return reasons.map((reason): readonly [string, Refusal] => ["a reset", { message: reason, remedy: `${reason}.` }]);
});

const all: readonly (readonly [string, Refusal])[] = [
  ...Object.entries(sources),
  ...Object.entries(translations),
  ["unparsed in git", inGit],
  ...healthSamples,
  ...healSamples,
];

const SIDES = /\b(?:service|git|repository|mapping|lock|locked|translation)/i;
/** Somebody is named, or it is said that nobody is needed. */
const PEOPLE =
  /\b(?:whoever|who |they|a developer|a translator|a reviewer|nobody|whose|you|a person|next run|a run)\b|`(?:wlc|interlinear) /i;

it.each(all)("%s says what is on which side, and whose action ends it", (_, { message, remedy }) => {
  expect(message).toMatch(SIDES);
  expect(`${message} ${remedy}`).toMatch(PEOPLE);
  expect(remedy).toMatch(/[.:)]$/);
});

it.each(all)("%s advises nothing that may be done already, or may help or not", (_, { message, remedy }) => {
  const said = `${message} ${remedy}`;
  expect(said).not.toMatch(/\bmay help\b|\bmight\b|\blook at\b|\bcheck the\b/i);
  // What is pushed or merged already is said too.
  if (/\bpushes it\b/.test(said)) expect(said).toMatch(/If it is there/);
  expect(said).not.toMatch(/\bmerge the pull request\b(?! that brings)/i);
});

it("no refusal of the engine has words of its own elsewhere", () => {
  const folder = import.meta.dirname;
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".ts") && !name.endsWith(".test.ts"),
  );
  const own = files.flatMap((name) => {
    const text = readFileSync(join(folder, name), "utf8");
    const kinds = text.matchAll(/kind: "(?:refused|blocked|ahead|held-back)",(?<after>[^}]*?)\n\s*\}/g);
    return [...kinds].flatMap(({ groups }) => (/\bmessage: [`"]/.test(groups?.["after"] ?? "") ? [name] : []));
  });

  expect(own).toEqual([]);
});
