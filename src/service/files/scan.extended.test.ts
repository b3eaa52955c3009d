import { expect, it } from "vitest";
import { openSampleService, type SampleService } from "../../../test/support/open-test-service.ts";

/** More than are looked at together, and more than a part of a file that is read back has. */
const COUNT = 450;
const FAR = 300;

const numbers = Array.from({ length: COUNT }, (_, at) => at);

/** In the order of their numbers, and one that came before once more. */
function twice(line: (name: string, text: string) => string, language: string): string[] {
  const lines = numbers.map((at) => line(`n${String(at)}`, `${language} ${String(at)}`));
  return [...lines.slice(0, FAR), line("n3", `${language} again`), ...lines.slice(FAR)];
}

function strings(language: string): string {
  return twice((name, text) => `"${name}" = "${text}";`, language).join("\n");
}

function xliff(language: string): string {
  const units = twice(
    (name, text) =>
      `<trans-unit id="${name}"><source>${text.replace(language, "en")}</source><target>${text}</target></trans-unit>`,
    language,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file source-language="en" target-language="${language}"
datatype="plaintext" original="x"><body>${units.join("\n")}</body></file></xliff>
`;
}

async function publish(own: SampleService, files: Readonly<Record<string, string>>): Promise<void> {
  await own.upstream.write(files);
  await own.upstream.publish("more");
  await own.request("POST", "/api/components/demo/app/repository/", { json: { operation: "pull" } });
}

async function stored(own: SampleService, component: string, language: string) {
  return own.service.database
    .selectFrom("unit")
    .innerJoin("translation", "translation.id", "unit.translation_id")
    .innerJoin("component", "component.id", "translation.component_id")
    .select(["unit.key", "unit.source", "unit.target", "unit.position"])
    .where("component.slug", "=", component)
    .where("translation.language_code", "=", language)
    .orderBy("unit.position")
    .execute();
}

it.each([
  { format: "strings", make: strings, settings: { template: "x/en.strings" } },
  { format: "xliff", make: xliff, settings: { new_base: "x/en.xliff" } },
])(
  "of a key that stands twice in a $format file, far from each other, the last text is kept, at the first place",
  async ({ format, make, settings }) => {
    await using own = await openSampleService();
    const files = Object.fromEntries(["en", "cs"].map((language) => [`x/${language}.${format}`, make(language)]));
    await publish(own, files);
    const shape = { file_format: format, filemask: `x/*.${format}`, repo: "weblate://demo/app", ...settings };
    await own.admin.createComponent("demo", { name: "X", slug: "x", ...shape });

    for (let scans = 0; scans < 2; scans += 1) {
      for (const language of ["en", "cs"]) {
        const rows = await stored(own, "x", language);
        expect(rows.map(({ position }) => position)).toEqual(numbers.map((at) => at + 1));
        expect(rows[3]).toMatchObject({ target: JSON.stringify([`${language} again`]) });
        expect(new Set(rows.map(({ key }) => key)).size).toBe(COUNT);
      }
      await publish(own, { [`x/cs.${format}`]: make("cs") + "\n".repeat(scans + 1) });
    }
  },
);
