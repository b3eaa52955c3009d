import { expect, it } from "vitest";
import { output } from "../../test/support/command.ts";

const program = `
  import { keepSmallWhenIdle } from ${JSON.stringify(new URL("idle-memory.ts", import.meta.url).href)};
  using _ = keepSmallWhenIdle();
  let large = Array.from({ length: 400_000 }, (_, index) => ({ index, text: "text " + index }));
  const most = process.memoryUsage().heapTotal;
  large = [];
  const wait = setInterval(() => {
    const now = process.memoryUsage().heapTotal;
    if (now > most / 3) return;
    clearInterval(wait);
    console.log("small again");
  }, 50);
`;

it("what was needed for a moment is given back when there is nothing to do", async () => {
  const printed = await output(process.execPath, ["--input-type=module", "--eval", program], {
    timeoutMilliseconds: 600_000,
  });
  expect(printed.trim()).toBe("small again");
});
