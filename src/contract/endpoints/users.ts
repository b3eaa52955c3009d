import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { integer, paging } from "../fields.ts";
import { pageOf } from "../resources/page.ts";
import { User } from "../resources/user.ts";

export const users = {
  list: endpoint({
    id: "users.list",
    method: "GET",
    path: "/api/users/",
    summary: "Users; without the right to manage them only the caller.",
    query: paging.extend({
      username: z.string().optional(),
      id: integer.optional(),
      email: z.string().optional(),
    }),
    responses: { 200: pageOf(User) },
    access: "signed-in",
  }),
  get: endpoint({
    id: "users.get",
    method: "GET",
    path: "/api/users/{username}/",
    summary: "One user: full to callers with `user.view` and to the user, otherwise id, username and full name.",
    responses: { 200: User },
    access: "signed-in",
  }),
};
