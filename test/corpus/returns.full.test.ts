import { corpora } from "./corpus.ts";
import { describeReturns } from "./returns.ts";

describeReturns(await corpora());
