/** The link that a mail is for. */
export function linkIn(text: string | undefined): string {
  const link = /http:\/\/127\.0\.0\.1:\d+\/admin\/password\/[\w-]+/.exec(text ?? "")?.[0];
  if (link === undefined) throw new Error(`The mail has no link: ${text ?? ""}`);
  return link;
}
