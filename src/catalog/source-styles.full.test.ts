import { describe, expect, it } from "vitest";
import { processorTime } from "../../test/support/processor-time.ts";
import { parseFlags } from "./flags.ts";
import { styleFlags } from "./source-styles.ts";

describe("placeholders that a source plainly has", () => {
  it("are found in time in step with the text", () => {
    const long = "%(".repeat(50_000) + "{".repeat(50_000) + "{{ a".repeat(20_000);
    expect(processorTime(() => styleFlags([long], [""], "json", parseFlags()))).toBeLessThan(1_000);
  });
});
