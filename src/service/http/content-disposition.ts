/**
 * Value of the header for a file to be saved. A name may be any text that a repository gave it: whatever could end the
 * header's own text is left out of it, and the name as it is follows encoded (RFC 6266).
 */
export function attachment(name: string): string {
  const plain = name.replaceAll(/[^\u0020-\u007e]|["\\%]/g, "_");
  const whole = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return plain === name
    ? `attachment; filename="${name}"`
    : `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}
