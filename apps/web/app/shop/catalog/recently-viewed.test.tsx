// @vitest-environment jsdom
import { randomUUID } from 'node:crypto';
import { RECENTLY_VIEWED_MAX } from '@shop/contracts/catalog/constants';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createRoutesStub } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RecentlyViewed } from './recently-viewed.tsx';
import { clearViews, readViewedIds, recordView } from './viewed-products.ts';

const [RING, VASE] = [randomUUID(), randomUUID()];
const summary = (name: string) => ({ name, slug: name.toLowerCase(), image: null, price: 20, salePrice: 15 });
const fetched = vi.fn<(url: string) => Promise<Response>>();

beforeEach(() => vi.stubGlobal('fetch', fetched));
afterEach(() => {
  cleanup();
  clearViews();
  fetched.mockReset();
  vi.unstubAllGlobals();
});

const Site = createRoutesStub([{ path: '/', Component: () => <RecentlyViewed exceptId={VASE} /> }]);

test('remembers the last products once each, newest first', () => {
  const ids = Array.from({ length: RECENTLY_VIEWED_MAX }, () => randomUUID());
  for (const id of [RING, VASE, ...ids, VASE]) recordView(id);

  expect(readViewedIds()).toEqual([VASE, ...ids.slice(1).toReversed()]);
});

test.each(['{not json', '{"a":1}', 'null', '["../admin", 1, null]'])('ignores the stored value %s', (stored) => {
  localStorage.setItem('recently-viewed', stored);

  expect(readViewedIds()).toEqual([]);
});

test('requests nothing and shows nothing before a product was viewed', () => {
  const { container } = render(<Site />);

  expect(container.textContent).toBe('');
  expect(fetched).not.toHaveBeenCalled();
});

test('shows name and current price of the viewed products, without that of the page, until they are cleared', async () => {
  recordView(RING);
  recordView(VASE);
  fetched.mockResolvedValue(Response.json([summary('Ring')]));
  render(<Site />);

  expect((await screen.findByRole('link', { name: 'Ring' })).getAttribute('href')).toBe('/product/ring');
  expect(screen.getByText('$15.00')).toBeDefined();
  expect(fetched.mock.calls.map(([url]) => url)).toEqual([`/api/products/summaries?ids=${RING}`]);

  fireEvent.click(screen.getByRole('button', { name: 'Clear recently viewed products' }));
  expect(screen.queryByRole('region')).toBeNull();
  expect(readViewedIds()).toEqual([]);
});
