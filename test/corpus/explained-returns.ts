/** A file of which a string does not come back byte for byte, and why that is so. */
export interface ExplainedReturn {
  readonly name: string;
  readonly path: string;
  readonly reason: string;
}

const described =
  "the service takes the description of a message for a string of its own: taken out, it is no message any more";

const twice = "the file has the key twice: both are taken out, and one comes back";

export const explainedReturns: readonly ExplainedReturn[] = [
  { name: "github.com/nicksnyder/go-i18n/v2@v2.4.0", path: "example/active.en.toml", reason: described },
  { name: "github.com/nicksnyder/go-i18n/v2@v2.4.0", path: "example/active.es.toml", reason: described },
  { name: "redmine=5.0.4-5+deb12u1", path: "usr/share/redmine/config/locales/es.yml", reason: twice },
];
