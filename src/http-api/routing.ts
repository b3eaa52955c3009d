import type { Endpoint } from "./endpoint.ts";

/** Whatever answers an endpoint. */
export interface Routed {
  readonly endpoint: Endpoint;
}

/** All routes of one path. */
export interface Address<R extends Routed> {
  /** As declared. */
  readonly path: string;
  readonly methods: ReadonlyMap<string, R>;
  /** Value of the `Allow` header. */
  readonly allow: string;
}

/** Routes by path. A literal path comes before one with a placeholder in its place. */
export function addressesOf<R extends Routed>(routes: readonly R[]): Address<R>[] {
  return [...Map.groupBy(routes, ({ endpoint }) => endpoint.path)]
    .toSorted(([one], [other]) => Number(one.includes("{")) - Number(other.includes("{")))
    .map(([path, own]) => {
      const methods = new Map(own.map((route) => [route.endpoint.method as string, route]));
      const allowed = [...methods.keys(), ...(methods.has("GET") ? ["HEAD"] : []), "OPTIONS"];
      return { path, methods, allow: allowed.join(", ") };
    });
}

/** What answers a method at an address; HEAD is answered as GET is. */
export function routeFor<R extends Routed>(address: Address<R> | undefined, method: string): R | undefined {
  return address?.methods.get(method === "HEAD" ? "GET" : method);
}

/** A path as Hono's router takes it. */
export function patternOf(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ":$1");
}
