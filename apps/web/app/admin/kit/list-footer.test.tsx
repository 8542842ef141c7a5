// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { ListFooter } from './admin-list.tsx';

afterEach(cleanup);

type Footer = Parameters<typeof ListFooter>[0];

function show(url: string, footer: Partial<Footer>) {
  render(
    <MemoryRouter initialEntries={[url]}>
      <ListFooter shown={50} total={undefined} sum={undefined} next={undefined} {...footer} />
    </MemoryRouter>,
  );
}

test.each<[string, string, Partial<Footer>, string]>([
  ['a whole list', '/', { shown: 7, sum: '$70.00' }, '1–7 of 7 · $70.00 in total'],
  ['the first page of a view', '/', { next: 'x', total: '99', sum: '$5.00' }, '1–50 of 99 · $5.00 on this page'],
  ['the first page of a list that is not counted', '/', { next: 'x' }, '1–50'],
  ['a later page of a view', '/?after=x', { shown: 1, total: '51' }, '1 of 51'],
  ['a later page of a list that is not counted', '/?after=x', { shown: 1 }, '1 row'],
])('the footer of %s shows its rows and their sum', (_list, url, footer, expected) => {
  show(url, footer);

  expect(screen.queryByText(expected)).not.toBeNull();
});

test('an empty list has no footer, an empty later page leads back to the first', () => {
  show('/', { shown: 0 });
  expect(screen.queryByRole('navigation')).toBeNull();
  cleanup();

  show('/?after=x', { shown: 0 });
  expect(screen.queryByRole('link', { name: 'Back to first page' })).not.toBeNull();
});
