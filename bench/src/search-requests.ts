import { PRICE_BANDS, SORTS } from '@shop/contracts/catalog/constants';

/** A path and the number of further pages to request. */
export type SearchRequest = { path: string; pages: number };

const COMMON = [
  'crystal',
  'ring',
  'made',
  'lot',
  'silver',
  'candle',
  'aurora',
  'pearl',
  'jewelry',
  'maison',
  'gift',
  'it',
];
const RARE = [
  'edition-450',
  'edition-7',
  'number',
  '37647',
  '1234',
  '299999',
  '99.',
  'b00000500-0',
  'castell',
  'ulmer',
];
const PARTS = ['cry', 'neck', 'ing', 'lov', 'ar', 'qx', 'on', '12', '77', 'e.', '4.', 'or', 'an', 'xy', 'atel'];
const MISSPELLED = ['neclace', 'cristal', 'braclet', 'zzzzqy', 'qqq', 'would', 'hat'];
const CHARACTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
const WORDS = [CHARACTERS, COMMON, RARE, PARTS, MISSPELLED];

const CATEGORIES = ['Jewelry', 'Evening Wear', 'Clothing', 'Accessories', 'Home Decor', 'No Such Category'];
/** From the largest brand to one with a few hundred products. */
const BRANDS = [
  'Maison Aubrey',
  'Maison Bellamy',
  'Maison Castell',
  'Maison Dorne',
  'Atelier Vance',
  'Verrerie Eames',
  'X',
];
const TAGS = ['gift', 'pave', 'velvet', 'bridal', 'edition-450', 'no-such-tag'];
const SIZES = ['XXS', 'M', 'XL', 'no-such-size'];
const RATINGS = ['1', '2', '3', '4', '4.5', '5'];
const LIMITS = ['1', '24', '60', '100'];

/** Deterministic for a seed. */
export function generateSearchRequests(seed: number, count: number): SearchRequest[] {
  const random = randomNumbers(seed);
  return Array.from({ length: count }, () => generateSearchRequest(random));
}

function generateSearchRequest(random: () => number): SearchRequest {
  const upTo = (most: number) => 1 + Math.floor(random() * most);
  const pick = <T>(list: readonly T[]): T => {
    const picked = list[Math.floor(random() * list.length)];
    if (picked === undefined) throw new Error('There is nothing to pick from.');
    return picked;
  };
  const query = new URLSearchParams();
  const sometimes = (share: number, name: string, values: readonly string[]) => {
    if (random() < share) query.append(name, pick(values));
  };
  const isFacets = random() < 0.25;
  if (random() < 0.9) query.set('q', Array.from({ length: upTo(6) }, () => pick(pick(WORDS))).join(' '));
  sometimes(0.4, 'category', CATEGORIES);
  sometimes(0.4, 'brand', BRANDS);
  if (random() < 0.4) {
    const { min, max } = random() < 0.5 ? pick(PRICE_BANDS) : anyPrices(random);
    if (min > 0) query.set('minPrice', `${min}`);
    if (max !== undefined) query.set('maxPrice', `${max}`);
  }
  sometimes(0.4, 'rating', RATINGS);
  sometimes(0.1, 'tags', TAGS);
  sometimes(0.1, 'size', SIZES);
  if (isFacets) return { path: `/api/products/facets?${query}`, pages: 0 };
  sometimes(0.6, 'sortBy', SORTS);
  query.set('limit', pick(LIMITS));
  return { path: `/api/products?${query}`, pages: random() < 0.2 ? upTo(8) : 0 };
}

function anyPrices(random: () => number) {
  const min = Math.floor(random() * 1_200);
  return { min, max: random() < 0.5 ? min + Math.floor(random() ** 2 * 600) : undefined };
}

/** Mulberry32: a small, fast generator with the same result on every platform. */
function randomNumbers(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
