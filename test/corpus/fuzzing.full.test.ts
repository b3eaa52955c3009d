import { describeFuzzing } from "./fuzzing.ts";

describeFuzzing({ seeds: 300, files: 2 });
