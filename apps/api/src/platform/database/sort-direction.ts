import { sql } from 'drizzle-orm';

/**
 * Direction of a sort order such as `-date`, where the minus is descending, and the operator for keyset pagination:
 * `(key, id) ${beyond} (key and id of the last row)`.
 */
export const sortDirection = (sort: string) =>
  sort.startsWith('-') ? { direction: sql`desc`, beyond: sql`<` } : { direction: sql`asc`, beyond: sql`>` };
