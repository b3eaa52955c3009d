/** Lines of JSON between a worker of tests and the process that starts git for it. */
import { StringDecoder } from "node:string_decoder";
import type { Socket } from "node:net";
import process from "node:process";

/** Address in a folder; on Linux one that is no file, which nobody who tidies up can take away. Source: unix(7). */
export function addressIn(folder: string, name: string): string {
  return `${process.platform === "linux" ? "\0" : ""}${folder}/${name}`;
}

export interface Order {
  readonly id: number;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Each `pipe` is the next connection that the worker opened. */
  readonly stdio: readonly ("pipe" | "ignore")[];
}

export type Message =
  | { readonly kind: "listening"; readonly path: string }
  | { readonly kind: "started"; readonly id: number; readonly pid: number }
  | {
      readonly kind: "refused";
      readonly id: number;
      readonly error: { readonly message: string; readonly code?: string; readonly errno?: number };
    }
  | {
      readonly kind: "ended";
      readonly id: number;
      readonly code: number | null;
      readonly signal: NodeJS.Signals | null;
      /** CPU time it took, in seconds. */
      readonly seconds: number;
    };

export function send(socket: Socket, line: Order | Message): void {
  if (socket.writable) socket.write(`${JSON.stringify(line)}\n`);
}

/** Calls back for each line; what Node's `readline` takes for the end of one besides may stand in a text. */
export function onLine(socket: Socket, take: (line: string) => void): void {
  const decoder = new StringDecoder("utf8");
  let text = "";
  socket.on("data", (chunk) => {
    const lines = (text + decoder.write(Buffer.from(chunk))).split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) take(line);
  });
}
