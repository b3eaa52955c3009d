/** Where the API of a GitHub stands, by the address of its pages: github.com's own, or below an Enterprise server. */
export function gitHubApiOf(serverUrl: string): string {
  const server = serverUrl.replace(/\/+$/, "");
  return server === "https://github.com" ? "https://api.github.com" : `${server}/api/v3`;
}
