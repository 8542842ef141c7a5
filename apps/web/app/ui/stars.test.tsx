// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Stars } from './stars.tsx';

afterEach(cleanup);

test.each([
  [0, 0],
  [2.4, 48.4],
  [3.5, 70],
  [4.6, 91.6],
  [4.04, 80],
  [4.96, 100],
  [5, 100],
])('CONST-019 a rating of %s fills the stars up to %s%%, rounded to a tenth of a star', (rating, percent) => {
  const { container } = render(<Stars rating={rating} />);

  expect(Number(container.querySelector('rect + rect')?.getAttribute('width'))).toBeCloseTo(percent);
});

test('has the exact rating as its accessible name', () => {
  render(<Stars rating={4.6} />);

  expect(screen.getByRole('img', { name: 'Rated 4.6 out of 5' })).toBeDefined();
});
