import { dirname, join } from "node:path";

const root = dirname(dirname(import.meta.dirname));

/** Where Node keeps what it compiled of sources, for tests and for processes that they start: `NODE_COMPILE_CACHE`. */
export const compiledCode = join(root, "node_modules", ".cache", "interlinear", "compiled");
