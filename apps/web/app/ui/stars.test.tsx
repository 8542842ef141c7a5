// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Stars } from './stars.tsx';

afterEach(cleanup);

test.each([
  [0, 0],
  [2.4, 2],
  [3.5, 4],
  [4.6, 5],
  [5, 5],
])('a rating of %s fills %s stars', (rating, lit) => {
  const { container } = render(<Stars rating={rating} />);

  expect(container.querySelectorAll('[data-lit="true"]')).toHaveLength(lit);
  expect(container.querySelectorAll('[data-lit]')).toHaveLength(5);
});

test('has the exact rating as its accessible name', () => {
  render(<Stars rating={4.6} />);

  expect(screen.getByRole('img', { name: 'Rated 4.6 out of 5' })).toBeDefined();
});
