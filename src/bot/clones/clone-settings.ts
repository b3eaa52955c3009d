import { devNull } from "node:os";

/**
 * Git's settings for a clone of ours, as its `config`. Nothing of a foreign repository ever gets in here: no hooks, no
 * submodules, no filters, and no way to a server but HTTP. Credentials come with each process's environment.
 * @param address of the forge's repository, without credentials
 */
export function cloneSettings(address: string): string {
  return [
    section("core", { repositoryformatversion: "1", bare: "true", filemode: "false", hooksPath: devNull }),
    section("extensions", { partialClone: "origin" }),
    section('remote "origin"', {
      url: address,
      fetch: "+refs/heads/*:refs/heads/*",
      promisor: "true",
      partialclonefilter: "blob:none",
      tagOpt: "--no-tags",
    }),
    section("fetch", { recurseSubmodules: "false" }),
    section("submodule", { recurse: "false" }),
    section("protocol", { allow: "never" }),
    section('protocol "https"', { allow: "always" }),
    section('protocol "http"', { allow: "always" }),
    section("transfer", { credentialsInUrl: "die" }),
    // A server that has gone quiet is given up after a minute.
    section("http", { lowSpeedLimit: "100", lowSpeedTime: "60" }),
    section("gc", { auto: "0", autoDetach: "false" }),
    section("maintenance", { auto: "false" }),
  ].join("");
}

function section(name: string, settings: Readonly<Record<string, string>>): string {
  const lines = Object.entries(settings).map(([key, value]) => `\t${key} = ${quoted(value)}\n`);
  return `[${name}]\n${lines.join("")}`;
}

function quoted(value: string): string {
  return `"${value.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll("\n", String.raw`\n`)}"`;
}
