import { html, type Markup } from "../../../http-api/markup.ts";

/** What a state means for whoever looks: the colour, and never the colour alone. */
export type Tone = "good" | "busy" | "attention" | "bad" | "quiet";

interface Look {
  readonly tone: Tone;
  readonly symbol: string;
  readonly word: string;
}

/** Every state that the records hold, by its own name; what is not here is shown as it is. */
const looks: Readonly<Record<string, Look>> = {
  "in-step": { tone: "good", symbol: "✓", word: "in step" },
  ahead: { tone: "attention", symbol: "↑", word: "git is ahead" },
  behind: { tone: "attention", symbol: "↓", word: "git is behind" },
  conflict: { tone: "bad", symbol: "≠", word: "conflict" },
  blocked: { tone: "bad", symbol: "⊘", word: "blocked" },
  active: { tone: "good", symbol: "✓", word: "active" },
  unmapped: { tone: "quiet", symbol: "○", word: "no mapping" },
  paused: { tone: "quiet", symbol: "‖", word: "paused" },
  gone: { tone: "quiet", symbol: "–", word: "gone" },
  sent: { tone: "good", symbol: "✓", word: "sent" },
  right: { tone: "good", symbol: "✓", word: "right" },
  wrong: { tone: "bad", symbol: "✕", word: "wrong" },
  waiting: { tone: "quiet", symbol: "○", word: "waiting" },
  running: { tone: "busy", symbol: "▸", word: "running" },
  done: { tone: "good", symbol: "✓", word: "done" },
  ignored: { tone: "quiet", symbol: "–", word: "ignored" },
  failed: { tone: "bad", symbol: "✕", word: "failed" },
  dead: { tone: "bad", symbol: "✕", word: "dead" },
  debug: { tone: "quiet", symbol: "·", word: "debug" },
  info: { tone: "quiet", symbol: "·", word: "info" },
  notice: { tone: "busy", symbol: "▸", word: "notice" },
  warning: { tone: "attention", symbol: "!", word: "warning" },
  error: { tone: "bad", symbol: "✕", word: "error" },
  inactive: { tone: "quiet", symbol: "–", word: "inactive" },
  problem: { tone: "bad", symbol: "!", word: "problem" },
};

export function lookOf(state: string): Look {
  return looks[state] ?? { tone: "quiet", symbol: "·", word: state };
}

/** A state as symbol and word. */
export function stateBadge(state: string, detail = ""): Markup {
  const { tone, symbol, word } = lookOf(state);
  return html`<span class="state ${tone}"
    ><span class="symbol" aria-hidden="true">${symbol}</span>${word}${detail === "" ? "" : ` ${detail}`}</span
  >`;
}
