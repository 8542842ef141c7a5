import type { Facets } from '@shop/contracts/catalog/schema';
import { describe, expect, onTestFinished, test } from 'vitest';
import { apiFor } from '#lib/api.server.ts';
import { startHttpServer } from '../../../test/http-server.ts';
import { loadProductList } from './product-list.server.ts';

const NO_FACETS: Facets = { categories: [], brands: [], prices: [], ratings: [], tags: [], sizes: [] };
const JEWELRY = {
  id: '01900000-0000-7000-8000-000000000001',
  name: 'Jewelry',
  slug: 'jewelry',
  image: null,
  description: '',
};
const INVALID_CURSOR = {
  type: 'about:blank',
  title: '',
  status: 422,
  code: 'invalid_cursor',
  message: 'No.',
  requestId: '',
};

/** Loads a list from a stub API that always has a next page and accepts only cursors that start with 'c'. */
async function open(search: string, facets: { status: number; body: unknown } = { status: 200, body: NO_FACETS }) {
  const requests: string[] = [];
  const { url: api, stop } = await startHttpServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://api');
    requests.push(request.url ?? '');
    const hasInvalidCursor = !(searchParams.get('cursor') ?? 'c').startsWith('c');
    response.setHeader('link', '</api/products?cursor=c-next>; rel="next"');
    response.setHeader('x-total-count', '10000+');
    const lists: Record<string, { status: number; body: unknown }> = {
      '/api/products/facets': facets,
      '/api/products/categories': { status: 200, body: [JEWELRY] },
      '/api/categories/Old%20Jewelry': { status: 200, body: JEWELRY },
      '/api/categories/Nothing': { status: 404, body: { ...INVALID_CURSOR, status: 404, code: 'not_found' } },
      '/api/products/brands': { status: 200, body: [] },
    };
    const { status, body } =
      lists[pathname] ?? (hasInvalidCursor ? { status: 422, body: INVALID_CURSOR } : { status: 200, body: [] });
    response.statusCode = status;
    response.end(JSON.stringify(body));
  });
  onTestFinished(stop);
  const url = new URL(`http://localhost:3000/products${search}`);
  const request = new Request(url);
  return { requests, list: loadProductList({ request, url }, apiFor(request, { url: api })) };
}

const redirectOf = (list: Promise<unknown>) =>
  list.then(
    () => expect.unreachable('a redirect should be thrown'),
    (thrown: unknown) => (thrown instanceof Response ? thrown.headers.get('location') : thrown),
  );

describe('product list pagination', () => {
  test('loads all pages of the URL with one API request', async () => {
    const { requests, list } = await open('?category=Jewelry&pages=3');

    expect((await list).more).toEqual({ search: '?category=Jewelry&pages=4', grows: true });
    expect(requests.toSorted()).toEqual([
      '/api/products/facets?category=Jewelry',
      '/api/products?category=Jewelry&limit=72',
    ]);
  });

  test('continues from a cursor after four pages, and grows again from there', async () => {
    const fourth = await (await open('?pages=4')).list;
    expect(fourth.more).toEqual({ search: '?cursor=c-next', grows: false });

    const continued = await (await open('?cursor=c1')).list;
    expect(continued).toMatchObject({ fromStart: false, more: { search: '?cursor=c1&pages=2', grows: true } });
  });

  test.each(['0', '-3', '1.5', 'many', '999'])('limits the list to one to four pages for ?pages=%s', async (pages) => {
    const { requests, list } = await open(`?pages=${pages}`);
    await list;

    expect(requests).toContain(`/api/products?limit=${pages === '999' ? 96 : 24}`);
  });

  test('restarts at the first page when the cursor is invalid', async () => {
    expect(await redirectOf((await open('?brand=Nocturne&cursor=old')).list)).toBe('/products?brand=Nocturne');
  });
});

test('redirects the URL of a plain form to the canonical URL of the list', async () => {
  const { list } = await open('?category=Jewelry&brand=&price=50-100&rating=&sortBy=featured');

  expect(await redirectOf(list)).toBe('/products?category=Jewelry&minPrice=50&maxPrice=100');
});

test('redirects a previous name or a slug of a category permanently to its current name', async () => {
  const facets = { ...NO_FACETS, categories: [{ name: 'Jewelry', count: 1 }] };
  const { list } = await open('?category=Old+Jewelry&rating=4', { status: 200, body: facets });
  const thrown = await list.catch((error: unknown) => error);

  expect(thrown).toBeInstanceOf(Response);
  expect(await redirectOf(list)).toBe('/products?category=Jewelry&rating=4');
  expect(thrown instanceof Response && thrown.status).toBe(301);
  expect(thrown instanceof Response && thrown.headers.get('cache-control')).toBe('no-cache');
});

test('an unknown category is no redirect', async () => {
  const facets = { ...NO_FACETS, categories: [{ name: 'Jewelry', count: 1 }] };
  const { list } = await open('?category=Nothing', { status: 200, body: facets });

  expect((await list).choice.category).toBe('Nothing');
});

test('a list whose facets are rejected offers every category, without counts', async () => {
  const { list } = await open('', { status: 503, body: { ...INVALID_CURSOR, status: 503, code: 'search_busy' } });

  expect((await list).facets).toEqual({ ...NO_FACETS, categories: [{ name: 'Jewelry', count: null }] });
});
