/**
 * What can take long for what people send: no effects, and what goes in and comes out can be copied between threads. A thread
 * loads what it is asked for.
 */
export const calculations = {
  exported: async () => (await import("../files/exported.ts")).exported,
  lookAtFiles: async () => (await import("../components/look-at-files.ts")).lookAtFiles,
  newStrings: async () => (await import("../landing/new-strings.ts")).newStrings,
  plannedChange: async () => (await import("../landing/planned-change.ts")).plannedChange,
  readStoredKind: async () => (await import("../files/uploaded-file.ts")).readStoredKind,
  readTexts: async () => (await import("../files/uploaded-file.ts")).readTexts,
  variantKeys: async () => (await import("../units/variant-keys.ts")).variantKeys,
  stringInFile: async () => (await import("../landing/string-in-file.ts")).stringInFile,
  writtenFile: async () => (await import("../files/written-file.ts")).writtenFile,
  unpacked: async () => (await import("../files/unpacked.ts")).unpacked,
};

export type Calculations = {
  readonly [Name in keyof typeof calculations]: Awaited<ReturnType<(typeof calculations)[Name]>>;
};
