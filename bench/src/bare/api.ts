/**
 * The baseline of the read benchmark: nothing but Fastify and one prepared statement for each request, which answers as
 * the API does. Only what the benchmark asks: the first page, a slug that exists, a search for one word of the catalog
 * with up to 5,000 matches and without synonyms.
 */
import fastify, { type FastifyReply } from 'fastify';
import pg from 'pg';
import { DETAIL, LIST, SEARCH, SUGGESTIONS } from './statements.ts';

const PAGE_SIZE = 24;
const OUT_OF_STOCK = 2_000_000;
const CONNECTIONS = 16;

/** `products` is JSON, `last` the sort value and the id of the last one. */
type Page = { products: string | null; total: number; last: string };

export function buildBareApi(databaseUrl: string) {
  const options = '-c jit=off -c plan_cache_mode=force_generic_plan';
  const pool = new pg.Pool({ connectionString: databaseUrl, options, max: CONNECTIONS });
  const read = async <Row extends pg.QueryResultRow>(name: string, text: string, values: unknown[] = []) =>
    (await pool.query<Row>({ name, text, values })).rows;
  const app = fastify();
  app.addHook('onClose', () => pool.end());

  app.get<{ Querystring: { q?: string } }>('/api/products', async ({ query: { q } }, reply) => {
    const [page] = q
      ? await read<Page & { ranks: number[] }>('search', SEARCH, [q, formsOf(q)])
      : (await read<Page>('list', LIST)).map((list) => ({ ...list, ranks: undefined }));
    if (!page?.products) throw new Error('Nothing was found.');
    const { products, total, last, ranks } = page;
    reply.header('x-total-count', total);
    if (ranks) {
      const outOfStock = ranks.filter((rank) => rank >= OUT_OF_STOCK).length;
      const groups = { best: ranks.length - outOfStock, others: 0, outOfStock };
      reply.header('x-search', encodeURIComponent(JSON.stringify({ groups })));
    }
    const order = ranks ? `ranked ${Math.max(...ranks)}` : 'featured';
    const cursor = Buffer.from(`${order} ${last}`).toString('base64url');
    const parameters = new URLSearchParams({ ...(q && { q }), cursor });
    if (total > PAGE_SIZE) reply.header('link', `</api/products?${parameters}>; rel="next"`);
    return sendJson(reply, products);
  });
  app.get<{ Params: { slug: string } }>('/api/products/:slug', async ({ params }, reply) => {
    const [found] = await read<{ product: string }>('detail', DETAIL, [params.slug]);
    return sendJson(reply, found?.product ?? 'null');
  });
  app.get<{ Querystring: { q: string } }>('/api/products/suggestions', ({ query: { q } }) =>
    read('suggestions', SUGGESTIONS, [q, formsOf(q)]),
  );
  return app;
}

const sendJson = (reply: FastifyReply, json: string) =>
  reply.header('content-type', 'application/json; charset=utf-8').send(json);
const formsOf = (word: string) => [word, word.endsWith('s') ? word.slice(0, -1) : `${word}s`];

/** As a program: with the URL of the database and a port. */
if (import.meta.main) {
  const [databaseUrl = '', port] = process.argv.slice(2);
  await buildBareApi(databaseUrl).listen({ host: '127.0.0.1', port: Number(port) });
}
