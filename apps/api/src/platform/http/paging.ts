import type { FastifyReply } from 'fastify';

/** Keyset pagination: callers query one row more than shown, which indicates another page. `next` is its cursor. */
export function paginateBy<Row, Cursor>(rows: Row[], shown: number, cursorOf: (last: Row) => Cursor) {
  const items = rows.slice(0, shown);
  const last = items.at(-1);
  return { items, next: last !== undefined && rows.length > shown ? cursorOf(last) : undefined };
}

/** With the id of the last row as the cursor. */
export const paginate = <Row extends { id: string }>(rows: Row[], shown: number) =>
  paginateBy(rows, shown, ({ id }) => id);

const setLink = (reply: FastifyReply, path: string, parameters: URLSearchParams) =>
  reply.header('link', `<${path}?${parameters}>; rel="next"`);

/** Sets the `Link` header of the next page, with the current filters. */
export function setNextLink(reply: FastifyReply, path: string, query: object, next: string | undefined) {
  // An empty form field is a parameter without a value.
  const filters = Object.entries(query).filter(([, value]) => value !== undefined);
  if (next) setLink(reply, path, new URLSearchParams({ ...Object.fromEntries(filters), after: next }));
}

/** The same for a list with a `cursor` and repeated parameters. Relative, so that it works behind any host. */
export function setNextCursorLink(reply: FastifyReply, url: string, cursor: string | undefined) {
  if (!cursor) return;
  const [path = '', search] = url.split('?');
  const parameters = new URLSearchParams(search);
  parameters.set('cursor', cursor);
  setLink(reply, path, parameters);
}

/** All rows, page by page, up to `maxPages`: each page starts after the last row of the previous one. */
export async function* readPages<Row>(
  limit: number,
  read: (limit: number, last?: Row) => Promise<Row[]>,
  maxPages = Number.POSITIVE_INFINITY,
) {
  let last: Row | undefined;
  for (let page = 1; page <= maxPages; page += 1) {
    const rows = await read(limit, last);
    yield rows;
    if (rows.length < limit) return;
    last = rows.at(-1);
  }
}
