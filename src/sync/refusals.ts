/**
 * Every sentence with which a run leaves something undone: what is on which side, and whose action ends it. They stand together
 * so that one test reads them all; none of them advises what a person may have done already without saying what comes then.
 */
export interface Refusal {
  readonly message: string;
  readonly remedy: string;
}

type Allowance = `a higher \`${string}\``;

/** Who may say yes to a removal, and how. */
function ifMeant(limit: Allowance): string {
  return `If that is meant, whoever runs it says so: \`--allow-removals\`, input \`allow-removals: true\`, or ${limit} in the mapping. If not, they bring back what is missing.`;
}

/** Sources on their way to the service. */
export const sourceRefusals = {
  notSentByThisRun: (): Refusal => ({
    message: "the source file in git differs from the service's, and this run sends none",
    remedy: "A push sends it: `interlinear push`; the action does it by itself when somebody pushes.",
  }),
  partOfStringsOnly: (one: string, other: string, strings: string): Refusal => ({
    message: `new source strings were not sent: ${other} has ${strings} that ${one} lacks, so no file in git has them all`,
    remedy:
      "A developer brings all languages up to date with the program that extracts strings (`makemessages --all`, `msgmerge`), and commits.",
  }),
  /** A source that is uploaded into a clone of this very repository is a commit that upstream does not have. */
  hiddenAddress: (): Refusal => ({
    message:
      "git's version was not sent: the token may not see which repository this component follows (permission vcs.view), and it may be this very one",
    remedy:
      'Whoever looks after the project on the service gives the token\'s user a role with "View upstream repository location" (vcs.view).',
  }),
  notTakenOver: (): Refusal => ({
    message: "the service reads this repository but did not take over this version of the source file",
    remedy:
      "Whoever made the commit pushes it to the branch that the service follows. If it is there already, whoever looks after the component finds the reason on its repository page on the service.",
  }),
  stillLacking: (strings: string): Refusal => ({
    message: `the service took the file of git but still lacks ${strings} of it`,
    remedy:
      "Whoever looks after the component on the service finds the reason under its alerts, and then lets it scan its files again (file-scan).",
  }),
  unparsed: (problem: string): Refusal => ({
    message: `the file in git does not parse and was not sent: ${problem}`,
    remedy: "Who changed it mends it at the place named, and commits.",
  }),
  takesNoSource: (format: string): Refusal => ({
    message: `the service takes no new source for a bilingual ${format} component by upload, so git's stays here`,
    remedy:
      "Whoever looks after the component on the service lets it read this repository, or gives it a base file (monolingual).",
  }),
  methodForMonolingual: (setting: string, component: string): Refusal => ({
    message: `push.method: ${setting} in the mapping does not fit ${component}: it is bilingual, its source takes method source`,
    remedy: "A developer writes `push.method: auto` or `source` into the mapping.",
  }),
  methodForBilingual: (): Refusal => ({
    message: "push.method: source in the mapping is for bilingual PO components; this one is monolingual",
    remedy: "A developer writes `push.method: auto`, `replace`, `add` or `translate` into the mapping.",
  }),
  unknownLoss: (why: string): Refusal => ({
    message: `the file in git was not sent: ${why}`,
    remedy:
      "If it may take the place of the service's as a whole, a developer writes `push.method: replace` into the mapping.",
  }),
  removesKeys: (keys: string, total: number, share: string, limit: number): Refusal => ({
    message: `git's file would remove ${keys} of ${String(total)} on the service (${share} %, the limit is ${String(limit)} %)`,
    remedy: ifMeant("a higher `removal-limit`"),
  }),
} as const;

