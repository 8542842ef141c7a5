/** One or more statements that fill a table from row numbers only. */
export type Step = { name: string; sql: string };
