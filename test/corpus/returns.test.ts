import { corpora, sampled } from "./corpus.ts";
import { describeReturns } from "./returns.ts";

const FILES = 3;

describeReturns(sampled(await corpora(), FILES));
