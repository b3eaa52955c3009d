import { endpoint } from "../endpoint.ts";
import { Root } from "../resources/root.ts";

export const root = endpoint({
  id: "root",
  method: "GET",
  path: "/api/",
  summary: "Addresses of the collections.",
  responses: { 200: Root },
  access: "viewer",
});
