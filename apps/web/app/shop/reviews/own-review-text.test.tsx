// @vitest-environment jsdom
import type { OwnReview } from '@shop/contracts/reviews/schema';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { OwnReviewText } from './own-review-text.tsx';

afterEach(cleanup);

type Own = NonNullable<OwnReview['review']>;
const reviewOf = (status: Own['status'], more: Partial<Own> = {}): Own => ({
  id: 'id',
  rating: 4,
  comment: 'It sparkles.',
  status,
  reason: '',
  size: null,
  fit: null,
  photos: [],
  reply: null,
  ...more,
  createdAt: '2026-11-01T12:00:00.000Z',
});
const PENDING = 'Your review is awaiting approval.';
const REJECTED = 'Your review wasn’t published.';

test.each([
  { status: 'pending', shown: PENDING, hidden: REJECTED },
  { status: 'rejected', shown: REJECTED, hidden: PENDING },
] as const)('shows the author that their review is $status', ({ status, shown, hidden }) => {
  render(<OwnReviewText review={reviewOf(status)} />);

  expect(screen.queryByText(shown)).not.toBeNull();
  expect(screen.queryByText(hidden)).toBeNull();
  expect(screen.queryByText('It sparkles.')).not.toBeNull();
});

test('shows no status for an approved review', () => {
  render(<OwnReviewText review={reviewOf('approved')} />);

  expect(screen.queryByText(PENDING)).toBeNull();
  expect(screen.queryByText(REJECTED)).toBeNull();
});

test('shows the author why their review was rejected', () => {
  render(<OwnReviewText review={reviewOf('rejected', { reason: 'It isn’t about the product.' })} />);

  expect(screen.queryByText('Reason: It isn’t about the product.')).not.toBeNull();
});

test('shows the author size, fit and photos of their review', () => {
  const photos = [{ id: 'a', url: '/api/review-photos/a', width: 60, height: 40 }];
  render(<OwnReviewText review={reviewOf('pending', { size: 'US 7', fit: 'small', photos })} />);

  expect(screen.queryByText('Bought US 7 · Runs small')).not.toBeNull();
  expect(screen.getByRole('link', { name: 'Your photo 1' }).getAttribute('href')).toBe('/api/review-photos/a');
});
