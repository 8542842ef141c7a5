import type { FastifyReply } from 'fastify';

/** Keyset pagination: callers query one row more than shown, which indicates another page. */
export function pageOf<Row extends { id: string }>(rows: Row[], shown: number) {
  const items = rows.slice(0, shown);
  return { items, next: rows.length > shown ? items.at(-1)?.id : undefined };
}

/** Sets the `Link` header of the next page, with the current filters. */
export function setNextLink(reply: FastifyReply, path: string, query: object, next: string | undefined) {
  if (next) reply.header('link', `<${path}?${new URLSearchParams({ ...query, after: next })}>; rel="next"`);
}

/** All rows, page by page: each page starts after the last row of the previous one. */
export async function* readPages<Row>(limit: number, read: (limit: number, last?: Row) => Promise<Row[]>) {
  for (let rows = await read(limit); ; rows = await read(limit, rows.at(-1))) {
    yield rows;
    if (rows.length < limit) return;
  }
}
