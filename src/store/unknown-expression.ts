/** The database takes a text for no regular expression, as PostgreSQL does with `a{1,300}`. Nothing was changed. */
export class UnknownExpression extends Error {}
