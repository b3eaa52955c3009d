import { endpoint } from "../endpoint.ts";
import { Metrics } from "../resources/metrics.ts";

export const metrics = {
  get: endpoint({
    id: "metrics.get",
    method: "GET",
    path: "/api/metrics/",
    summary: "How much there is on this server.",
    responses: { 200: Metrics },
    formats: ["json", "csv", "api", "openmetrics"],
    access: "signed-in",
  }),
};
