// @vitest-environment jsdom
import { productMessages as messages } from '@shop/contracts/catalog/product-messages';
import { DEFAULT_DELIVERY, estimatesByMethod } from '@shop/contracts/settings/delivery';
import { cleanup, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { createRoutesStub } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import type { Shipping } from './delivery.tsx';
import { Folds } from './details-sections.tsx';

afterEach(cleanup);

const country = 'India';
const rules = { ...DEFAULT_DELIVERY, timeZone: 'UTC' };
const shipping: Shipping = {
  standardShipping: 9.99,
  expressShipping: 12.99,
  freeShippingOver: null,
  returnDays: 30,
  preview: { country, arrival: estimatesByMethod({ now: new Date('2026-03-05'), country, rules }), rules },
};

function linksOf(page: ComponentType) {
  const Site = createRoutesStub([{ path: '/', Component: page }]);
  render(<Site />);
  return screen.getAllByRole('link').map(({ textContent }) => textContent);
}

test('the rules of returns are linked if the store takes returns', () => {
  const links = linksOf(() => <Folds specifications={{}} shipping={shipping} />);

  expect(links).toEqual([messages.deliveryTimes, messages.returns]);
});

test('nothing is said about returns in a store without returns', () => {
  const links = linksOf(() => <Folds specifications={{}} shipping={{ ...shipping, returnDays: 0 }} />);

  expect(links).toEqual([messages.deliveryTimes]);
});
