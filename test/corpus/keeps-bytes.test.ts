import { corpora, sampled } from "./corpus.ts";
import { describeKeepsBytes } from "./keeps-bytes.ts";

const FILES = 2;
const BYTES_READ_AGAIN = 20_000;

describeKeepsBytes(sampled(await corpora(), FILES), BYTES_READ_AGAIN);
