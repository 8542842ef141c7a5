/**
 * A timestamp of the database in the format of the API: UTC with milliseconds. The query builder returns dates, SQL
 * statements and JSON return PostgreSQL's text, which has its own format and offset.
 */
export const toIso = (timestamp: string | Date) => new Date(timestamp).toISOString();

/** A row as the API returns it. */
export const withIsoDate = <Row extends { createdAt: string | Date }>(row: Row) => ({
  ...row,
  createdAt: toIso(row.createdAt),
});
