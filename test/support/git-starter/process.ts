/**
 * `node process.ts FOLDER`: starts git for the workers of tests. Linux copies the tables of all its memory when a process starts another
 * one, and what either writes meanwhile: from a worker with the whole product in it that costs more than git's own work. This
 * process is small. It listens in the folder, and ends with its standard input.
 */
import { spawn } from "node:child_process";
import { createServer, type Socket } from "node:net";
import process from "node:process";
import { usedSoFar } from "../../../scripts/cost.ts";
import { addressIn, onLine, send, type Message, type Order } from "./protocol.ts";

const [folder = ""] = process.argv.slice(2);
let workers = 0;
let accounted = usedSoFar() ?? 0;

/** What was used since somebody asked last: that of the process which just ended, or of some that end at the same time. */
function usedSince(): number {
  const now = usedSoFar() ?? 0;
  const seconds = now - accounted;
  accounted = now;
  return seconds;
}

/**
 * One worker: its orders come over one connection, and the streams of each process over connections of their own, which git is given
 * as they are. They come in the order in which they were opened.
 */
function serveWorker(control: Socket): void {
  workers += 1;
  const path = addressIn(folder, `streams-${String(workers)}`);
  const streams: Socket[] = [];
  const orders: Order[] = [];
  const tell = (message: Message): void => {
    send(control, message);
  };
  const startThose = (): void => {
    for (let [order] = orders; order !== undefined; [order] = orders) {
      const pipes = order.stdio.filter((kind) => kind === "pipe").length;
      if (streams.length < pipes) return;
      orders.shift();
      startGit(order, streams.splice(0, pipes), tell);
    }
  };
  const listener = createServer({ pauseOnConnect: true, allowHalfOpen: true }, (stream) => {
    streams.push(stream);
    startThose();
  });
  listener.listen(path, () => {
    tell({ kind: "listening", path });
  });
  onLine(control, (line) => {
    const order: Order = JSON.parse(line);
    orders.push(order);
    startThose();
  });
  control.on("error", () => undefined);
  control.on("close", () => {
    listener.close();
    for (const stream of streams) stream.destroy();
  });
}

function startGit(
  { id, args, cwd, env, stdio }: Order,
  streams: readonly Socket[],
  tell: (message: Message) => void,
): void {
  const unused = [...streams];
  const child = spawn("git", args, {
    cwd,
    env,
    stdio: stdio.map((kind) => (kind === "pipe" ? (unused.shift() ?? "ignore") : "ignore")),
  });
  // Git has them now: who holds another end waits for the last holder.
  for (const stream of streams) stream.destroy();
  child.on("error", (error: NodeJS.ErrnoException) => {
    const { message, code, errno } = error;
    tell({ kind: "refused", id, error: { message, ...(code && { code }), ...(errno && { errno }) } });
  });
  if (child.pid === undefined) return;
  tell({ kind: "started", id, pid: child.pid });
  child.on("exit", (code, signal) => {
    tell({ kind: "ended", id, code, signal, seconds: usedSince() });
  });
}

createServer(serveWorker).listen(addressIn(folder, "orders"), () => {
  process.stdout.write("listening\n");
});
process.stdin.resume();
process.stdin.on("end", () => {
  process.exit();
});
