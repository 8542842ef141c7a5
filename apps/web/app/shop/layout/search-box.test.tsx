// @vitest-environment jsdom
import type { Suggestion } from '@shop/contracts/catalog/schema';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createRef } from 'react';
import { renderToString } from 'react-dom/server';
import { createRoutesStub, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SearchBox } from './search-box.tsx';

const aSuggestion = (name: string): Suggestion => ({
  name,
  slug: name.toLowerCase().replace(' ', '-'),
  image: null,
  price: 100,
  salePrice: 0,
});
const SUGGESTIONS = {
  categories: [{ name: 'Crystal & glass', count: 1_206 }],
  products: [aSuggestion('Crystal Belt'), aSuggestion('Crystal Comb')],
};

const fetched = vi.fn<(url: string) => void>();

beforeEach(() => {
  vi.useFakeTimers();
  fetched.mockClear();
  vi.stubGlobal('fetch', async (url: string) => {
    fetched(url);
    return Response.json(SUGGESTIONS);
  });
  const Site = createRoutesStub([{ path: '*', Component: Page }]);
  render(<Site initialEntries={['/']} />);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function Page() {
  const { pathname, search } = useLocation();
  return (
    <>
      <SearchBox field={createRef()} />
      <p data-testid="url">{pathname + search}</p>
    </>
  );
}

const field = () => screen.getByRole('combobox', { name: 'Search products' });
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const chosen = () => screen.queryByRole('option', { selected: true })?.textContent;
const currentUrl = () => screen.getByTestId('url').textContent;
const press = (key: string) => fireEvent.keyDown(field(), { key });
const after = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

async function type(text: string) {
  fireEvent.focus(field());
  fireEvent.change(field(), { target: { value: text } });
  await after(200);
}

test('HDR-011 shows suggestions from three characters, not from two', async () => {
  await type(' cr ');
  expect(fetched).not.toHaveBeenCalled();
  expect(options()).toEqual([]);

  await type('cry');
  expect(options()).toEqual(['Crystal & glass· 1,206 products', 'Crystal Belt$100.00', 'Crystal Comb$100.00']);
});

test('shows suggestions for what was typed before hydration', async () => {
  cleanup();
  const container = document.body.appendChild(document.createElement('div'));
  const Site = createRoutesStub([{ path: '*', Component: Page }]);
  const page = <Site initialEntries={['/']} />;
  container.innerHTML = renderToString(page);
  const input = container.querySelector('input');
  if (!input) throw new Error('There is no field.');
  input.focus();
  input.value = 'crystal';

  render(page, { container, hydrate: true });
  await after(200);

  expect(options()).toHaveLength(3);
});

test('debounces typing into one suggestions request', async () => {
  fireEvent.change(field(), { target: { value: 'cry' } });
  fireEvent.change(field(), { target: { value: 'crys' } });
  fireEvent.change(field(), { target: { value: 'crys & co' } });
  await after(200);

  expect(fetched.mock.calls).toEqual([['/api/search/suggestions?q=crys+%26+co']]);
});

test('announces the number of suggestions', async () => {
  await type('crystal');

  expect(screen.getByRole('status').textContent).toBe('3 suggestions. Use the arrow keys to choose.');
});

test('the arrow keys cycle through the suggestions and the field', async () => {
  await type('crystal');

  press('ArrowDown');
  expect(chosen()).toContain('glass');
  expect(field().getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id);
  press('ArrowUp');
  expect(chosen()).toBeUndefined();
  press('ArrowUp');
  expect(chosen()).toContain('Comb');
  press('ArrowDown');
  expect(chosen()).toBeUndefined();
});

test('Enter on a suggested category opens its products', async () => {
  await type('crystal');

  press('ArrowDown');
  press('Enter');
  await after(0);

  expect(currentUrl()).toBe('/products?category=Crystal%20%26%20glass');
  expect(options()).toEqual([]);
});

test('Enter on a suggested product opens it', async () => {
  await type('crystal');

  press('ArrowUp');
  press('Enter');
  await after(0);

  expect(currentUrl()).toBe('/product/crystal-comb');
  expect(options()).toEqual([]);
});

test('HDR-003 submitting the search opens the search page', async () => {
  await type('crystal ring');

  fireEvent.submit(screen.getByRole('search'));
  await after(0);

  expect(currentUrl()).toBe('/search?q=crystal+ring');
});

test('Escape closes the suggestions and keeps the typed text', async () => {
  await type('crystal');

  const notPrevented = press('Escape');

  expect(options()).toEqual([]);
  expect(notPrevented).toBe(false);
});

test('HDR-013 the suggestions hide 200 ms after the field loses the focus', async () => {
  await type('crystal');

  fireEvent.blur(field());
  await after(199);
  expect(options()).toHaveLength(3);
  await after(1);
  expect(options()).toEqual([]);
});

test('shows no suggestions when the request fails', async () => {
  vi.stubGlobal('fetch', async () => Response.error());
  vi.spyOn(console, 'error').mockImplementation(() => {});

  await type('crystal');
  await after(4_000);

  expect(options()).toEqual([]);
  expect(field().getAttribute('aria-expanded')).toBe('false');
});
