import process from "node:process";
import { createInterface } from "node:readline/promises";

/** Asks the person at the terminal; everything but a yes is a no. */
export async function ask(question: string): Promise<boolean> {
  const reader = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(?:es)?$/i.test((await reader.question(question)).trim());
  } finally {
    reader.close();
  }
}
