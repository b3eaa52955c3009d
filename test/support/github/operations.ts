import { appOperations } from "./app.ts";
import { checks } from "./checks.ts";
import { comments } from "./comments.ts";
import { gitData } from "./git-data.ts";
import { hookDeliveries } from "./hook-deliveries.ts";
import { installations } from "./installations.ts";
import { issues } from "./issues.ts";
import { labels } from "./labels.ts";
import { manifest } from "./manifest.ts";
import { merging } from "./merging.ts";
import { milestones } from "./milestones.ts";
import { people } from "./people.ts";
import { pullRequests } from "./pull-requests.ts";
import { reactions } from "./reactions.ts";
import { repository } from "./repository.ts";
import { secrets } from "./secrets.ts";
import { statuses } from "./statuses.ts";
import type { Operations } from "./world.ts";

/** What is asked of the API; everything else is a violation. */
export const OPERATIONS: Operations = {
  ...gitData,
  ...pullRequests,
  ...labels,
  ...secrets,
  ...comments,
  ...people,
  ...milestones,
  ...merging,
  ...issues,
  ...reactions,
  ...checks,
  ...statuses,
  ...repository,
  ...appOperations,
  ...installations,
  ...hookDeliveries,
  ...manifest,
};
