import { layouts } from "../support/layouts.ts";
import { describeUpOn } from "../support/up-on-layouts.ts";

describeUpOn(layouts.slice(0, 1));
