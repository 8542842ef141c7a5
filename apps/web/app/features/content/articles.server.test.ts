import { contentPages } from '@shop/contracts/content/messages';
import type { PublicStoreSettings } from '@shop/contracts/settings/schema';
import { describe, expect, test } from 'vitest';
import { articleAt } from './articles.server.ts';

const settings: PublicStoreSettings = {
  taxPercent: 8,
  standardShipping: 9.99,
  expressShipping: 12.99,
  freeShippingOver: null,
  paymentCurrency: 'INR',
};
const STORES = [settings, { ...settings, freeShippingOver: 200 }, { ...settings, paymentCurrency: 'USD' }];

const textsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
};
const textAt = (path: string, store = settings) =>
  textsOf(articleAt(new URL(path, 'https://shop.example.com'), store).article).join('\n');

describe.each(Object.keys(contentPages))('the content page %s', (path) => {
  test.each(STORES)('has no placeholder, bracket or template notice for %j', (store) => {
    expect(textAt(path, store)).not.toMatch(/[[\]{}]|template/i);
  });
});

describe('the content pages', () => {
  test('mention free shipping only if the store offers it', () => {
    for (const path of ['/faq', '/shipping', '/terms']) {
      expect(textAt(path)).not.toMatch(/free when/);
      expect(textAt(path, { ...settings, freeShippingOver: 200 })).toContain('$200.00 or more');
    }
  });

  test('explain the charge currency only if it is not the one of the prices', () => {
    expect(textAt('/faq')).toContain('Why is my payment in Indian rupees when prices are in US dollars?');
    expect(textAt('/faq', { ...settings, paymentCurrency: 'USD' })).not.toContain('when prices are in US dollars');
  });

  test.each([
    ['/faq', 'payment-and-currency'],
    ['/shipping', 'returns'],
  ])('%s has the section #%s that other pages link to', (path, id) => {
    expect(textAt(path).split('\n')).toContain(id);
  });
});
