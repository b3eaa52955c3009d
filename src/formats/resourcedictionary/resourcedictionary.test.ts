import { expect, it } from "vitest";
import { aUnit } from "../format.contract.ts";
import { resourcedictionary } from "./index.ts";

function added(text: string): string {
  const unit = aUnit({ key: "new", target: ["x"] });
  return Buffer.from(resourcedictionary.patch(Buffer.from(text), [{ kind: "add", unit }])).toString();
}

it.each([
  [
    '<ResourceDictionary xmlns:k="http://schemas.microsoft.com/winfx/2006/xaml" xmlns:s="clr-namespace:System;assembly=mscorlib"/>',
    '<s:String k:Key="new">x</s:String>',
  ],
  [
    '<ResourceDictionary><x:String x:Key="a" xml:space="preserve">b</x:String></ResourceDictionary>',
    '<x:String x:Key="new" xml:space="preserve">x</x:String>',
  ],
  ["<ResourceDictionary></ResourceDictionary>", '<system:String x:Key="new">x</system:String>'],
])("in %s, a new text is %s", (text, expected) => {
  expect(added(text)).toContain(expected);
});

it("tells dictionaries of texts from those of styles", () => {
  const detects = (path: string, content: string): boolean =>
    resourcedictionary.detect(path, Buffer.from(`<ResourceDictionary>${content}</ResourceDictionary>`));
  expect(detects("cs.xaml", '<s:String x:Key="a">b</s:String>')).toBe(true);
  expect(detects("Brushes.xaml", '<SolidColorBrush x:Key="a"/>')).toBe(false);
  expect(detects("a.xml", '<s:String x:Key="a">b</s:String>')).toBe(false);
  expect(resourcedictionary.detect("MainWindow.xaml", Buffer.from("<Window/>"))).toBe(false);
});
