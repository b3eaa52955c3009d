/** Characters that turn around what stands after them, named instead of obeyed: a text could look like another one. */
export function withNamedDirections(text: string): string {
  return text.replace(
    /[\u202a-\u202e\u2066-\u2069]/g,
    (mark) => `‹U+${mark.charCodeAt(0).toString(16).toUpperCase()}›`,
  );
}

/** One line without control characters; line ends become a visible sign, direction overrides a name. */
export function oneLine(text: string): string {
  return withNamedDirections(text)
    .replace(/\r\n|[\n\r\u0085\u2028\u2029]/g, "⏎")
    .replaceAll("\t", " ")
    .replace(/[\u0000-\u001f\u007f-\u009f]/g, "\ufffd")
    .toWellFormed();
}
