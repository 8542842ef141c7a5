import { EMPTY_PRODUCT } from '@shop/contracts/catalog/product-fields';
import type { ProductDetail } from '@shop/contracts/catalog/schema';
import { NEW_STORE_PROFILE } from '@shop/contracts/settings/constants';
import { expect, test } from 'vitest';
import { leadOf, productJsonLd, summaryOf } from './product-json-ld.ts';

const necklace: ProductDetail = {
  ...EMPTY_PRODUCT,
  id: 'necklace',
  name: 'Halo Necklace',
  slug: 'halo-necklace',
  description: 'One stone on a chain.',
  price: 120,
  images: ['/media/halo-1/960.webp'],
  imageAlts: ['A necklace'],
  category: 'Jewelry',
  brand: 'Stella Vitrine',
  inStock: true,
  hasOptions: false,
  onlyOption: null,
  quantity: 3,
  ratings: 4.5,
  reviewCount: 2,
  reviews: [],
  ratingCounts: [0, 0, 0, 1, 1],
  fitCounts: [0, 0, 0],
  reviewSizes: [],
  reviewPhotos: [],
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  variants: [{ id: '1', sku: 'HALO', options: {}, quantity: 3, priceDifference: 0 }],
  pairsWith: [],
};
const ring: ProductDetail = {
  ...necklace,
  salePrice: 99.5,
  reviewCount: 0,
  options: [
    { name: 'Ring size', values: ['5', '6'] },
    { name: 'Engraving', values: ['None'] },
  ],
  variants: [
    { id: '1', sku: 'R5', options: { 'Ring size': '5', Engraving: 'None' }, quantity: 0, priceDifference: 0 },
    { id: '2', sku: 'R6', options: { 'Ring size': '6', Engraving: 'None' }, quantity: 1, priceDifference: 10 },
  ],
};
const absoluteUrl = (path: string) => `https://shop.example.com${path}`;

test('JSON-LD of a product without options has one offer and its rating', () => {
  expect(productJsonLd(necklace)(absoluteUrl, NEW_STORE_PROFILE)).toMatchObject({
    '@type': 'Product',
    sku: 'HALO',
    url: 'https://shop.example.com/product/halo-necklace',
    image: ['https://shop.example.com/media/halo-1/960.webp'],
    aggregateRating: { ratingValue: 4.5, reviewCount: 2 },
    offers: {
      url: 'https://shop.example.com/product/halo-necklace',
      price: '120.00',
      priceCurrency: 'USD',
      availability: 'https://schema.org/InStock',
    },
  });
});

test('JSON-LD of a product with options has an offer per variant, and no rating without reviews', () => {
  const jsonLd = productJsonLd(ring)(absoluteUrl, NEW_STORE_PROFILE);

  expect(jsonLd).not.toHaveProperty('aggregateRating');
  expect(jsonLd).toMatchObject({
    '@type': 'ProductGroup',
    variesBy: ['https://schema.org/size', 'Engraving'],
    hasVariant: [
      { sku: 'R5', size: '5', offers: { price: '99.50', availability: 'https://schema.org/OutOfStock' } },
      {
        sku: 'R6',
        size: '6',
        additionalProperty: [{ name: 'Engraving', value: 'None' }],
        offers: {
          url: 'https://shop.example.com/product/halo-necklace?Ring+size=6&Engraving=None',
          price: '109.50',
          availability: 'https://schema.org/InStock',
        },
      },
    ],
  });
});

test('the summary cuts a long description between words', () => {
  const summary = summaryOf({ description: 'A crystal on a chain. '.repeat(20) });

  expect(summary.length).toBeLessThanOrEqual(160);
  expect(summary).toMatch(/ (A|crystal|on|a|chain\.)…$/);
  expect(summaryOf(necklace)).toBe('One stone on a chain.');
});

test('the summary and the JSON-LD of a description in Markdown are plain text', () => {
  const product = { ...necklace, description: '### Care\n\n**Wipe** it [dry](/faq).' };

  expect(summaryOf(product)).toBe('Care Wipe it dry.');
  expect(productJsonLd(product)(absoluteUrl, NEW_STORE_PROFILE)).toMatchObject({
    description: 'Care\n\nWipe it dry.',
  });
});

test.each([
  ['One **round** crystal, 1.8 mm wide. It is quiet.', 'One round crystal, 1.8 mm wide.'],
  ['Waves around a [stone](/faq).\n\n- Silver\n- Gold', 'Waves around a stone.'],
  ['A ring.', ''],
])('the lead of %j is its first sentence, if there are more', (description, lead) => {
  expect(leadOf({ description })).toBe(lead);
});
