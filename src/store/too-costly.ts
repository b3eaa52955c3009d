/** A query took longer than one may. It was stopped, and nothing was changed. */
export class TooCostly extends Error {}

/** It did not even begin: others ask for as much. Later it may be little enough. */
export class TooCrowded extends TooCostly {}
