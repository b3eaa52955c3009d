export type GitSetting = readonly [name: string, value: string];

/**
 * Environment that gives one git process settings besides those of its files: unlike `-c`, no process list shows them.
 * @param environment what the process gets otherwise; settings that stand there already stay
 */
export function configurationEnvironment(
  settings: readonly GitSetting[],
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Readonly<Record<string, string>> {
  const given = Number(environment["GIT_CONFIG_COUNT"] ?? 0) || 0;
  const entries = settings.flatMap(([name, value], at): (readonly [string, string])[] => [
    [`GIT_CONFIG_KEY_${String(given + at)}`, name],
    [`GIT_CONFIG_VALUE_${String(given + at)}`, value],
  ]);
  return { ...Object.fromEntries(entries), GIT_CONFIG_COUNT: String(given + settings.length) };
}
