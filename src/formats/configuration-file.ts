/** Folders of tools: nothing in them is shown to the users of a program. */
const FOLDERS = [
  /(?:^|\/)(?:\.(?:github|gitlab|gitea|forgejo|circleci|vscode|idea|devcontainer|husky|cargo|storybook|yarn|changeset)|node_modules)\//,
  /^(?!\/|\.\.\/|\w:)(?:.*\/)?\.(?!vitepress\/|vuepress\/|dumi\/)\w[\w.-]*\//, // any other in a repository, but those of a site's pages
  /\.(?:xcassets|xcodeproj|xcworkspace|icon)\//, // Xcode's pictures and colours, with a `Contents.json` in each folder, and its projects
  /(?:^|\/)config\/(?:(?:autoload|packages|routes)\/(?:[\w-]+\/)?)?(?![a-z]{2}(?:[-_]\w+)?\.)[\w.-]+\.(?:php|ya?ml)$/, // Laravel's, Symfony's, Laminas', Rails'
  /(?:^|\/)config\/(?:_default|development|staging|production)\/[\w-]+\.(?:toml|ya?ml|json)$/, // Hugo's, but for `params.de.toml`
];

/** Files that programs, package managers, and builders know by their names. */
const NAMES = [
  /^\./,
  /^(?:package|package-lock|npm-shrinkwrap|composer|composer\.lock|lerna|nx|turbo|bower|deno|angular|vercel|now|firebase|renovate|manifest|launchSettings|appsettings(?:\.\w+)?|dotnet-tools|openapi|swagger|ngsw-config|google-services|release-please-config|jasmine)\.json$/i,
  /^(?:tsconfig|jsconfig|tslint|eslint|biome|babel|jest|typedoc|cypress|nodemon|cspell|lighthouserc|web-types)(?:[.-][\w.-]+)?\.json$/i,
  /^[\w.-]+\.(?:config|schema|rc)\.(?:json|ya?ml|toml|php|ts)$/i,
  /^(?:docker-)?compose(?:[.-][\w.-]+)?\.ya?ml$/i,
  /^(?:pnpm-lock|pnpm-workspace|mkdocs|pubspec|analysis_options|l10n|buf(?:\.\w+)?|action|dependabot|codecov|netlify|serverless|cloudbuild|appveyor|azure-pipelines|bitbucket-pipelines|Chart|kustomization|skaffold|openapi|swagger|interlinear|crowdin|snapcraft|devtools_options|wercker|_config)\.ya?ml$/,
  /^(?:Cargo|config|pyproject|Pipfile|poetry|netlify|wrangler|fly|rustfmt|clippy|deny|taplo|book|Gopkg|hugo|theme|gitleaks|mise|about|cargo-generate|i18n)\.toml$/,
  /^values(?:[.-](?:dev|development|test|staging|prod|production|local|ci|override))?\.ya?ml$/, // Helm's
  /^(?:gradle|gradle-wrapper|local|build|sonar-project|log4j2?|logging|application|bootstrap|junit-platform|lombok|system|maven-wrapper|project)\.properties$/,
  /^(?:wp-config(?:-sample)?|LocalSettings)\.php$/,
  /^(?:tox|pytest|mypy|alembic|uwsgi|desktop|php)\.ini$/i,
];

/**
 * Whether a path is that of a program's or a tool's configuration, which may look like a file of texts: `package.json`,
 * a workflow, `docker-compose.yml`.
 */
export function isConfiguration(path: string): boolean {
  if (FOLDERS.some((pattern) => pattern.test(path))) return true;
  const name = path.slice(path.lastIndexOf("/") + 1);
  return NAMES.some((pattern) => pattern.test(name));
}

/** A configuration says what it is in its first lines. */
const HEAD = 4096;

/** What such lines have, by the end of a file's name. */
const CONTENTS: readonly { readonly ending: RegExp; readonly signs: readonly RegExp[] }[] = [
  // Kubernetes and what is built like it.
  { ending: /\.ya?ml$/i, signs: [/^apiVersion: *\S/m, /^kind: *\S/m] },
  { ending: /\.ya?ml$/i, signs: [/^(?:openapi|swagger): *["']?\d/m, /^info: *$/m] },
  { ending: /\.json$/i, signs: [/^\s*\{[^{}]*"\$schema"\s*:\s*"https?:\/\/json-schema\.org\//] },
  { ending: /\.json$/i, signs: [/^\s*\{\s*"(?:openapi|swagger)"\s*:\s*"\d/] },
];

/** The same, also by what stands in the file: Kubernetes' objects, JSON schemas, descriptions of an API. Others give no sign of what they are. */
export function isConfigurationFile(path: string, bytes: Uint8Array): boolean {
  return isConfiguration(path) || saysConfiguration(path, bytes);
}

function saysConfiguration(path: string, bytes: Uint8Array): boolean {
  const kinds = CONTENTS.filter(({ ending }) => ending.test(path));
  if (kinds.length === 0) return false;
  const head = Buffer.from(bytes.subarray(0, HEAD)).toString("latin1");
  return kinds.some(({ signs }) => signs.every((sign) => sign.test(head)));
}
