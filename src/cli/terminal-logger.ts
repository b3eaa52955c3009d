import type { Place } from "../core/errors.ts";
import type { Logger } from "../core/logger.ts";
import { bar } from "../report/words/bar.ts";
import { terminalText } from "../report/words/escape.ts";
import { fitWidth } from "../report/words/text-width.ts";
import type { Screen } from "./screen.ts";

const PHASE_WIDTH = 10;
const BAR_WIDTH = 20;

/** Phases are named as the steps of a plan are. */
const phaseWords: Readonly<Record<string, string>> = { "pull-repository": "pull", "add-language": "add" };

/** Progress and remarks of a run on a person's terminal, or as plain lines: one per finished phase. */
export function terminalLogger(screen: Screen, isDebugging: boolean): Logger {
  let isDrawn = false;
  const clear = (): void => {
    if (isDrawn) screen.redraw("");
    isDrawn = false;
  };
  const say = (word: string, message: string, place?: Place): void => {
    clear();
    const where =
      place === undefined ? "" : `${[place.file, place.line].filter((part) => part !== undefined).join(":")}  `;
    screen.note(`  ${word.padEnd(PHASE_WIDTH)}${terminalText(`${where}${message}`)}`);
  };
  return {
    debug: (message) => {
      if (isDebugging) say("debug", message);
    },
    info: (message) => {
      say("", message);
    },
    notice: (message, place) => {
      say("note", message, place);
    },
    warning: (message, place) => {
      say("warning", message, place);
    },
    error: (message, place) => {
      say("error", message, place);
    },
    progress: (phase, done, total, detail = "") => {
      const word = (phaseWords[phase] ?? phase).padEnd(PHASE_WIDTH);
      const isDone = done >= total;
      if (screen.isLive) {
        const line = `  ${word}${bar((done / Math.max(1, total)) * 100, BAR_WIDTH)} ${String(done)}/${String(total)}  ${terminalText(detail)}`;
        screen.redraw(fitWidth(line, screen.columns - 1));
        isDrawn = true;
        if (isDone) clear();
      } else if (isDone && !screen.isJson) {
        screen.note(`  ${word}${String(done)}/${String(total)}`);
      }
    },
  };
}
