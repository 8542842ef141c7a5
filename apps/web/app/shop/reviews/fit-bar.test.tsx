// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { FitBar } from './reviews.tsx';

afterEach(cleanup);

test('the fit bar has three parts and says their counts', () => {
  const { container } = render(<FitBar counts={[1, 5, 1]} />);

  const bar = screen.getByRole('img', {
    name: 'Fit: of 7 buyers, 1 says it runs small, 5 true to size, 1 runs large',
  });
  const widths = [...bar.querySelectorAll('rect')].map((part) => Number.parseFloat(part.getAttribute('width') ?? ''));
  expect(widths.map(Math.round)).toEqual([14, 71, 14]);
  expect(container.textContent).toContain('True to size5 of 7');
});

test('the fit bar is not shown without votes', () => {
  const { container } = render(<FitBar counts={[0, 0, 0]} />);

  expect(container.innerHTML).toBe('');
});
