import * as z from "zod";
import { lazy, type Value } from "../../http-api/endpoint.ts";
import { count, flag, link, text } from "../fields.ts";
import { Profile } from "./profile.ts";

/** Callers without `user.view` get `id`, `username` and `full_name` of others, never the e-mail (probe §11). */
export const User = lazy(() =>
  z
    .looseObject({
      id: count,
      username: z.string(),
      full_name: z.string(),
      email: text,
      is_superuser: flag,
      is_active: flag,
      is_bot: flag,
      date_joined: text,
      last_login: text,
      groups: z.array(z.string()).optional(),
      languages: z.array(z.string()).optional(),
      profile: Profile().optional(),
      notifications: link,
      url: link,
      contributions_url: link,
      statistics_url: link,
    })
    .meta({ id: "User" }),
);
export type User = Value<typeof User>;

export const UserStatistics = lazy(() =>
  z
    .looseObject({
      translated: z.int(),
      suggested: z.int(),
      uploaded: z.int(),
      commented: z.int(),
      languages: z.int(),
    })
    .meta({ id: "UserStatistics" }),
);
