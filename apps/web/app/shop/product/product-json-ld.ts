import type { ProductDetail, Variant } from '@shop/contracts/catalog/schema';
import { currentPrice, STORE_CURRENCY } from '@shop/contracts/common/money';
import { toPlainText } from '@shop/contracts/common/plain-text';
import type { JsonLd } from '#lib/seo.ts';
import { available, variantPrices } from './variants.ts';

const DESCRIPTION_LENGTH = 160;

/** The description, cut between words to the length a search result shows. */
export function summaryOf({ description }: { description: string }) {
  const text = toPlainText(description).replace(/\s+/g, ' ').trim();
  return text.length <= DESCRIPTION_LENGTH ? text : `${text.slice(0, DESCRIPTION_LENGTH - 1).replace(/\s+\S*$/, '')}…`;
}

/** The first sentence of the description; empty if there is no other. */
export function leadOf({ description }: { description: string }) {
  const [first = '', ...others] = toPlainText(description)
    .trim()
    .split(/(?<=[.!?])\s+(?=[A-Z])|\n+/);
  return others.length > 0 ? first : '';
}

/** Options with a schema.org property; any other becomes an `additionalProperty`. */
const KNOWN_OPTIONS = { size: /size|waist|length/i, color: /colou?r/i, material: /material/i };

const knownOption = (name: string) => Object.entries(KNOWN_OPTIONS).find(([, pattern]) => pattern.test(name))?.[0];

/** Structured data for search results: price, stock and rating; per variant, if the product has options. */
export const productJsonLd =
  (product: Omit<ProductDetail, 'pairsWith'>): JsonLd =>
  (absoluteUrl) => {
    const { name, brand, category, ratings, reviewCount } = product;
    const path = `/product/${product.slug}`;
    const common = {
      name,
      description: toPlainText(product.description),
      url: absoluteUrl(path),
      image: product.images.map(absoluteUrl),
      category,
      brand: { '@type': 'Brand', name: brand },
      ...(reviewCount > 0 && { aggregateRating: { '@type': 'AggregateRating', ratingValue: ratings, reviewCount } }),
    };

    const offerOf = (variant: Variant) => ({
      sku: variant.sku,
      offers: {
        '@type': 'Offer',
        url: absoluteUrl(variantPath(path, variant)),
        price: currentPrice(variantPrices(product, variant)).toFixed(2),
        priceCurrency: STORE_CURRENCY,
        itemCondition: 'https://schema.org/NewCondition',
        availability: `https://schema.org/${available(product, variant) > 0 ? 'InStock' : 'OutOfStock'}`,
      },
    });

    const [only] = product.variants;
    if (only && product.options.length === 0) return { '@type': 'Product', ...common, ...offerOf(only) };
    return {
      '@type': 'ProductGroup',
      ...common,
      productGroupID: product.id,
      variesBy: product.options.map((option) => {
        const known = knownOption(option.name);
        return known ? `https://schema.org/${known}` : option.name;
      }),
      hasVariant: product.variants.map((variant) => ({
        '@type': 'Product',
        name: [name, ...Object.values(variant.options)].join(', '),
        image: common.image[0],
        ...offerOf(variant),
        ...propertiesOf(variant),
      })),
    };
  };

const variantPath = (path: string, { options }: Variant) =>
  Object.keys(options).length > 0 ? `${path}?${new URLSearchParams(options)}` : path;

function propertiesOf({ options }: Variant) {
  const entries = Object.entries(options);
  const others = entries.filter(([name]) => !knownOption(name));
  return {
    ...Object.fromEntries(entries.flatMap(([name, value]) => [[knownOption(name), value]]).filter(([known]) => known)),
    ...(others.length > 0 && {
      additionalProperty: others.map(([name, value]) => ({ '@type': 'PropertyValue', name, value })),
    }),
  };
}
