import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { HookAnswer, UpdateTriggered } from "../resources/hook.ts";

/** Repository hosts and scripts tell that a repository has new commits (specification 1, "Inbound notification hooks"). */
export const hooks = {
  updateComponent: endpoint({
    id: "hooks.update.component",
    method: "GET",
    path: "/hooks/update/{project}/{component}/",
    summary: "Pulls the component's repository.",
    deprecated: "Since 2.6: POST /api/components/{project}/{component}/repository/",
    responses: { 200: UpdateTriggered },
    formats: ["json"],
    refusals: [405],
    access: "viewer",
  }),
  updateProject: endpoint({
    id: "hooks.update.project",
    method: "GET",
    path: "/hooks/update/{project}/",
    summary: "Pulls the repositories of all components of a project.",
    deprecated: "Since 2.6: POST /api/projects/{project}/repository/",
    responses: { 200: UpdateTriggered },
    formats: ["json"],
    refusals: [405],
    access: "viewer",
  }),
  notify: endpoint({
    id: "hooks.notify",
    method: "POST",
    path: "/hooks/{provider}/",
    slash: "optional",
    summary: "Takes a repository host's push notification and pulls the matching components.",
    description:
      "`provider` is one of azure, bitbucket, forgejo, gitea, gitee, github, gitlab, pagure. The body is the host's JSON, or a form whose field `payload` holds it. `match_status` tells why nothing matched: repository known but branch different, or hooks turned off in the project.",
    body: () => z.looseObject({}),
    responses: { 200: HookAnswer, 201: UpdateTriggered, 202: HookAnswer },
    formats: ["json"],
    refusals: [405],
    access: "anyone",
  }),
};
