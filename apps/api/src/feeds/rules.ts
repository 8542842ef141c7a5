import { type Cents, plus, STORE_CURRENCY, toAmount } from '@shop/contracts/common/money';
import { toPlainText } from '@shop/contracts/common/plain-text';
import { truncate } from '#platform/truncate.ts';
import type { MerchantRow, SitemapRow } from './queries.ts';

/** Maximum number of URLs in a sitemap (sitemaps.org). */
export const SITEMAP_SIZE = 50_000;

const SITEMAPS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Each page of products is identified by the id it follows; the web app lists the content pages. */
export const sitemapIndex = (origin: string, pageEnds: string[]) =>
  [
    `${XML}<sitemapindex ${SITEMAPS}>`,
    `<sitemap><loc>${origin}/sitemap-pages.xml</loc></sitemap>`,
    `<sitemap><loc>${origin}/sitemap-products.xml</loc></sitemap>`,
    ...pageEnds.map((id) => `<sitemap><loc>${origin}/sitemap-products.xml?after=${id}</loc></sitemap>`),
    '</sitemapindex>\n',
  ].join('\n');

export const SITEMAP_FRAME = { head: `${XML}<urlset ${SITEMAPS}>\n`, tail: '</urlset>\n' };

export const sitemapEntry = (origin: string, { slug, updatedAt, published }: SitemapRow) =>
  published ? `<url><loc>${origin}/product/${slug}</loc><lastmod>${updatedAt.toISOString()}</lastmod></url>\n` : '';

export const merchantFrame = (origin: string, storeName: string) => ({
  head: `${XML}<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">\n<channel><title>${escaped(storeName)}</title><link>${origin}/</link><description>${escaped(storeName)}</description>\n`,
  tail: '</channel></rss>\n',
});

/** A product as shopping services list it (Google's product data specification): one item for each variant. */
export const merchantItems = (origin: string, product: MerchantRow) =>
  product.variants.map((variant) => merchantItem(origin, product, variant)).join('');

function merchantItem(origin: string, product: MerchantRow, variant: MerchantRow['variants'][number]) {
  const price = (cents: Cents) =>
    `${toAmount(plus(cents, variant.price_difference_cents)).toFixed(2)} ${STORE_CURRENCY}`;
  const { salePriceCents: sale, image } = product;
  const chosen = new URLSearchParams(variant.options).toString();
  const fields = {
    id: variant.sku,
    title: truncate([product.name, ...Object.values(variant.options)].join(', '), 150),
    description: truncate(toPlainText(product.description), 5_000),
    link: `${origin}/product/${product.slug}${chosen && `?${chosen}`}`,
    image_link: image && new URL(image, origin).href,
    availability: product.sellable && variant.available > 0 ? 'in_stock' : 'out_of_stock',
    price: price(product.priceCents),
    sale_price: sale && price(sale),
    brand: product.brand,
    product_type: product.category,
    condition: 'new',
    identifier_exists: 'no',
    item_group_id: product.variants.length > 1 ? product.id : null,
    size: findOption(/size|waist/i, variant.options),
    color: findOption(/color/i, variant.options),
  };
  const written = Object.entries(fields).map(([name, text]) => (text ? `<g:${name}>${escaped(text)}</g:${name}>` : ''));
  return `<item>${written.join('')}</item>\n`;
}

const findOption = (name: RegExp, options: Record<string, string>) =>
  Object.entries(options).find(([option]) => name.test(option))?.[1];

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** XML allows no control characters, not even escaped, and no unpaired surrogates. */
const escaped = (text: string) =>
  text
    .replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? '');
