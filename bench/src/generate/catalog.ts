import { readSample } from '../../../apps/api/sample/files.ts';
import type { Step } from './step.ts';

const BRANDS = 300;

export const splitWords = (list: string) => list.split(' ');
const OPENINGS = splitWords(
  'Aurora Celeste Dawn Ember Frost Halo Ivory Lumen Mirage Nocturne Opaline Prism Quiet Radiant Silver Twilight Velvet Winter Zenith Bright Morning Evening Garden Harbor Meadow River Snow Star Storm Summer',
);
const MATERIALS = splitWords(
  'Crystal Quartz Amethyst Silk Cashmere Pearl Glass Topaz Citrine Onyx Opal Moonstone Brass Linen Wool Satin Denim Jade Garnet Agate',
);
const PRODUCT_TYPES = splitWords(
  'Ring Necklace Earrings Bracelet Brooch Gown Dress Skirt Blouse Sweater Scarf Belt Clutch Watch Keyring Vase Decanter Mirror Chandelier Frame Bookends Tealight Coupes Tiara Comb Cape Robe Jacket Trousers Coat',
);
const BRAND_PREFIXES = splitWords('Maison Atelier Studio House Casa Officine Werkstatt Ateljé Cristallerie Verrerie');
const FOUNDERS = splitWords(
  'Aubrey Bellamy Castell Dorne Estrel Farrow Galante Hollis Ingram Jarvis Kestrel Laurent Marlow Novak Orsini Pryce Quill Rosetti Sorrel Thorne Ulmer Vance Wilder Yarrow Zeller Ames Birch Calder Dupont Eames',
);
const REVIEWERS = splitWords('Margot Rowan Priya Tomás Ingrid Wes Noor Celia Hugo Anneli');
const COMMENTS = [
  'Exactly as described, and packed with care.',
  'Lovely in daylight, lovelier by candle.',
  'A little smaller than I imagined, and all the better for it.',
  'It arrived on time and has been worn every week since.',
  'The finish is good; the box alone would make a gift.',
];

/**
 * Pseudorandom numbers from row number and seed only: the same data every time.
 * The seed is a literal in the function, so that PostgreSQL can inline it: ten times faster.
 */
export const dice = (seed: number) => `
  create function scratch.dice(i bigint, salt bigint, sides int) returns int language sql immutable parallel safe
    return (hashint8extended(i, salt + ${seed}) & 2147483647) % sides;
  create function scratch.skewed(i bigint, salt bigint, sides int) returns int language sql immutable parallel safe
    return floor(sides * power(scratch.dice(i, salt, 1000000) / 1000000.0::float8, 3))::int;
  create function scratch.id_of(kind int, i bigint) returns uuid language sql immutable parallel safe
    return encode(int8send((1700000000000 + i) << 16 | 28672 | kind)
             || int8send(hashint8extended(i, kind) & 4611686018427387903 | (1::bigint << 63)), 'hex')::uuid;
  create function scratch.id_at(kind int, i bigint, at timestamptz) returns uuid language sql immutable parallel safe
    return encode(int8send(floor(extract(epoch from at) * 1000)::bigint << 16 | 28672 | kind)
             || int8send(hashint8extended(i, kind) & 4611686018427387903 | (1::bigint << 63)), 'hex')::uuid;
  create function scratch.pick(list text[], place int) returns text language sql immutable parallel safe
    return list[place + 1];
  create function scratch.review_halves(i bigint, k int) returns int language sql immutable parallel safe
    return least(10, 5 + scratch.dice(i, 40, 4) + scratch.dice(i * 100 + k, 41, 4));
  create function scratch.review_status(i bigint, k int) returns text language sql immutable parallel safe
    return case scratch.dice(i * 100 + k, 45, 50) when 0 then 'pending' when 1 then 'rejected' else 'approved' end;`;

const STARS = [1, 2, 3, 4, 5];
const starCount = (star: number) => `count(*) filter (where (halves + 1) / 2 = ${star})`;

const literals = (list: string[]) => `array[${list.map((text) => `'${text.replaceAll("'", "''")}'`).join(', ')}]`;
export const pick = (list: string[], place: string) => `scratch.pick(${literals(list)}, ${place})`;
export const roll = (salt: number, sides: number) => `scratch.dice(i, ${salt}, ${sides})`;

/** Tables that triggers would have maintained. */
export const derivedTableSteps: Step[] = [
  {
    name: 'product_slugs',
    sql: 'insert into product_slugs (slug, product_id) select slug, id from products order by slug',
  },
  { name: 'product cards', sql: 'call fill_product_cards()' },
  { name: 'search', sql: 'select rebuild_search()' },
  { name: 'facets', sql: 'select rebuild_facets()' },
  { name: 'low stock', sql: 'select rebuild_low_stock()' },
];

export type CatalogSize = { products: number; reviewsPerProduct: number; seed: number };

