import type { FastifyReply } from 'fastify';

/** One row more than shown was asked for: it tells whether another page follows. */
export function pageOf<Row extends { id: string }>(rows: Row[], shown: number) {
  const items = rows.slice(0, shown);
  return { items, next: rows.length > shown ? items.at(-1)?.id : undefined };
}

/** Tells in the header where the list goes on, with the filters it has. */
export function linkNext(reply: FastifyReply, path: string, query: object, next: string | undefined) {
  if (next) reply.header('link', `<${path}?${new URLSearchParams({ ...query, after: next })}>; rel="next"`);
}
