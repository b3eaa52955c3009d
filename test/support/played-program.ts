import { AsyncLocalStorage } from "node:async_hooks";

type StreamName = "stdout" | "stderr";

/** What a program that is played in this very process sees of a process as its own. */
interface OwnProcess {
  readonly env: NodeJS.ProcessEnv;
  readonly write: (stream: StreamName, text: string) => void;
}

const played = new AsyncLocalStorage<OwnProcess>();

/** Everything else in this process, the stand-ins among it, keeps what is this process's. */
function divideProcess(): void {
  const { env } = process;
  Object.defineProperty(process, "env", {
    configurable: true,
    enumerable: true,
    get: () => played.getStore()?.env ?? env,
  });
  for (const name of ["stdout", "stderr"] as const) {
    const stream = process[name];
    const write = stream.write.bind(stream);
    stream.write = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
      const program = played.getStore();
      if (program === undefined) return Reflect.apply(write, stream, [chunk, ...rest]);
      program.write(name, typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8"));
      return true;
    };
  }
}

let isDivided = false;

/** What a played program left behind. */
export interface Played<Result> {
  readonly result: Result;
  readonly stdout: string;
  readonly stderr: string;
  /** Both streams in the order they came. */
  readonly output: string;
}

/**
 * Plays a program in this process, which takes milliseconds where a process of its own takes a second. The program sees the
 * environment that is given and no other, git gets the same, and its streams are its own, also beside others that are played at
 * the same time. What is about signals, the program's entry or its end needs a process of its own.
 */
export async function playProgram<Result>(
  environment: Readonly<NodeJS.ProcessEnv>,
  program: () => Promise<Result>,
): Promise<Played<Result>> {
  if (!isDivided) divideProcess();
  isDivided = true;
  const texts = { stdout: "", stderr: "", output: "" };
  const own: OwnProcess = {
    env: { ...environment },
    write: (stream, text) => {
      texts[stream] += text;
      texts.output += text;
    },
  };
  const result = await played.run(own, program);
  return { result, ...texts };
}
