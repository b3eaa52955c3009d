import { describe, expect, it } from "vitest";
import type { ExchangeUnit } from "./exchange-unit.ts";
import { unitFinder } from "./unit-finder.ts";

const unit = (context: string, source: string): { context: string; source: readonly string[] } => ({
  context,
  source: [source],
});
const exchanged = (parts: Partial<ExchangeUnit>): ExchangeUnit => ({
  source: [],
  target: ["x"],
  fuzzy: false,
  ...parts,
});

describe("finding the unit of an exchanged string", () => {
  const open = unit("", "Open");
  const menuOpen = unit("menu", "Open");
  const close = unit("menu", "Close");
  const twice = [unit("a", "Twice"), unit("b", "Twice")] as const;
  const bilingual = unitFinder([open, menuOpen, close, ...twice], false);

  it.each([
    ["context and source", { context: "menu", source: ["Open"] }, menuOpen],
    ["a source without a context", { context: "", source: ["Open"] }, open],
    ["an identifier that is the context", { id: "menu", source: ["Open"] }, menuOpen],
    ["an identifier that means nothing", { id: "c1", source: ["Open"] }, open],
    ["a source that one unit has", { source: ["Close"] }, close],
    ["a context that no unit has", { context: "toolbar", source: ["Open"] }, undefined],
    ["no context, where the unit has one", { context: "", source: ["Close"] }, undefined],
    ["a source that two units have", { source: ["Twice"] }, undefined],
    ["a source that nobody has", { source: ["Bye"] }, undefined],
  ])("bilingual: %s", (_what, parts, expected) => {
    expect(bilingual(exchanged(parts))).toBe(expected);
  });

  const save = unit("button.save", "Save");
  const again = unit("dialog.save", "Save");
  const title = unit("title", "Title");
  const monolingual = unitFinder([save, again, title], true);

  it.each([
    ["a key", { context: "button.save" }, save],
    ["a key, whatever its source was", { context: "button.save", source: ["Keep"] }, save],
    ["a key in the identifier", { context: "", id: "title", source: ["x"] }, title],
    ["a key for the msgid", { context: "", source: ["dialog.save"] }, again],
    ["a source that one unit has", { context: "", source: ["Title"] }, title],
    ["a source that two units have", { source: ["Save"] }, undefined],
    ["a key that nobody has", { context: "bye", source: ["Title"] }, undefined],
  ])("monolingual: %s", (_what, parts, expected) => {
    expect(monolingual(exchanged(parts))).toBe(expected);
  });
});
