/** Types of the parts of undici that are loaded without the rest of it. */
declare module "undici/lib/api/index.js" {
  import type { Dispatcher } from "undici";
  const api: Pick<Dispatcher, "connect" | "pipeline" | "request" | "stream" | "upgrade">;
  export default api;
}
declare module "undici/lib/dispatcher/dispatcher.js" {
  export { Dispatcher as default } from "undici";
}
declare module "undici/lib/dispatcher/pool.js" {
  export { Pool as default } from "undici";
}
declare module "undici/lib/dispatcher/proxy-agent.js" {
  export { ProxyAgent as default } from "undici";
}
