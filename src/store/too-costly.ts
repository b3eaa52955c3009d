/** A query took longer than one may. It was stopped, and nothing was changed. */
export class TooCostly extends Error {}
