import { countCharacters } from "../../catalog/statistics.ts";
import { withNamedDirections } from "../../core/one-line.ts";
import { html, type Markup } from "../../http-api/markup.ts";

/** A report's data as one table or several: names of the columns, and rows of the same length. */
export interface ReportTable {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

type Row = Readonly<Record<string, unknown>>;

/** Whatever the kind, its data is rows; what they are grouped by names a table. */
export function tablesOf(title: string, data: unknown): ReportTable[] {
  if (!Array.isArray(data)) {
    const { languages, ...sums } = asRow(data);
    return [tableOf(title, asRows(languages).map(flat)), tableOf("Total", [flat(sums)])];
  }
  const rows = asRows(data);
  const grouped = rows.flatMap((row) => Object.entries(row).filter(([, value]) => Array.isArray(value)));
  if (grouped.length > 0) return grouped.map(([name, value]) => tableOf(name, asRows(value).map(flat)));
  return [tableOf(title, rows.map(flat))];
}

function tableOf(title: string, rows: readonly Row[]): ReportTable {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return { title, columns, rows: rows.map((row) => columns.map((column) => textOf(row[column]))) };
}

function asRow(value: unknown): Row {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function asRows(value: unknown): readonly Row[] {
  return Array.isArray(value) ? value.map(asRow) : [];
}

/** `classes.new.words` */
function flat(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      typeof value === "object" && value !== null
        ? Object.entries(flat(asRow(value))).map(([inner, text]) => [`${name} ${inner}`, text] as const)
        : [[name, value] as const],
    ),
  );
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

/** reStructuredText, as documentation takes it. What people wrote stays text. */
export function asRst(tables: readonly ReportTable[]): string {
  return tables.map(rstTable).join("\n");
}

function rstTable({ title, columns, rows }: ReportTable): string {
  const cells = [columns, ...rows].map((row) => row.map(rstText));
  const widths = columns.map((_, index) => Math.max(2, ...cells.map((row) => width(row[index] ?? ""))));
  const rule = widths.map((length) => "=".repeat(length)).join(" ");
  const line = (row: readonly string[]): string =>
    row
      .map((cell, index) => cell + " ".repeat((widths[index] ?? 0) - width(cell)))
      .join(" ")
      .trimEnd();
  const [head = [], ...body] = cells;
  const heading = rstText(title);
  const underline = "-".repeat(Math.max(1, width(heading)));
  if (columns.length === 0) return `${heading}\n${underline}\n\n*Nothing.*\n`;
  return [heading, underline, "", rule, line(head), rule, ...body.map(line), rule, ""].join("\n");
}

function width(text: string): number {
  return countCharacters([text]);
}

/** An empty first cell would continue the row before. */
function rstText(text: string): string {
  const clean = text.replaceAll(/\s+/g, " ").trim();
  return clean === "" ? String.raw`\ ` : clean.replaceAll(/[\\*`_|<>]/g, String.raw`\$&`);
}

/** A page of its own, without script; what people are called turns nothing around. */
export function asHtml(title: string, tables: readonly ReportTable[]): string {
  const page = html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <title>${title}</title>
      <h1>${title}</h1>
      ${tables.map(htmlTable)}
    </html> `;
  return withNamedDirections(page.toString());
}

function htmlTable({ title, columns, rows }: ReportTable): Markup {
  return html`<h2>${title}</h2>
    <table>
      <thead>
        <tr>
          ${columns.map((column) => html`<th>${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((cell) => html`<td>${cell}</td>`)}
            </tr> `,
        )}
      </tbody>
    </table> `;
}
