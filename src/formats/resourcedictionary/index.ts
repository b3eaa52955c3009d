import { entryFormat } from "../xml-entries/format.ts";
import type { EntryGrammar } from "../xml-entries/grammar.ts";
import type { OpenTag } from "../xml/scan.ts";
import { xmlElement } from "../xml/write.ts";

/** `<system:String x:Key="…">…</system:String>`, whatever prefix the file gives the namespaces. */
const grammar: EntryGrammar = {
  id: "resourcedictionary",
  extensions: ["xaml"],
  mediaType: "application/xaml+xml",
  root: "ResourceDictionary",
  empty:
    '<ResourceDictionary xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation"\n' +
    '                    xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml"\n' +
    '                    xmlns:system="clr-namespace:System;assembly=mscorlib">\n</ResourceDictionary>\n',

  wordingOf(element) {
    const { name, attributes } = element.tag;
    const keyName = keyNameOf(attributes);
    const key = keyName === undefined ? undefined : attributes.get(keyName);
    return !STRING.test(name) || key === undefined ? undefined : { key, place: element, note: "" };
  },

  write({ key, content }, _style, root, model) {
    const keyName = model === undefined ? undefined : keyNameOf(model.tag.attributes);
    const attributes = {
      [keyName ?? `${prefixOf(root, /\/winfx\/2006\/xaml$|\/winfx\/2009\/xaml$/) ?? "x"}:Key`]: key,
      "xml:space": model?.tag.attributes.get("xml:space"),
    };
    return xmlElement(
      model?.tag.name ?? `${prefixOf(root, /^clr-namespace:System(?:;|$)/) ?? "system"}:String`,
      attributes,
      content,
    );
  },
};

const STRING = /^(?:[^:]+:)?String$/;
const KEY = /^[^:]+:Key$/;

function keyNameOf(attributes: OpenTag["attributes"]): string | undefined {
  return attributes.keys().find((name) => KEY.test(name));
}

/** The prefix that the root declares for a namespace. */
function prefixOf({ attributes }: OpenTag, namespace: RegExp): string | undefined {
  const declared = attributes.entries().find(([name, value]) => name.startsWith("xmlns:") && namespace.test(value));
  return declared?.[0].slice("xmlns:".length);
}

/** Dictionaries of WPF and its kin, `.xaml`. */
export const resourcedictionary = entryFormat(grammar);
