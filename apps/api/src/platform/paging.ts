import type { FastifyReply } from 'fastify';

/** One row more than shown was asked for: it tells whether another page follows. */
export function pageOf<Row extends { id: string }>(rows: Row[], shown: number) {
  const items = rows.slice(0, shown);
  return { items, next: rows.length > shown ? items.at(-1)?.id : undefined };
}

/** Tells in the header where the list goes on, with the filters it has. */
export function setNextLink(reply: FastifyReply, path: string, query: object, next: string | undefined) {
  if (next) reply.header('link', `<${path}?${new URLSearchParams({ ...query, after: next })}>; rel="next"`);
}

/** All rows, page by page: each begins behind the last row of the one before. */
export async function* readPages<Row>(limit: number, read: (limit: number, last?: Row) => Promise<Row[]>) {
  for (let rows = await read(limit); ; rows = await read(limit, rows.at(-1))) {
    yield rows;
    if (rows.length < limit) return;
  }
}
