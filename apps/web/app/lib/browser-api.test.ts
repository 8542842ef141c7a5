// @vitest-environment jsdom

import type { listFeaturedProducts, suggestProducts } from '@shop/contracts/catalog/operations';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readOperation, readProductData } from './browser-api.ts';

const broken = () => new Response('{}', { status: 500 });
const fine = () => Response.json(['opal']);

/** Stubs fetch: returns these responses in order and repeats the last; without any, fetch fails. */
function network(...responses: (() => Response)[]) {
  const fetch = vi.fn(async () => {
    const respond = responses[Math.min(fetch.mock.calls.length, responses.length) - 1];
    if (!respond) throw new TypeError('Failed to fetch');
    return respond();
  });
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

const resultOf = <T>(read: Promise<T>) =>
  read.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a browser read', () => {
  test('API-024 is retried one second after a non-OK status', async () => {
    const fetch = network(broken, fine);
    const read = resultOf(readOperation<typeof listFeaturedProducts>('GET /products/featured', {}));

    await vi.advanceTimersByTimeAsync(999);
    expect(fetch).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);

    expect(fetch).toHaveBeenCalledTimes(2);
    expect(await read).toEqual({ value: ['opal'] });
  });

  test('API-024 fails after three retries', async () => {
    const fetch = network(broken);
    const read = resultOf(readOperation<typeof listFeaturedProducts>('GET /products/featured', {}));

    await vi.advanceTimersByTimeAsync(60_000);

    expect(fetch).toHaveBeenCalledTimes(4);
    expect(await read).toMatchObject({ error: expect.any(Error) });
  });

  test('API-024 is retried after a network error', async () => {
    const fetch = network();
    const read = resultOf(readOperation<typeof listFeaturedProducts>('GET /products/featured', {}));

    await vi.advanceTimersByTimeAsync(60_000);

    expect(fetch).toHaveBeenCalledTimes(4);
    expect(await read).toMatchObject({ error: { message: 'Failed to fetch' } });
  });

  test('ERR-013 reports a non-OK response by its status', async () => {
    network(broken);
    const read = resultOf(readOperation<typeof listFeaturedProducts>('GET /products/featured', {}));

    await vi.advanceTimersByTimeAsync(60_000);

    expect(await read).toMatchObject({ error: { message: 'HTTP error! status: 500' } });
  });

  test('ERR-012 logs product data that fails after all retries', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    network(broken);
    const read = resultOf(
      readProductData<typeof suggestProducts>('GET /products/suggestions', { query: { q: 'opal' } }),
    );

    await vi.advanceTimersByTimeAsync(60_000);
    await read;

    expect(log).toHaveBeenCalledExactlyOnceWith('Failed to fetch product data', expect.any(Error));
  });

  test('is not retried after it was aborted', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const fetch = network(broken);
    const visit = new AbortController();
    const read = resultOf(
      readProductData<typeof suggestProducts>('GET /products/suggestions', { query: { q: 'op' } }, visit.signal),
    );
    await vi.advanceTimersByTimeAsync(500);

    visit.abort();
    await vi.advanceTimersByTimeAsync(60_000);

    expect(fetch).toHaveBeenCalledTimes(1);
    expect(await read).toMatchObject({ error: { name: 'AbortError' } });
    expect(log).not.toHaveBeenCalled();
  });
});
