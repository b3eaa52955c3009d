/** Each says of itself that it is others too, the one that it is first: the order counts. */
const programs: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS)?\//, "Edge"],
  [/\b(?:OPR|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\bHeadlessChrome\//, "Chromium without a window"],
  [/\b(?:Chrome|Chromium|CriOS)\//, "Chromium or Chrome"],
  [/\bVersion\/[\d.]+.*\bSafari\//, "Safari"],
  [/^curl\//, "curl"],
];

/** What somebody signed in with, by what it says of itself. */
export function programOf(agent: string): string {
  return programs.find(([pattern]) => pattern.test(agent))?.[1] ?? "A program";
}