/** Translations between the two sides. */
export const translationRefusals = {
  notReadYet: (): Refusal => ({
    message: "the service has not read this language's file yet",
    remedy:
      "The next run takes it. If this stays, the service cannot read the file: the component's page there says why, among its alerts.",
  }),
  notTakenOver: (): Refusal => ({
    message: "the service reads this repository and still has an earlier version of this file",
    remedy:
      "Push that commit to the branch that the service follows. If it is there already, the next run brings the service to it.",
  }),
  suggested: (): Refusal => ({
    message: "suggested on the service, where somebody decides; the file in git stays",
    remedy: "A reviewer on the service accepts the suggestions or rejects them.",
  }),
  staysInGit: (): Refusal => ({
    message: "changed in git since the service had it; the file in git stays",
    remedy:
      "`push.translations: changed` in the mapping sends such changes to the service; otherwise you need not do anything.",
  }),
  notSentYet: (): Refusal => ({
    message: "changed in git, and not sent while texts of this file on the service are held back or wait for a review",
    remedy: "A translator mends those texts on the service, or a reviewer approves them; the next run sends git's.",
  }),
  goneWithChanges: (why: string): Refusal => ({
    message: `${why}, but git has changes that the service lacks: the file stays`,
    remedy: "A developer removes the file, or sends its changes to the service (`push.translations: changed`).",
  }),
  removesFiles: (files: number, total: number, languages: string, share: string, limit: number): Refusal => ({
    message: `in git, this would remove ${String(files)} of ${String(total)} translation files: ${languages} (${share} %, the limit is ${String(limit)} %)`,
    remedy: ifMeant("a higher `pull.prune-limit`"),
  }),
  removesStrings: (strings: number, total: number, limit: number): Refusal => ({
    message: `the service's file would remove ${String(strings)} of ${String(total)} strings from git (the limit is ${String(limit)} %)`,
    remedy: ifMeant("a higher `removal-limit`"),
  }),
  unparsed: (side: "the service's file" | "the file in git", problem: string): Refusal => ({
    message: `${side} does not parse: ${problem}`,
    remedy:
      side === "the file in git"
        ? "A developer mends it in git; until then nothing of the service comes into it."
        : "Whoever looks after the component mends it on the service; the file in git stays as it is.",
  }),
  unwritable: (problem: string): Refusal => ({
    message: `the file in git cannot take what the service has: ${problem}`,
    remedy: "A translator mends the text on the service, or a developer converts the file in git.",
  }),
  cannotStand: (texts: string, named: string): Refusal => ({
    message: `${texts} of the service cannot be written into the file in git: ${named}`,
    remedy:
      "A developer converts the file in git (UTF-8 has every character), or a translator mends the text on the service.",
  }),
  pluralsLack: (texts: string, forms: string, lacking: string): Refusal => ({
    message: `${texts} of the service stay out of git's file, whose plural rule is another one (${forms}), until every plural has a text for each form`,
    remedy: `Translators write what ${lacking} on the service; the rule comes with it. If the service is wrong, whoever looks after it corrects its number of forms.`,
  }),
  pluralsBeyond: (texts: string, forms: string, beyond: string): Refusal => ({
    message: `${texts} of the service stay out of git's file, whose plural rule is another one (${forms}), since texts would go (${beyond})`,
    remedy:
      "Whoever looks after the service corrects its number of forms, or a developer gives git's file the service's rule and takes the forms beyond out.",
  }),
  languageRefused: (language: string, detail: string, remedy: string): Refusal => ({
    message: `the service does not add the language ${language} (languages.request in the mapping): ${detail}`,
    remedy,
  }),
  reviewsOff: (project: string): Refusal => ({
    message: `on the service, reviews are switched off in ${project}, so no translation can be approved, and none comes`,
    remedy:
      "Whoever looks after the project on the service switches them on (Settings, Workflow), or a developer takes `pull.approved-only` out of the mapping.",
  }),
  approvalUnknown: (reason: string): Refusal => ({
    message: `which translations on the service are approved cannot be told, so none comes: ${reason}`,
    remedy: "Nobody has to do anything: the next run asks again.",
  }),
} as const;
