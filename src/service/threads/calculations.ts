/**
 * What can take long for what people send: no effects but files in a folder that it is given, and what goes in and comes out can be copied between threads. A thread
 * loads what it is asked for.
 */
export const calculations = {
  changedFile: async () => (await import("../units/changed-file.ts")).changedFile,
  exported: async () => (await import("../files/exported.ts")).exported,
  exportedPiece: async () => (await import("../files/exported.ts")).exportedPiece,
  fileFault: async () => (await import("../files/file-strings.ts")).fileFault,
  isMergedWhole: async () => (await import("../clone/merged-file.ts")).isMergedWhole,
  lookAtFiles: async () => (await import("../components/look-at-files.ts")).lookAtFiles,
  mergedFile: async () => (await import("../clone/merged-file.ts")).mergedFile,
  newFile: async () => (await import("../components/new-file.ts")).newFile,
  newStrings: async () => (await import("../landing/new-strings.ts")).newStrings,
  plannedChange: async () => (await import("../landing/planned-change.ts")).plannedChange,
  storedFileStrings: async () => (await import("../files/file-strings.ts")).storedFileStrings,
  updatedFile: async () => (await import("../files/updated-file.ts")).updatedFile,
  uploadedInParts: async () => (await import("../files/uploaded-in-parts.ts")).uploadedInParts,
  variantKeys: async () => (await import("../units/variant-keys.ts")).variantKeys,
  stringAsWritten: async () => (await import("../units/written-string.ts")).stringAsWritten,
  stringInFile: async () => (await import("../landing/string-in-file.ts")).stringInFile,
  withoutUnknown: async () => (await import("../addons/without-unknown.ts")).withoutUnknown,
  writtenDescription: async () => (await import("../http/written-description.ts")).writtenDescription,
  writtenFile: async () => (await import("../files/written-file.ts")).writtenFile,
  unpacked: async () => (await import("../files/unpacked.ts")).unpacked,
};

export type Calculations = {
  readonly [Name in keyof typeof calculations]: Awaited<ReturnType<(typeof calculations)[Name]>>;
};
