import { corpora } from "./corpus.ts";
import { moreSources } from "./more-sources.ts";
import { sources } from "./sources.ts";
import { describeReturns } from "./returns.ts";

describeReturns(await corpora([...sources, ...moreSources]));
