import { RemoteError, UserError } from "../core/errors.ts";
import { isLoopback } from "../network/proxy.ts";
import type { ComponentPath } from "../mapping/binding.ts";

/**
 * The one place the token may go: scheme, host, port and base path of the service. Every address that is requested, our
 * own and those the service hands out (`next`, `url`, `*_url`), passes `pathOf` first.
 */
export class ServiceAddress {
  /** As people write it, no trailing slash: `https://translate.example.org/base`. */
  readonly url: string;
  readonly origin: string;
  readonly isLoopback: boolean;
  /** Root of the API, with trailing slash: `/base/api/`. */
  readonly #apiPath: string;

  /** @throws {UserError} `IL-S01`; the message never repeats the address, which may carry a password. */
  constructor(address: string) {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (url === undefined || !["http:", "https:"].includes(url.protocol)) {
      throw unusable("it is not an https address", "Write it like https://translate.example.org.");
    }
    if (url.username !== "" || url.password !== "") {
      throw unusable("it carries a user or password", "Leave them out: the token is given separately.");
    }
    if (url.search !== "" || url.hash !== "") throw unusable("it carries a query or fragment", "Leave them out.");
    this.isLoopback = isLoopback(url.hostname);
    if (url.protocol === "http:" && !this.isLoopback) {
      throw unusable(
        "plain http would show the token to the network",
        "Write https; plain http is allowed to 127.0.0.0/8, ::1 and localhost only.",
      );
    }
    // People copy the API's address as well as the site's.
    const base = url.pathname.replace(/\/+$/, "").replace(/\/api$/, "");
    this.origin = url.origin;
    this.url = url.origin + base;
    this.#apiPath = `${base}/api/`;
  }

  /** Absolute address of a path that the contract declares (`/api/…`). */
  at(path: string): string {
    return this.url + path;
  }

  /**
   * Path and query to request, encoding untouched.
   * @throws {RemoteError} `IL-S02` when the link has another scheme, host, port or base path.
   */
  pathOf(link: string): string {
    const url = URL.canParse(link) ? new URL(link) : undefined;
    if (url === undefined || url.origin !== this.origin || url.username !== "" || url.password !== "") {
      throw leaves(url === undefined ? "something that is no address" : url.origin, this.origin);
    }
    if (!url.pathname.startsWith(this.#apiPath)) throw leaves(`a path outside ${this.#apiPath}`, this.origin);
    return url.pathname + url.search;
  }

  /** A path to request without what the service's own address has of it, as the contract declares paths. */
  below(path: string): string {
    return path.slice(this.#apiPath.length - "/api/".length);
  }

  /** The component that one of the service's own addresses stands for; undefined when it is not a component's. */
  componentPathOf(link: string): ComponentPath | undefined {
    const [collection, project, name, ...rest] = this.pathOf(link).slice(this.#apiPath.length).split("/");
    if (collection !== "components" || project === undefined || name === undefined || rest.join("") !== "") {
      return undefined;
    }
    try {
      const names = decodeURIComponent(decodeURIComponent(name)).split("/");
      const component = names.pop();
      if (component === undefined || component === "") return undefined;
      return { project: decodeURIComponent(project), categories: names, component };
    } catch {
      return undefined; // A stray "%".
    }
  }
}

/** Only what means this machine whatever a name server says. */
function unusable(reason: string, hint: string): UserError {
  return new UserError(`The service's address is refused: ${reason}.`, { code: "IL-S01", hint });
}

function leaves(target: string, origin: string): RemoteError {
  return new RemoteError(`The service at ${origin} handed out a link to ${target}; it was not followed.`, {
    code: "IL-S02",
    hint: `The token goes to ${origin} only. If that is the same service, its site domain or https setting is wrong, or the address in the mapping is.`,
  });
}
