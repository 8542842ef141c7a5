/**
 * A timestamp of the database in the format of the API: UTC with milliseconds. Rows have
 * dates, JSON within them has PostgreSQL's text, with its own format and offset.
 */
export const toIso = (timestamp: string | Date) => new Date(timestamp).toISOString();

/** A row as the API returns it. */
export const withIsoDate = <Row extends { createdAt: string | Date }>(row: Row) => ({
  ...row,
  createdAt: toIso(row.createdAt),
});
