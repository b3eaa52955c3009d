import { describeFuzzing } from "./fuzzing.ts";

describeFuzzing({ seeds: 25, files: 1 });
