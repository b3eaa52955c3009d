import { layouts } from "../support/layouts.ts";
import { describeUpOn } from "../support/up-on-layouts.ts";
import { realService } from "./service-under-test.ts";

/** Kinds of files that a real service wants to be told apart, or took otherwise than the embedded one. */
const kinds = new Set([
  "a folder of JSON",
  "Xcode",
  "Java properties",
  "Django as it comes, without a template",
  "Symfony, XLIFF with keys",
]);

describeUpOn(
  layouts.filter(({ name }) => kinds.has(name)),
  () => Promise.resolve({ ...realService(), [Symbol.asyncDispose]: () => Promise.resolve() }),
  `up${Date.now().toString(36)}`,
);
