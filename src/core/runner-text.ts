const ZERO_WIDTH_SPACE = "\u200b";

/**
 * Makes text from files or the service harmless for a workflow runner, which obeys `::command::` at the start of a
 * line and `##[command]` anywhere in it, on stdout and stderr alike (actions/runner ActionCommand.cs).
 * Control characters that move the cursor or colour a terminal go too.
 */
export function runnerSafe(text: string): string {
  return text
    .replaceAll("##[", `##${ZERO_WIDTH_SPACE}[`)
    .replace(/^(\s*):(?=:)/gm, `$1:${ZERO_WIDTH_SPACE}`)
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, "\ufffd");
}
