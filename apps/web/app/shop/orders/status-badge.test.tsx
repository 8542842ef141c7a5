// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { PaymentBadge, StatusBadge } from './status-badge.tsx';

afterEach(cleanup);

describe('order badge', () => {
  test.each([
    ['pending', 'Pending', 'pending'],
    ['processing', 'Processing', 'processing'],
    ['shipped', 'Shipped', 'shipped'],
    ['delivered', 'Delivered', 'delivered'],
    ['cancelled', 'Cancelled', 'cancelled'],
    ['on hold', 'on hold', 'other'],
  ])('STATE-015 status %s shows %s in its color', (status, text, color) => {
    render(<StatusBadge status={status} />);

    expect(screen.getByText(text).className).toContain(`bg-${color}-bg`);
  });

  test.each([
    ['card', 'paid', 'pending', 'Paid', 'delivered'],
    ['card', 'pending', 'pending', 'Pending', 'pending'],
    ['card', 'refunded', 'cancelled', 'Refunded', 'cancelled'],
    ['cod', 'pending', 'pending', 'Due on delivery', 'pending'],
    ['cod', 'pending', 'shipped', 'Due on delivery', 'pending'],
    ['cod', 'pending', 'cancelled', 'Not charged', 'pending'],
    ['cod', 'paid', 'delivered', 'Paid', 'delivered'],
  ] as const)('ORD-010 a %s payment that is %s, of a %s order, shows %s in its color', (...row) => {
    const [paymentMethod, paymentStatus, status, text, color] = row;
    render(<PaymentBadge order={{ paymentMethod, paymentStatus, status }} />);

    expect(screen.getByText(text).className).toContain(`bg-${color}-bg`);
  });

  test('a payment of which a part is refunded is not shown as paid', () => {
    const order = {
      paymentMethod: 'card',
      paymentStatus: 'paid',
      status: 'delivered',
      partiallyRefunded: true,
    } as const;
    render(<PaymentBadge order={order} />);

    expect(screen.getByText('Partially refunded').className).toContain('bg-cancelled-bg');
    expect(screen.queryByText('Paid')).toBeNull();
  });
});
