import { corpora } from "./corpus.ts";
import { describeKeepsBytes } from "./keeps-bytes.ts";

const BYTES_READ_AGAIN = 200_000;

describeKeepsBytes(await corpora(), BYTES_READ_AGAIN);
