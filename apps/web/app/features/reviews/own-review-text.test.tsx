// @vitest-environment jsdom
import type { OwnReview } from '@shop/contracts/reviews/schema';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { OwnReviewText } from './own-review-text.tsx';

afterEach(cleanup);

const reviewOf = (status: NonNullable<OwnReview['review']>['status']) => ({
  id: 'id',
  rating: 4,
  comment: 'It sparkles.',
  status,
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
