import { contract } from "../../contract/index.ts";
import { route } from "../http/route.ts";
import { measure } from "../metrics/metrics.ts";

export const metricsRoutes = [route(contract.metrics.get, ({ service }) => measure(service))];
