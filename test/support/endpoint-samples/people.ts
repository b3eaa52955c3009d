import {
  asked,
  denies,
  guestsNot,
  invalid,
  noPage,
  NOTHING,
  unknown,
  wrongToken,
  type EndpointSamples,
  type Parameters,
  type Refused,
  type SampleWorld,
} from "./sample.ts";

const account = (username: string) => ({ username, full_name: "Some Body", email: `${username}@example.org` });

async function user({ make, name }: SampleWorld): Promise<{ username: string }> {
  const username = name();
  await make("POST", "/api/users/", { json: account(username) });
  return { username };
}

async function group({ make, name }: SampleWorld): Promise<{ id: number }> {
  return { id: (await make("POST", "/api/groups/", { json: { name: name() } })).id };
}

async function role({ make, name }: SampleWorld): Promise<{ id: number }> {
  const json = { name: name(), permissions: ["unit.edit"] };
  return { id: (await make("POST", "/api/roles/", { json })).id };
}

const subscribed = { notification: "NewStringNotificaton", scope: 20, frequency: 1 };

async function subscription(world: SampleWorld): Promise<{ username: string; subscription_id: number }> {
  const { username } = await user(world);
  const { id } = await world.make("POST", `/api/users/${username}/notifications/`, { json: subscribed });
  return { username, subscription_id: id };
}

/** A group that something was added to. @param what its address below the group's */
function groupWith(what: string, field: string, value: number | string) {
  return async (world: SampleWorld): Promise<Parameters> => {
    const { id } = await group(world);
    await world.make("POST", `/api/groups/${String(id)}/${what}/`, { json: { [field]: value } });
    return { id, [field]: value };
  };
}

const denied = denies();
const noGroup = unknown({ id: NOTHING });
/** Somebody else's account is no secret, but what is theirs is not shown. */
const others: Refused = { as: "member", status: 403, code: "permission_denied" };

/** What a group has, the field that adds it, and a value of that field. */
const partsOfGroups = [
  ["roles", "role_id", 1],
  ["components", "component_id", 1],
  ["projects", "project_id", 1],
  ["languages", "language_code", "cs"],
  ["componentlists", "component_list_id", 1],
  ["admins", "user_id", 2],
] as const;

const additions: EndpointSamples = Object.fromEntries(
  partsOfGroups.flatMap(([what, field, value]) => [
    [
      `groups.${what}.add`,
      { at: group, sends: { json: { [field]: value } }, refused: denied, bad: invalid(field, {}, "required") },
    ],
    [
      `groups.${what}.remove`,
      { at: groupWith(what, field, value), refused: denied, bad: unknown({ [field]: NOTHING }) },
    ],
  ]),
);

export const peopleSamples: EndpointSamples = {
  "users.list": { refused: wrongToken, bad: asked("id=x", "id") },
  "users.create": {
    sends: { json: account("created") },
    refused: denied,
    bad: invalid("email", { ...account("other"), email: "nowhere" }),
  },
  "users.get": { refused: guestsNot, bad: unknown({ username: "nobody" }) },
  "users.replace": {
    at: user,
    sends: { json: account("replaced") },
    refused: others,
    bad: invalid("full_name", { username: "replaced", email: "a@example.org" }, "required"),
  },
  "users.update": {
    at: user,
    sends: { json: { full_name: "Changed", profile: { languages: ["cs"] } } },
    refused: others,
    bad: invalid("username", { username: "." }),
  },
  "users.delete": { at: user, refused: denied, bad: unknown({ username: "nobody" }) },
  "users.groups.join": {
    at: user,
    sends: { form: { group_id: "1" } },
    refused: denied,
    bad: { sends: { form: {} }, status: 400, attr: "group_id", code: "required" },
  },
  "users.groups.leave": {
    at: async (world) => {
      const { username } = await user(world);
      await world.make("POST", `/api/users/${username}/groups/`, { form: { group_id: "1" } });
      return { username };
    },
    sends: { form: { group_id: "1" } },
    refused: denied,
    bad: { sends: { form: { group_id: "x" } }, status: 400, attr: "group_id", code: "invalid" },
  },
  "users.statistics": { refused: guestsNot, bad: unknown({ username: "nobody" }) },
  "users.contributions": { refused: guestsNot, bad: noPage },
  "users.notifications.list": { refused: others, bad: noPage },
  "users.notifications.create": {
    at: user,
    sends: { json: subscribed },
    refused: others,
    bad: invalid("notification", { ...subscribed, notification: "Nothing" }, "invalid_choice"),
  },
  "users.notifications.get": { at: subscription, refused: others, bad: unknown({ subscription_id: NOTHING }) },
  "users.notifications.replace": {
    at: subscription,
    sends: { json: { ...subscribed, frequency: 2 } },
    refused: others,
    bad: invalid("frequency", { notification: subscribed.notification, scope: 20 }, "required"),
  },
  "users.notifications.update": {
    at: subscription,
    sends: { json: { frequency: 3 } },
    refused: others,
    bad: invalid("frequency", { frequency: 9 }, "invalid_choice"),
  },
  "users.notifications.delete": { at: subscription, refused: others, bad: unknown({ subscription_id: NOTHING }) },

  "groups.list": { refused: wrongToken, bad: noPage },
  "groups.create": {
    sends: { json: { name: "Circle", project_selection: 1, language_selection: 1 } },
    refused: denied,
    bad: invalid("project_selection", { name: "Circle 2", project_selection: 9 }, "invalid_choice"),
  },
  "groups.get": { at: group, refused: wrongToken, bad: noGroup },
  "groups.replace": {
    at: group,
    sends: { json: { name: "Replaced", project_selection: 0, language_selection: 1 } },
    refused: denied,
    bad: invalid("name", { project_selection: 0 }, "required"),
  },
  "groups.update": {
    at: group,
    sends: { json: { name: "Changed" } },
    refused: denied,
    bad: invalid("defining_project", { defining_project: "nothing" }, "no_match"),
  },
  "groups.delete": { at: group, refused: denied, bad: noGroup },
  ...additions,

  "roles.list": { refused: wrongToken, bad: noPage },
  "roles.create": {
    sends: { json: { name: "Polisher", permissions: ["unit.edit"] } },
    refused: denied,
    bad: invalid("permissions", { name: "Other", permissions: ["unit.nothing"] }),
  },
  "roles.get": { at: role, refused: wrongToken, bad: unknown({ id: NOTHING }) },
  "roles.replace": {
    at: role,
    sends: { json: { name: "Replaced", permissions: ["unit.review"] } },
    refused: denied,
    bad: invalid("name", { permissions: [] }, "required"),
  },
  "roles.update": {
    at: role,
    sends: { json: { permissions: [] } },
    refused: denied,
    bad: invalid("name", { name: "" }, "blank"),
  },
  "roles.delete": { at: role, refused: denied, bad: unknown({ id: NOTHING }) },
};
