/**
 * Code of the error that some words of ours tell of, where a step kept the words alone; "" where they tell of none that
 * says who is to blame.
 */
export function codeOfWords(words: string): string {
  const status = /\bThe service (?:could not|refused to) .{0,300}? \((?<status>\d{3})\)/.exec(words)?.groups?.[
    "status"
  ];
  if (status !== undefined) return codeOfStatus(Number(status));
  if (/\bhttps?:\/\/\S+ did not answer\b/.test(words)) return "IL-S04";
  if (/\bThe service asks to wait\b/.test(words)) return "IL-S05";
  return /\bGitHub refused to .{0,300}? \(401\)/.test(words) ? "IL-F01" : "";
}

function codeOfStatus(status: number): string {
  if (status === 401) return "IL-S07";
  if (status === 429) return "IL-S05";
  return status >= 500 ? "IL-S14" : "";
}
