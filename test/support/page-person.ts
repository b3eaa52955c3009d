import type { TestAnswer, TestService } from "./open-test-service.ts";

const browser = { accept: "text/html" };

type Fields = Readonly<Record<string, string>>;

/** Somebody with a browser that has no script. */
export class Person {
  readonly #test: TestService;
  #cookie = "";

  constructor(test: TestService) {
    this.#test = test;
  }

  async signIn(token: string, fields: Fields = {}, path = "/accounts/login/"): Promise<TestAnswer> {
    const answer = await this.post(path, { token, next: "/", ...fields });
    this.#cookie = (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    return answer;
  }

  /** @param headers what the browser says of who leads there; default: a page of the service */
  async open(path: string, headers: Fields = { "sec-fetch-site": "same-origin" }): Promise<TestAnswer> {
    return this.#test.request("GET", path, { token: null, headers: { ...browser, cookie: this.#cookie, ...headers } });
  }

  async post(path: string, form: Fields, headers: Fields = {}): Promise<TestAnswer> {
    return this.#test.request("POST", path, {
      token: null,
      form,
      headers: { ...browser, cookie: this.#cookie, "sec-fetch-site": "same-origin", ...headers },
    });
  }

  /** Sends a form of a page that looks after something: what is typed, and bytes for a file. */
  async manage(
    path: string,
    fields: Readonly<Record<string, string | readonly string[] | Uint8Array | File>>,
  ): Promise<TestAnswer> {
    const [, csrf = ""] = /name="csrf_token" value="([^"]*)"/.exec((await this.open("/")).text) ?? [];
    const headers = { ...browser, cookie: this.#cookie, "sec-fetch-site": "same-origin" };
    const multipart = { csrf_token: csrf, ...fields };
    return this.#test.request("POST", path, { token: null, multipart, headers });
  }

  /** What a form leads to, opened. */
  async follow(answer: TestAnswer): Promise<TestAnswer> {
    return this.open(answer.headers.get("location") ?? "/nowhere");
  }

  /** Fills the form of a page and sends it, as its button does. */
  async send(page: TestAnswer, fields: Fields, headers: Fields = {}): Promise<TestAnswer> {
    const form = formOf(page);
    return this.post(form.action, { ...form.fields, do: "next", ...fields }, headers);
  }
}

export interface Form {
  readonly action: string;
  readonly fields: Fields;
}

/** The form that translates: where it goes, and what it sends if nothing is typed. */
export function formOf({ text }: Pick<TestAnswer, "text">): Form {
  const forms = text.match(/<form method="post" action="\/translate\/.*?<\/form>/gs) ?? [];
  const form = forms.find((each) => each.includes('class="translate"')) ?? forms[0] ?? "";
  const decoded = (value = ""): string =>
    value.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  const areas = [...form.matchAll(/<textarea [^>]*name="([^"]+)"[^>]*>\n(.*?)<\/textarea>/gs)];
  const state = /value="(\d+)" checked/.exec(form)?.[1];
  return {
    action: decoded(/action="([^"]+)"/.exec(form)?.[1]),
    fields: {
      ...Object.fromEntries([...hidden, ...areas].map(([, name = "", value]) => [name, decoded(value)])),
      ...(state !== undefined && { state }),
    },
  };
}
