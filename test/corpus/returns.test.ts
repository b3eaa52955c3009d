import { corpora, sampled } from "./corpus.ts";
import { describeReturns } from "./returns.ts";

const FILES = 2;

describeReturns(sampled(await corpora(), FILES));
