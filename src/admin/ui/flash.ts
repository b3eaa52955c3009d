import { html, nothing, type Markup } from "../../http-api/markup.ts";

interface Flash {
  readonly words: string;
  readonly tone?: "bad" | "attention";
}

/**
 * What pages say after something was done, by the key that stands in the next page's address: no cookie, and nobody can
 * put words of their own into a page by a link.
 */
const flashes = {
  "signed-out": { words: "You are signed out." },
  "session-ended": { words: "Your session has ended. Sign in again.", tone: "attention" },
  "session-ended-kept": {
    words: "Your session has ended. Sign in again: what you wrote is kept, and you can send it then.",
    tone: "attention",
  },
  "mail-on-its-way": {
    words: "If an active account has this address, a link is on its way to it. Look into the mailbox.",
  },
  "password-set": { words: "The password is set. Sign in with it." },
  "link-used": { words: "This link was used already, or it is too old. Ask for another one.", tone: "bad" },
  "user-created": { words: "The user is there." },
  "user-invited": { words: "The user is there, and a link to set a password is on its way." },
  "user-saved": { words: "The user is saved." },
  "user-deleted": { words: "The user is deleted." },
  "reset-sent": { words: "A link to set a password is on its way to the user." },
  "reset-failed": {
    words: "No mail was sent: see the log for what the server said, and the mail settings.",
    tone: "bad",
  },
  "settings-saved": { words: "The settings are saved and in force." },
  "settings-same": { words: "Nothing was changed.", tone: "attention" },
  "test-mail-sent": { words: "The mail server took the test mail." },
  "test-mail-failed": {
    words: "No test mail was sent: the mail section says why.",
    tone: "bad",
  },
  "template-saved": { words: "The template is saved: the next run uses it." },
  "template-created": { words: "The template is there." },
  "template-restored": { words: "The built-in template is restored." },
  "template-deleted": { words: "The template is deleted." },
  "run-asked": { words: "The run is asked for. It begins as soon as the repository is free." },
  paused: { words: "The repository is paused: nothing is done for what comes in meanwhile." },
  resumed: { words: "The repository is served again." },
  replayed: { words: "The delivery waits for another try." },
  "replayed-all": { words: "The deliveries wait for another try: those of one repository become one run." },
  "replayed-none": {
    words: "None of them could be replayed: they wait already, or are about no repository.",
    tone: "attention",
  },
  "account-saved": { words: "Your account is saved." },
  "password-changed": { words: "Your password is changed: your other sessions have ended." },
  "session-closed": { words: "The session has ended." },
} satisfies Record<string, Flash>;

export type FlashKey = keyof typeof flashes;

export function flashMessage(key: string | undefined): Markup {
  const flash = flashOf(key);
  if (flash === undefined) return nothing;
  const { words, tone } = flash;
  return html`<div class="flash ${tone ?? "good"}" role="status">
    <span aria-hidden="true">${tone === undefined ? "✓" : "!"}</span>
    <p>${words}</p>
  </div>`;
}

function flashOf(key: string | undefined): Flash | undefined {
  // Not by its key at once: an address may ask for what every object has.
  return Object.entries(flashes).find(([known]) => known === key)?.[1];
}
