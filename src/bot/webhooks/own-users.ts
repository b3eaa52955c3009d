import type { Clock } from "../../core/clock.ts";
import { VERSION } from "../../core/version.ts";
import type { ServiceSettings, Settings } from "../../records/settings/settings.ts";
import { ServiceExamination } from "../../service-client/examination.ts";

/** @returns name of the token's user on the service; undefined where the service does not tell */
export type AskOwnUser = (service: Pick<ServiceSettings, "url" | "token">) => Promise<string | undefined>;

const AGAIN_MILLISECONDS = 3_600_000;

/** Who the bot is on each service, so that it does not run after itself. Never waited for: until it is known, nobody is. */
export class OwnUsers {
  readonly #clock: Clock;
  readonly #ask: AskOwnUser;
  readonly #known = new Map<string, { readonly name: string | undefined; readonly asked: number }>();

  constructor(clock: Clock, ask: AskOwnUser = askOwnUser) {
    this.#clock = clock;
    this.#ask = ask;
  }

  /** Asks all of them, so that the first message is of somebody known. */
  meet(services: Settings["services"]): void {
    for (const service of Object.values(services)) this.nameAt(service);
  }

  /** As far as it is known now; where it is not, it is asked for. */
  nameAt({ url, token }: Pick<ServiceSettings, "url" | "token">): string | undefined {
    if (token === "") return undefined;
    const key = `${url} ${token}`;
    const known = this.#known.get(key);
    const now = this.#clock.now().getTime();
    if (known === undefined || now - known.asked > AGAIN_MILLISECONDS) {
      this.#known.set(key, { name: known?.name, asked: now });
      void this.#learn(key, { url, token }, now);
    }
    return known?.name;
  }

  async #learn(key: string, service: Pick<ServiceSettings, "url" | "token">, asked: number): Promise<void> {
    // Not knowing costs a run that finds nothing to do.
    const name = await this.#ask(service).catch(() => undefined);
    if (name !== undefined) this.#known.set(key, { name, asked });
  }
}

async function askOwnUser({ url, token }: Pick<ServiceSettings, "url" | "token">): Promise<string | undefined> {
  const examination = new ServiceExamination({ url, token, version: VERSION });
  try {
    return (await examination.account())?.username;
  } finally {
    await examination.close();
  }
}
