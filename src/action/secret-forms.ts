/** Shorter pieces are no secrets, and masking them would eat the log. */
const SHORTEST = 8;

/**
 * Every form that a secret takes on its way: as it is, as basic authentication sends it, and each line of a key, however its
 * line ends are written. The runner itself knows the usual encodings of what it is told to mask, and none of these.
 */
export function secretForms(secret: string): readonly string[] {
  if (secret.trim() === "") return [];
  const lines = secret
    .split(/\r?\n|\\n/)
    .map((line) => line.trim())
    .filter((line) => line.length >= SHORTEST && !/^-----[A-Z ]+-----$/.test(line));
  const isOneLine = lines.length <= 1 && !/[\r\n]/.test(secret.trim());
  return [
    ...new Set([
      ...(isOneLine ? [secret, Buffer.from(`x-access-token:${secret}`).toString("base64")] : [secret]),
      ...lines,
    ]),
  ];
}
