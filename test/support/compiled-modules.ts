/**
 * Modules of tests and of the product as Node itself loads them (`vitest run` leaves it to Node: vitest.config.ts), compiled once for
 * all runs: compiling the product anew was a third of what a worker of the scenarios did. Watching needs vitest's own way instead.
 */
import { enableCompileCache, flushCompileCache, registerHooks } from "node:module";
import process from "node:process";
import { compiledCode } from "./compiled-code.ts";

enableCompileCache(compiledCode);
// Threads look for it here: without it, each of them strips the types of all that it loads, anew.
process.env.NODE_COMPILE_CACHE = compiledCode;

// Node writes at an orderly end what it has compiled; vitest ends a worker by a signal.
process.once("SIGTERM", () => {
  flushCompileCache();
  process.kill(process.pid, "SIGTERM");
});

/** What vitest adds to the name of a file, so that it is evaluated again for each file of tests. */
const AGAIN = /(?:\?|%3F)vitest=\d+$/;
const OURS = /^\.\.?\/.*\.ts$/;
const evaluated = new Map<string, number>();
/** A worker that loaded so many files of tests knows most of the product: those that start after it need not compile it. */
const KNOWS_MOST = 20;
let files = 0;
const own = import.meta.url.replace(AGAIN, "");

registerHooks({
  resolve: (specifier, context, next) => {
    const isAgain = AGAIN.test(specifier);
    // Ours say the whole name of a file: there is nothing to look for.
    if (!isAgain && !OURS.test(specifier)) return next(specifier, context);
    const { href } = new URL(specifier.replace(AGAIN, ""), context.parentURL);
    if (!isAgain) return { url: href, shortCircuit: true };
    // This one file is for the whole worker.
    if (href === own) return { url: import.meta.url, shortCircuit: true };
    files += href.endsWith(".test.ts") ? 1 : 0;
    if (files === KNOWS_MOST) flushCompileCache();
    const times = evaluated.get(href) ?? 0;
    evaluated.set(href, times + 1);
    // By a number instead of the time it was, the next run finds it among what is compiled.
    return { url: times === 0 ? href : `${href}?again=${String(times)}`, shortCircuit: true };
  },
});
