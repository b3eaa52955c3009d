import { Octokit as Core } from "@octokit/core";
import { paginateRest } from "@octokit/plugin-paginate-rest";
import { restEndpointMethods } from "@octokit/plugin-rest-endpoint-methods";
import { retry } from "@octokit/plugin-retry";
import { throttling } from "@octokit/plugin-throttling";

/**
 * GitHub's API client, of the parts that we use. `octokit` is these and an App's, OAuth's and webhooks' besides, of which we
 * need none: its dozen packages each bring GitHub's whole description as types.
 */
export const Octokit = Core.plugin(restEndpointMethods, paginateRest, retry, throttling);
export type Octokit = InstanceType<typeof Octokit>;
