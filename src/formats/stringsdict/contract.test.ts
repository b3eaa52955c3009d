import * as fc from "fast-check";
import type { Unit } from "../../catalog/unit.ts";
import { anyXmlText, describeFormat, distinct, keyedUnit } from "../format.contract.ts";
import { stringsdict } from "./index.ts";

const HEAD =
  '<?xml version="1.0" encoding="UTF-8"?>\n' +
  '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n';

const anyText = fc.oneof({ weight: 1, arbitrary: fc.constant("") }, { weight: 5, arbitrary: anyXmlText });
/** A form that nobody translated is not written. */
const anyForm = anyXmlText.filter((text) => text !== "");
const anyEntryKey = fc.oneof(
  anyXmlText.filter((key) => key !== "" && !key.includes(":")),
  fc.constantFrom("%d items", "a.b", "<key>", "& more"),
);

/** An entry's format with the three Czech forms of its variables. */
const anyEntry: fc.Arbitrary<readonly Unit[]> = fc
  .tuple(
    anyEntryKey,
    fc.option(anyText, { nil: undefined }),
    fc.array(fc.tuple(fc.constantFrom("days", "x", "num_files"), anyForm, anyForm, anyForm)),
  )
  .map(([key, format, variables]) =>
    // Without a format an entry has one variable.
    format === undefined
      ? [keyedUnit(`${key}:n`, "1", "2", "5")]
      : [keyedUnit(key, format), ...variables.map(([name, ...forms]) => keyedUnit(`${key}:${name}`, ...forms))],
  );

describeFormat({
  format: stringsdict,
  isNested: true,
  texts: anyXmlText,
  units: fc.array(anyEntry, { maxLength: 4 }).map((entries) => distinct(grouped(entries))),
  samples: {
    "as Xcode writes": `${HEAD}<plist version="1.0">
<dict>
	<key>%d files in %d folders</key>
	<dict>
		<key>NSStringLocalizedFormatKey</key>
		<string>%#@files@ in %#@folders@</string>
		<key>files</key>
		<dict>
			<key>NSStringFormatSpecTypeKey</key>
			<string>NSStringPluralRuleType</string>
			<key>NSStringFormatValueTypeKey</key>
			<string>d</string>
			<key>one</key>
			<string>%d file</string>
			<key>other</key>
			<string>%d files</string>
		</dict>
		<key>folders</key>
		<dict>
			<key>NSStringFormatSpecTypeKey</key>
			<string>NSStringPluralRuleType</string>
			<key>NSStringFormatValueTypeKey</key>
			<string>d</string>
			<key>zero</key>
			<string>no folder</string>
			<key>one</key>
			<string>one folder</string>
			<key>other</key>
			<string>%d folders</string>
		</dict>
	</dict>
	<key>likes</key>
	<dict>
		<key>NSStringLocalizedFormatKey</key>
		<string>%#@n@</string>
		<key>n</key>
		<dict>
			<key>NSStringFormatSpecTypeKey</key>
			<string>NSStringPluralRuleType</string>
			<key>NSStringFormatValueTypeKey</key>
			<string>lld</string>
			<key>other</key>
			<string/>
		</dict>
	</dict>
</dict>
</plist>
`,
    "with spaces, comments and entities": `${HEAD}<plist version="1.0">
  <dict>

    <!-- MARK: Mail -->

    <!-- Shown in the list -->
    <key>mails</key>
    <dict>
      <key>NSStringLocalizedFormatKey</key> <string>%#@mails@ &amp; more &lt;3</string>
      <!-- The number -->
      <key>mails</key>
      <dict>
        <key>NSStringFormatSpecTypeKey</key> <string>NSStringPluralRuleType</string>
        <key>other</key> <string><![CDATA[%d <b>mails</b>]]></string>
        <key>one</key> <string>one
mail</string>
      </dict>
    </dict>

    <key>widths</key>
    <dict>
      <key>NSStringVariableWidthRuleType</key>
      <dict>
        <key>20</key> <string>short</string>
      </dict>
    </dict>

    <key>plain</key>
    <dict>
      <key>NSStringLocalizedFormatKey</key> <string>%@</string>
    </dict>

    <key>nothing yet</key>
    <dict>
      <key>NSStringLocalizedFormatKey</key> <string>%1$#@n@</string>
    </dict>

    <!-- end -->
  </dict>
</plist>
`,
    "on few lines": `<plist version="1.0"><dict><key>a</key><dict><key>NSStringLocalizedFormatKey</key><string>x</string></dict><key>b</key><dict><key>v</key><dict><key>one</key><string>1</string><key>few</key><string>2</string><key>other</key><string>3</string></dict></dict></dict></plist>\n`,
  },
});

/** Entries of one key are one entry. */
function grouped(entries: readonly (readonly Unit[])[]): readonly Unit[] {
  return [...new Map(entries.map((entry) => [entry[0]?.key.split(":")[0], entry])).values()].flat();
}