export function catalogSteps({ products, reviewsPerProduct }: CatalogSize): Step[] {
  const { catalog } = readSample();
  const tags = [...new Set(catalog.products.flatMap((product) => product.tags))].sort();
  const tagGroups = [tags.slice(0, 10), tags.slice(10, 20), tags.slice(20)];
  const categories = catalog.categories.map((category) => category.name);
  const reviewCount = `scratch.dice(i, 42, ${2 * reviewsPerProduct + 1})`;

  return [
    {
      name: 'categories',
      sql: `insert into categories (id, name, slug, description, position)
            select scratch.id_of(1, i), name, lower(replace(name, ' ', '-')), '', i
              from unnest(${literals(categories)}) with ordinality c(name, i)`,
    },
    {
      name: 'brands',
      sql: `insert into brands (id, name, slug)
            select scratch.id_of(2, i), ${pick(BRAND_PREFIXES, '(i / 30)::int')} || ' ' || ${pick(FOUNDERS, '(i % 30)::int')},
                   'brand-' || i
              from generate_series(0, ${BRANDS - 1}) i`,
    },
    {
      name: 'products',
      sql: `
        insert into products (id, name, slug, description, category_id, brand_id, status, price_cents, sale_price_cents, tags,
                              specifications, options, rating_count, rating_halves, star_counts, created_at, updated_at)
        select scratch.id_of(3, i), name, lower(replace(name, ' ', '-')) || '-' || i,
               name || '. ' || ${pick(COMMENTS, roll(10, COMMENTS.length))} || ' Made in lot ' || i || '.',
               scratch.id_of(1, 1 + ${roll(11, categories.length)}),
               scratch.id_of(2, scratch.skewed(i, 12, ${BRANDS})),
               case ${roll(33, 50)} when 0 then 'draft' when 1 then 'archived' when 2 then 'deleted' else 'published' end,
               price, case when ${roll(13, 5)} = 0 then price * (70 + ${roll(14, 20)}) / 100 end,
               array[${tagGroups.map((group, salt) => pick(group, `scratch.skewed(i, ${15 + salt}, ${group.length})`))}]
                 || case when ${roll(18, 50)} = 0 then array['edition-' || ${roll(19, 1000)}] else '{}' end,
               jsonb_build_object('Material', ${pick(MATERIALS, roll(20, MATERIALS.length))},
                                  'Weight', 10 + ${roll(21, 990)} || ' g', 'Origin', 'Made in Portugal'),
               case when ${roll(31, 5)} = 0 then '[]'::jsonb
                    else '[{"name": "Size", "values": ["XXS", "XS", "S", "M", "L", "XL"]}]' end,
               rated.reviews, rated.halves, rated.stars, created_at, created_at
          from (select i, timestamptz '2023-11-14 22:13:20+00' + i * (interval '730 days' / ${products}) as created_at,
                       ${pick(OPENINGS, roll(1, OPENINGS.length))} || ' ' || ${pick(MATERIALS, roll(2, MATERIALS.length))}
                         || ' ' || ${pick(PRODUCT_TYPES, roll(3, PRODUCT_TYPES.length))}
                         || case when ${roll(4, 100)} = 0 then ' Number ' || ${roll(5, 100_000)} else '' end as name,
                       case ${roll(6, 5)} when 0 then 900 + ${roll(7, 4_100)} when 1 then 20000 + ${roll(7, 180_000)}
                            when 2 then 5000 + ${roll(7, 5_000)} else 5000 + ${roll(7, 15_000)} end as price
                  from generate_series(1, ${products}) i offset 0) p
         cross join lateral (
           select count(*) as reviews, coalesce(sum(halves), 0) as halves, array[${STARS.map(starCount)}] as stars
             from (select scratch.review_halves(i, k) as halves from generate_series(1, ${reviewCount}) k
                    where scratch.review_status(i, k) = 'approved' offset 0) r) rated`,
    },
    {
      name: 'product_images',
      sql: `insert into product_images (id, product_id, position, url, alt)
            select scratch.id_of(4, i * 2 + place), scratch.id_of(3, i), place,
                   '/media/picture-' || (i * 2 + place) % 84 || '/960.webp', 'Picture ' || place + 1
              from generate_series(1, ${products}) i, generate_series(0, ${roll(30, 2)}) place`,
    },
    {
      name: 'variants',
      sql: `insert into variants (id, product_id, sku, option_values, position)
            select scratch.id_of(5, i * 6 + place), scratch.id_of(3, i), 'B' || lpad(i::text, 8, '0') || '-' || place,
                   case when ${roll(31, 5)} = 0 then '{}'::jsonb
                        else jsonb_build_object('Size', (array['XXS', 'XS', 'S', 'M', 'L', 'XL'])[place + 1]) end,
                   place
              from generate_series(1, ${products}) i,
                   generate_series(0, case when ${roll(31, 5)} = 0 then 0 else 5 end) place`,
    },
    {
      name: 'stock',
      sql: `insert into stock (variant_id, product_id, received, available)
            select scratch.id_of(5, i * 6 + place), scratch.id_of(3, i), units, units
              from generate_series(1, ${products}) i,
                   generate_series(0, case when ${roll(31, 5)} = 0 then 0 else 5 end) place,
                   lateral (select greatest(0, scratch.dice(i * 6 + place, 32, 30) - 5) as units) counted`,
    },
    {
      name: 'reviews',
      sql: `insert into reviews (id, product_id, user_name, rating_halves, comment, status, created_at)
            select scratch.id_of(6, i * 100 + k), scratch.id_of(3, i),
                   ${pick(REVIEWERS, `scratch.dice(i + k, 43, ${REVIEWERS.length})`)}, scratch.review_halves(i, k),
                   ${pick(COMMENTS, `scratch.dice(i + k, 44, ${COMMENTS.length})`)}, scratch.review_status(i, k),
                   timestamptz '2025-11-14 00:00:00+00' + k * interval '1 day'
              from generate_series(1, ${products}) i, generate_series(1, ${reviewCount}) k`,
    },
  ];
}
