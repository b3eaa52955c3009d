/** What a text is for. */
export const templateKinds = [
  "pull-request-title",
  "pull-request-body",
  "review-comment",
  "commit-message",
  "mail-password-reset",
  "mail-test",
  "notification",
  "notification-resolved",
] as const;
export type TemplateKindName = (typeof templateKinds)[number];

/** Sent to people, of no repository: a subject, and a text below it. */
export const mailKinds = ["mail-password-reset", "mail-test", "notification", "notification-resolved"] as const;
export type MailKind = (typeof mailKinds)[number];
export type ReportKind = Exclude<TemplateKindName, MailKind>;

export function isMailKind(kind: TemplateKindName): kind is MailKind {
  return mailKinds.some((known) => known === kind);
}

export interface BuiltInTemplate {
  /** For people, in lists. */
  readonly name: string;
  /** Renders what is written without any template. */
  readonly body: string;
  /** Characters. */
  readonly longest: number;
}

const LONGEST_LINE = 1_000;
const LONGEST_TEXT = 20_000;

const PASSWORD_RESET = `Subject: Your password for the administration of Interlinear

Hello {{ name }},

a password is to be set for user {{ login }} of the administration on {{ server }}. This link does it once, until
{{ expires }}:

{{ link }}

If neither you nor an administrator asked for it, there is nothing to do: without the link nothing changes.
`;

const TEST = `Subject: A test message from Interlinear

Hello {{ name }},

this message left {{ server }} at {{ time }} by way of {{ host }}: mail works.
`;

const NOTIFICATION = `Subject: {{ title }}

{{ example }}

{% if counts != "" %}So far: {{ counts }}. {% endif %}Since {{ since }}.

What to do: {{ remedy }}

{{ link }}
`;

const NOTIFICATION_RESOLVED = `Subject: Over: {{ title }}

It is over since {{ until }}; it began {{ since }} and took {{ duration }}.
{% if waiting != "" %}
{{ waiting }}
{% endif %}
{{ link }}
`;

/** The texts there are from the start: what stands in their place is restored to them. */
export const builtInTemplates: Readonly<Record<TemplateKindName, BuiltInTemplate>> = {
  "pull-request-title": { name: "Title of a pull request", body: "{{ standard }}", longest: LONGEST_LINE },
  "pull-request-body": { name: "Text of a pull request", body: "{{ standard }}", longest: LONGEST_TEXT },
  "review-comment": { name: "Comment on a pull request", body: "{{ standard }}", longest: LONGEST_TEXT },
  "commit-message": { name: "Headline of a commit", body: "{{ standard }}", longest: LONGEST_LINE },
  "mail-password-reset": { name: "Mail with a link that sets a password", body: PASSWORD_RESET, longest: LONGEST_TEXT },
  "mail-test": { name: "Test message", body: TEST, longest: LONGEST_TEXT },
  notification: { name: "Notification: something is wrong", body: NOTIFICATION, longest: LONGEST_TEXT },
  "notification-resolved": { name: "Notification: it is over", body: NOTIFICATION_RESOLVED, longest: LONGEST_TEXT },
};
