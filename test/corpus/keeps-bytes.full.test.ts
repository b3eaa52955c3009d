import { corpora } from "./corpus.ts";
import { moreSources } from "./more-sources.ts";
import { sources } from "./sources.ts";
import { describeKeepsBytes } from "./keeps-bytes.ts";

const BYTES_READ_AGAIN = 200_000;

describeKeepsBytes(await corpora([...sources, ...moreSources]), BYTES_READ_AGAIN);
