// @vitest-environment jsdom
import { giftMessages } from '@shop/contracts/orders/gift-messages';
import { giftExchangeMessages } from '@shop/contracts/returns/gift-messages';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { checkoutIdempotencyKey, readCheckoutRequest } from '#shop/checkout/checkout-request.ts';
import { ExchangeFields } from './exchange-fields.tsx';
import { fieldName, readExchange } from './exchange-form.ts';
import { GiftExchanges } from './gift-exchanges.tsx';
import { GiftFields } from './gift-fields.tsx';
import { GiftNote } from './gift-note.tsx';

afterEach(cleanup);

const [ITEM, LARGER, GONE] = [
  '019a0000-0000-7000-8000-000000000001',
  '019a0000-0000-7000-8000-000000000002',
  '019a0000-0000-7000-8000-000000000003',
];
const dress = {
  orderItemId: ITEM,
  exchangeLineId: null,
  returnUntil: null,
  isTooLate: false,
  name: 'Dress',
  options: { Size: 'S' },
  image: null,
  quantity: 2,
  returnable: 2,
  excluded: false,
  exchanges: [
    { variantId: LARGER, options: { Size: 'M' }, available: 3, size: 'larger' as const },
    { variantId: GONE, options: { Size: 'L' }, available: 0, size: 'larger' as const },
  ],
};
const gift = { items: [dress] };

test('a gift at checkout is what the checkbox says, and the fields keep what was entered', () => {
  const entered: Record<string, string> = { giftRecipient: 'Mia', giftMessage: 'Hello' };
  const read = (isGift: string) => readCheckoutRequest((name) => ({ ...entered, isGift })[name] ?? '').gift;
  render(<GiftFields gift={{ recipient: 'Mia', message: 'Hello' }} />);

  expect(read('yes')).toEqual({ recipient: 'Mia', message: 'Hello' });
  expect(read('')).toBeUndefined();
  expect(screen.getByRole('checkbox', { name: new RegExp(giftMessages.isGift) })).toHaveProperty('checked', true);
  expect(screen.getByLabelText(giftMessages.recipient)).toHaveProperty('value', 'Mia');
  expect(screen.getByLabelText(giftMessages.message)).toHaveProperty('value', 'Hello');
});

test('another gift message is another request, with another idempotency key', () => {
  const request = { addressId: 'a', paymentMethod: 'cod', shippingMethod: 'standard', amount: 100 };
  const keyOf = (message: string) => checkoutIdempotencyKey('q', { ...request, gift: { recipient: '', message } });

  expect(keyOf('Hello')).toBe(keyOf('Hello'));
  expect(keyOf('Hello')).not.toBe(keyOf('Hi'));
  expect(checkoutIdempotencyKey('q', request)).toBe('q:a:cod:standard:100');
});

test('the note for paper has recipient, message and link', () => {
  render(<GiftNote gift={{ recipient: 'Mia', message: 'Happy birthday' }} url="https://shop.example/gift/abc" />);

  expect(screen.queryByText(giftMessages.giftFor('Mia'))).not.toBeNull();
  expect(screen.queryByText('Happy birthday')).not.toBeNull();
  expect(screen.queryByText('https://shop.example/gift/abc')).not.toBeNull();
  expect(screen.queryByRole('img', { name: giftMessages.code })).not.toBeNull();
});

test('only items with a new size are exchanged, and each needs a reason', () => {
  const chosen = { email: 'mia@example.com', [fieldName('variantId', dress)]: LARGER };
  const reason = { [fieldName('reason', dress)]: 'too_small' };

  expect(readExchange(gift, { email: 'mia@example.com' })).toMatchObject({
    failed: giftExchangeMessages.nothingChosen,
  });
  expect(readExchange(gift, chosen).errors).toEqual({
    [fieldName('reason', dress)]: giftExchangeMessages.reasonMissing,
  });
  expect(readExchange(gift, { ...chosen, ...reason, email: 'mia' }).errors).toEqual({
    email: giftExchangeMessages.invalidEmail,
  });
  expect(readExchange(gift, { ...chosen, ...reason, [fieldName('quantity', dress)]: '2' })).toEqual({
    request: {
      email: 'mia@example.com',
      items: [{ orderItemId: ITEM, quantity: 2, reason: 'too_small', variantId: LARGER }],
    },
  });
});

test('a size that is out of stock cannot be chosen, and an excluded item has no fields', () => {
  render(<ExchangeFields item={dress} entered={{}} errors={{}} />);
  render(<ExchangeFields item={{ ...dress, orderItemId: LARGER, excluded: true }} entered={{}} errors={{}} />);

  expect(screen.getByRole('option', { name: `L (${giftExchangeMessages.soldOut})` })).toHaveProperty('disabled', true);
  expect(screen.getAllByLabelText(giftExchangeMessages.newSize)).toHaveLength(1);
  expect(screen.queryByText(giftExchangeMessages.excluded)).not.toBeNull();
});

test('an exchange says that the customer cancelled it, or why it was declined', () => {
  const exchange = { requestedAt: '2026-03-05T16:05:00.000Z', items: ['1 × Dress'], shipment: null };
  const cancelled = { ...exchange, id: ITEM, status: 'cancelled' as const, declineReason: null };
  const declined = { ...exchange, id: LARGER, status: 'declined' as const, declineReason: 'It was worn.' };
  render(<GiftExchanges exchanges={[cancelled, declined]} />);

  const [first, second] = screen
    .getAllByRole('listitem')
    .filter(({ textContent }) => textContent?.includes('Exchange'));
  expect(first?.textContent).toContain(giftExchangeMessages.cancelled);
  expect(second?.textContent).toContain('We couldn’t accept this exchange: It was worn.');
});
