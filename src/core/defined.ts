/** Properties that may be undefined, as properties that may be left out. */
type Defined<Values> = {
  [Key in keyof Values as undefined extends Values[Key] ? never : Key]: Values[Key];
} & {
  [Key in keyof Values as undefined extends Values[Key] ? Key : never]?: Exclude<Values[Key], undefined>;
};

/** The same without what is undefined: `{ ...defined({ language, path }) }` has a language and a path where there are any. */
export function defined<Values extends object>(values: Values): Defined<Values> {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is left out is what the type lets be left out
  return Object.fromEntries(entries) as Defined<Values>;
}
