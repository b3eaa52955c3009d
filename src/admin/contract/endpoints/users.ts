import * as z from "zod";
import { endpoint, roles } from "../endpoint.ts";
import { identifier, line, mailAddress, pageOf, paging, timestamp } from "../fields.ts";

/** Numbers above are given by the server alone, so that there is always a next one. */
const LARGEST_CHOSEN_LOGIN = 999_999_999;

const role = z.enum(roles).describe("What the user may do.");

export const User = z
  .strictObject({
    login: identifier.describe("Number to sign in with."),
    name: z.string(),
    email: z.string().describe("To sign in with as well."),
    role,
    active: z.boolean().describe("Whether the user may sign in."),
    has_password: z.boolean().describe("`false` until the link of the invitation was followed."),
    created: timestamp,
    last_seen: timestamp.nullable(),
  })
  .meta({ id: "User" });
export type User = z.output<typeof User>;

/** What the mail server said to a message. */
const mailing = {
  accepted: z.boolean().describe("Whether the mail server took the message."),
  response: z.string().describe("What it said, or why it was not asked."),
};

const CreatedUser = z
  .strictObject({
    ...User.shape,
    invitation: z.strictObject(mailing).nullable().describe("`null` where a password was given."),
  })
  .meta({ id: "CreatedUser" });

const name = line.trim().min(1).max(100);
const password = z
  .string()
  .max(1024)
  .describe(
    "At least 12 characters and at most 1,024 bytes; neither a common one, nor the name, nor the mail address. Never in an answer.",
  );
const currentPassword = z.string().max(1024).describe("Needed of those who change their own password.");

const NewUser = z
  .strictObject({
    login: z.int().min(1).max(LARGEST_CHOSEN_LOGIN).optional().describe("Default: the next number."),
    name,
    email: mailAddress.describe("Of one user only, whatever its letters' case."),
    role: role.default("viewer"),
    active: z.boolean().default(true),
    password: password.optional().describe("Without one the user is invited by mail to choose it."),
  })
  .meta({ id: "NewUser" });

const WholeUser = z
  .strictObject({
    name,
    email: mailAddress,
    role,
    active: z.boolean(),
    password: password.optional().describe("Stays as it is where it is left out."),
    current_password: currentPassword.optional(),
  })
  .meta({ id: "WholeUser" });

export const UserChange = z
  .strictObject({
    name: name.optional(),
    email: mailAddress.optional(),
    role: role.optional(),
    active: z.boolean().optional(),
    password: password.optional(),
    current_password: currentPassword.optional(),
  })
  .meta({ id: "UserChange" });

const ofUsers = { tag: "users" } as const;
const everyRole = roles;

export const users = {
  list: endpoint({
    ...ofUsers,
    id: "users.list",
    method: "GET",
    path: "/users",
    summary: "list users",
    description: "By login. Viewers find themselves alone.",
    query: () =>
      z.object({
        ...paging,
        role: role.optional(),
        active: z.boolean().optional(),
        text: z.string().max(200).optional().describe("Part of the name or the mail address, in whatever case."),
      }),
    responses: { 200: () => pageOf(User) },
    roles: everyRole,
  }),
  create: endpoint({
    ...ofUsers,
    id: "users.create",
    method: "POST",
    path: "/users",
    summary: "create a user",
    description:
      "Without a password the user is mailed a link that sets it, for three days: 409 where no mail can be sent.",
    body: () => NewUser,
    example: {
      name: "Jana Nováková",
      email: "jana@example.org",
      role: "operator",
      password: "several words that nobody guesses",
    },
    responses: { 201: () => CreatedUser },

    roles: ["administrator"],
    refusals: [409],
  }),
  get: endpoint({
    ...ofUsers,
    id: "users.get",
    method: "GET",
    path: "/users/{login}",
    summary: "get a user",
    description: "Viewers get themselves alone.",
    responses: { 200: () => User },
    roles: everyRole,
  }),
  replace: endpoint({
    ...ofUsers,
    id: "users.replace",
    method: "PUT",
    path: "/users/{login}",
    summary: "update a user",
    description:
      "Replaces what is known of the user. Administrators change everybody, the others their own name and password. Another password or role ends the user's sessions.",
    body: () => WholeUser,
    responses: { 200: () => User },
    roles: everyRole,
    refusals: [409, 429],
  }),
  change: endpoint({
    ...ofUsers,
    id: "users.change",
    method: "PATCH",
    path: "/users/{login}",
    summary: "partially update a user",
    description:
      "Changes the fields that are sent. Administrators change everybody, the others their own name and password. Another password or role ends the user's sessions.",
    body: () => UserChange,
    responses: { 200: () => User },
    roles: everyRole,
    refusals: [409, 429],
  }),
  remove: endpoint({
    ...ofUsers,
    id: "users.remove",
    method: "DELETE",
    path: "/users/{login}",
    summary: "delete a user",
    description: "Ends the user's sessions. The number is not given again. Answers with the user as it was.",
    responses: { 200: () => User },
    roles: ["administrator"],
    refusals: [409],
  }),
  resetPasswords: endpoint({
    ...ofUsers,
    id: "users.passwordreset",
    method: "POST",
    path: "/users/passwordreset",
    summary: "reset the password of users",
    description:
      "Mails each user a link that sets a new password: it works once, for 60 minutes. Without an administrator's session only mail addresses are taken, and the answer is the same whether they are anybody's or not.",
    body: () =>
      z
        .strictObject({
          users: z
            .array(z.union([identifier, mailAddress], { error: "Expected a login or a mail address." }))
            .min(1)
            .max(50),
        })
        .meta({ id: "PasswordReset" }),
    responses: {
      200: () =>
        z
          .strictObject({
            requested: z.int().min(0),
            sent: z
              .array(
                z.strictObject({
                  user: z.union([z.int(), z.string()]).describe("As it was asked for."),
                  login: identifier.nullable().describe("`null`: there is no such user."),
                  ...mailing,
                }),
              )
              .nullable()
              .describe("What became of each; `null` for those who are no administrator."),
          })
          .meta({ id: "PasswordResetOutcome" }),
    },
    roles: "anyone",
    refusals: [429],
  }),
};
