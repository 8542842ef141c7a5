import type { Facets } from '@shop/contracts/catalog';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startHttpServer } from '../../test/http-server.ts';
import { apiFor } from './api.server.ts';
import { loadProductList } from './product-list.server.ts';

const NO_FACETS: Facets = { categories: [], brands: [], prices: [], ratings: [], tags: [], sizes: [] };
const REFUSED = { type: 'about:blank', title: '', status: 422, code: 'invalid_cursor', message: 'No.', requestId: '' };

/** An API whose list goes on for ever, and which knows only cursors that start with 'c'. */
async function open(search: string) {
  const asked: string[] = [];
  const { url: api, stop } = await startHttpServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://api');
    asked.push(request.url ?? '');
    const refused = !(searchParams.get('cursor') ?? 'c').startsWith('c');
    response.setHeader('link', '</api/products?cursor=c-next>; rel="next"');
    response.setHeader('x-total-count', '10000+');
    response.statusCode = refused ? 422 : 200;
    response.end(JSON.stringify(pathname.endsWith('/facets') ? NO_FACETS : refused ? REFUSED : []));
  });
  onTestFinished(stop);
  const url = new URL(`http://localhost:3000/products${search}`);
  const request = new Request(url);
  return { asked, list: loadProductList({ request, url }, apiFor(request, { url: api })) };
}

const redirectOf = (list: Promise<unknown>) =>
  list.then(
    () => expect.unreachable('a redirect should be thrown'),
    (answer: unknown) => (answer instanceof Response ? answer.headers.get('location') : answer),
  );

describe('how far a list has been read', () => {
  test('is said by its address, which asks the API once for all pages', async () => {
    const { asked, list } = await open('?category=Jewelry&pages=3');

    expect((await list).more).toEqual({ search: '?category=Jewelry&pages=4', grows: true });
    expect(asked.toSorted()).toEqual([
      '/api/products/facets?category=Jewelry',
      '/api/products?category=Jewelry&limit=72',
    ]);
  });

  test('after four pages goes on with a new sheet, and from there on grows again', async () => {
    const fourth = await (await open('?pages=4')).list;
    expect(fourth.more).toEqual({ search: '?cursor=c-next', grows: false });

    const sheet = await (await open('?cursor=c1')).list;
    expect(sheet).toMatchObject({ fromStart: false, more: { search: '?cursor=c1&pages=2', grows: true } });
  });

  test.each(['0', '-3', '1.5', 'many', '999'])('is never more than four pages, nor %s of them', async (pages) => {
    const { asked, list } = await open(`?pages=${pages}`);
    await list;

    expect(asked).toContain(`/api/products?limit=${pages === '999' ? 96 : 24}`);
  });

  test('begins anew when the cursor is not known any more', async () => {
    expect(await redirectOf((await open('?brand=Nocturne&cursor=old')).list)).toBe('/products?brand=Nocturne');
  });
});

test('the address a plain form makes becomes the one of the list', async () => {
  const { list } = await open('?category=Jewelry&brand=&price=50-100&rating=&sortBy=featured');

  expect(await redirectOf(list)).toBe('/products?category=Jewelry&minPrice=50&maxPrice=100');
});
