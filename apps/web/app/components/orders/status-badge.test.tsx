// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { PaymentBadge, StatusBadge } from './status-badge.tsx';

afterEach(cleanup);

describe('the badge of an order', () => {
  test.each([
    ['pending', 'Pending', 'pending'],
    ['processing', 'Processing', 'processing'],
    ['shipped', 'Shipped', 'shipped'],
    ['delivered', 'Delivered', 'delivered'],
    ['cancelled', 'Cancelled', 'cancelled'],
    ['on hold', 'on hold', 'other'],
  ])('STATE-015 %s reads %s in its color', (status, words, color) => {
    render(<StatusBadge status={status} />);

    expect(screen.getByText(words).className).toContain(`bg-${color}-bg`);
  });

  test.each([
    ['paid', 'Paid', 'delivered'],
    ['pending', 'Pending', 'pending'],
    ['refunded', 'Refunded', 'cancelled'],
  ] as const)('ORD-010 a payment that is %s reads %s in its color', (status, words, color) => {
    render(<PaymentBadge status={status} />);

    expect(screen.getByText(words).className).toContain(`bg-${color}-bg`);
  });
});
