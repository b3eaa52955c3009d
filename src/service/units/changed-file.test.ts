import { expect, it } from "vitest";
import { defaultComponentSettings } from "../components/component-settings.ts";
import { changedFile } from "./changed-file.ts";

it.each([
  { what: "a key", file: '{"b": "B", "a": "A", "c": "C"}', key: "a", hasOnlyLost: true },
  { what: "the last item of a list", file: '{"days": ["Mon", "Tue"]}', key: "days[1]", hasOnlyLost: true },
  { what: "another item of a list", file: '{"days": ["Mon", "Tue"]}', key: "days[0]", hasOnlyLost: false },
])("knows whether a file without $what has its other strings as they were", (sample) => {
  const { file, key, hasOnlyLost } = sample;
  const changed = changedFile({
    settings: { ...defaultComponentSettings, file_format: "json-nested", template: "en" },
    file: { path: "en", language: "en", content: Buffer.from(file) },
    isSource: true,
    change: { kind: "removed", key },
  });
  expect(changed).toMatchObject({ hasOnlyLost });
});

interface Renaming {
  readonly format: string;
  readonly file: string;
  readonly key: string;
  readonly to: { readonly key: string; readonly context: string; readonly source?: readonly string[] };
  readonly isSource?: boolean;
}

function renamed({ format, file, key, to, isSource = true }: Renaming): string | undefined {
  const isMonolingual = to.source === undefined;
  const changed = changedFile({
    settings: { ...defaultComponentSettings, file_format: format, template: isMonolingual ? "en" : "" },
    file: { path: "cs", language: "cs", content: Buffer.from(file) },
    isSource,
    change: { kind: "renamed", key, to: { source: undefined, ...to } },
  });
  return changed && new TextDecoder().decode(changed.content);
}

const HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n';
const PLURAL = `<plist version="1.0">
<dict>
	<key>files</key>
	<dict>
		<key>NSStringLocalizedFormatKey</key>
		<string>%#@n@</string>
		<key>n</key>
		<dict>
			<key>NSStringFormatSpecTypeKey</key>
			<string>NSStringPluralRuleType</string>
			<key>one</key>
			<string>a</string>
			<key>few</key>
			<string>b</string>
			<key>other</key>
			<string>c</string>
		</dict>
	</dict>
</dict>
</plist>
`;

it.each([
  [
    "placeholders of a browser extension",
    "webextension",
    '{\n  "old": {\n    "message": "Hi $WHO$",\n    "placeholders": { "who": { "content": "$1" } }\n  }\n}\n',
  ],
  ["what Flutter says of a string", "arb", '{\n  "old": "Hi",\n  "@old": { "placeholders": { "who": {} } }\n}\n'],
  [
    "attributes and comments of Android",
    "aresource",
    '<resources xmlns:tools="http://schemas.android.com/tools">\n  <!-- N -->\n  <string name="old" tools:ignore="X">x</string> <!-- T -->\n\n  <string name="b">B</string>\n</resources>\n',
  ],
  ["comments of TOML, and dots in a name", "toml", '# N\n"errors.old" = "A" # c\n\nb = "B"\n'],
  ["comments of YAML", "yaml", "# N\nold: 'x' # c\n\nb: B\n"],
  ["a plural's variable and forms", "stringsdict", PLURAL.replaceAll("files", "old")],
])("a renamed string keeps %s", (_, format, file) => {
  const [prefix, suffix] = [format === "toml" ? "errors." : "", format === "stringsdict" ? ":n" : ""];
  const [key, to] = ["old", "new"].map((name) => prefix + name + suffix);
  expect(renamed({ format, file, key: key ?? "", to: { key: to ?? "", context: to ?? "" } })).toBe(
    file.replaceAll(/\bold\b/g, "new"),
  );
});

const ENTRY =
  '# of a translator\n#. of a developer\n#: a.c:1\n#, c-format\n#| msgid "older"\nmsgctxt "c"\nmsgid "old"\nmsgstr "x"\n';

it.each([
  ["in the source's own file", true, ENTRY.replace('"old"', '"new"')],
  [
    "in a translation, which waits for its translator",
    false,
    ENTRY.replace('"old"', '"new"').replace("#, c", "#, fuzzy, c").replace("older", "old"),
  ],
])("a string with another source keeps what its entry says, %s", (_, isSource, expected) => {
  const to = { key: "c\u0004new", context: "c", source: ["new"] };
  const given = { format: "po", file: HEADER + ENTRY, key: "c\u0004old", to, isSource };
  expect(renamed(given)).toBe(HEADER + expected);
});

it("a message of Qt keeps the remark of its translator", () => {
  const file = (name: string): string =>
    `<TS version="2.1">\n<context>\n    <name>A</name>\n    <message>\n        <source>${name}</source>\n        <extracomment>E</extracomment>\n        <translatorcomment>T</translatorcomment>\n        <translation>x</translation>\n    </message>\n</context>\n</TS>\n`;
  const to = { key: "A\u0004new", context: "A", source: ["new"] };
  expect(renamed({ format: "ts", file: file("old"), key: "A\u0004old", to })).toBe(file("new"));
});

it("a plural of Apple's gets no key that has no place for its forms", () => {
  const to = { key: "documents", context: "documents" };
  expect(() => renamed({ format: "stringsdict", file: PLURAL, key: "files:n", to })).toThrow(/`key:variable`/);
});
