import { contentPages } from '@shop/contracts/content/messages';
import { NEW_STORE_PROFILE } from '@shop/contracts/settings/constants';
import { DEFAULT_DELIVERY } from '@shop/contracts/settings/delivery';
import type { PublicStoreSettings } from '@shop/contracts/settings/schema';
import { describe, expect, test } from 'vitest';
import { articleAt, previewArticle, publishedArticle } from './articles.server.ts';

const settings: PublicStoreSettings = {
  ...NEW_STORE_PROFILE,
  taxPercent: 8,
  standardShipping: 9.99,
  expressShipping: 12.99,
  freeShippingOver: null,
  paymentCurrency: 'INR',
  delivery: DEFAULT_DELIVERY,
  returnDays: 30,
};
const STORES = [
  settings,
  { ...settings, freeShippingOver: 200 },
  { ...settings, paymentCurrency: 'USD' },
  { ...settings, returnDays: 0 },
];

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

  test('promise returns for the days of the store, and none if it takes no returns', () => {
    expect(textAt('/shipping', { ...settings, returnDays: 14 })).toContain('14 days of delivery');
    expect(textAt('/faq', { ...settings, returnDays: 1 })).toContain('You have 1 day from delivery');
    for (const path of ['/contact', '/faq', '/shipping', '/support']) {
      expect(textAt(path)).toMatch(/^(\/shipping#)?returns$/m);
      expect(textAt(path, { ...settings, returnDays: 0 })).not.toMatch(/^(\/shipping#)?returns$/m);
    }
  });

  test('explain the charge currency only if it is not the one of the prices', () => {
    expect(textAt('/faq')).toContain('Why is my payment in Indian rupees when prices are in US dollars?');
    expect(textAt('/faq', { ...settings, paymentCurrency: 'USD' })).not.toContain('when prices are in US dollars');
  });

  test.each(['Lumen', 'www.lumen.example', '*Lumen* <b>&</b> `Co`'])('have the name of the store %s', (storeName) => {
    const store = { ...settings, storeName };
    const { article, description } = articleAt(new URL('https://shop.example.com/about'), store);

    expect(article.heading).toBe(`About ${storeName}`);
    expect(description).toContain(`About ${storeName}:`);
    for (const path of ['/about', '/privacy', '/terms']) expect(textAt(path, store)).not.toContain('Crystalline');
  });

  test.each([
    ['/faq', 'payment-and-currency'],
    ['/shipping', 'returns'],
  ])('%s has the section #%s that other pages link to', (path, id) => {
    expect(textAt(path).split('\n')).toContain(id);
  });
});

describe('a published page', () => {
  const page = { slug: 'care', title: 'Care', description: '', body: 'Shipping is {{standardShipping}}.' };

  test('has its title as heading and description unless it has its own', () => {
    expect(publishedArticle(page, settings)).toMatchObject({
      path: '/pages/care',
      title: 'Care',
      description: 'Care',
      article: { heading: 'Care' },
    });
    expect(publishedArticle({ ...page, body: '# Product care' }, settings).article.heading).toBe('Product care');
  });

  test('follows the settings and the text, although it is parsed once', () => {
    const contentOf = (body: string, store = settings) => textsOf(publishedArticle({ ...page, body }, store)).join(' ');

    expect(contentOf(page.body)).toContain('Shipping is $9.99.');
    expect(contentOf(page.body, { ...settings, standardShipping: 12 })).toContain('Shipping is $12.00.');
    expect(contentOf('Shipping is free.')).toContain('Shipping is free.');
  });

  test('shows a placeholder that does not exist as it was typed', () => {
    expect(textsOf(previewArticle({ ...page, body: 'Tax is {{taxes}}.' }, settings))).toContain('Tax is {{taxes}}.');
  });
});
