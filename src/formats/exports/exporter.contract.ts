import { unitStates } from "../../catalog/unit.ts";
import type { ExportDocument, ExportUnit } from "./exporter.ts";

/** A unit with usual values, for tests that care about a few of them. */
export function anExportUnit(unit: Partial<ExportUnit>): ExportUnit {
  return {
    context: "",
    source: ["Save"],
    target: ["Uložit"],
    previousSource: "",
    state: unitStates.translated,
    note: "",
    location: "",
    explanation: "",
    flags: "",
    ...unit,
  };
}

/** A Czech translation of an English component. */
export function aDocument(document: Partial<ExportDocument>): ExportDocument {
  return {
    project: { name: "Demo", slug: "demo" },
    component: { name: "App", slug: "app" },
    sourceLanguage: { code: "en", name: "English" },
    language: {
      code: "cs",
      name: "Czech",
      direction: "ltr",
      pluralNumber: 3,
      pluralFormula: "(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2",
    },
    isMonolingual: false,
    url: "https://example.com/projects/demo/app/cs/",
    generator: "Interlinear 1.0.0",
    date: new Date("2026-11-21T09:30:00Z"),
    units: [],
    ...document,
  };
}
