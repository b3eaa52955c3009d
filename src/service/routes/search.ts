import { contract } from "../../contract/index.ts";
import { route } from "../http/route.ts";
import { search } from "../search/search.ts";

export const searchRoutes = [
  route(contract.search.search, ({ service, caller, query }) => search(service, caller, query.q ?? "")),
];
