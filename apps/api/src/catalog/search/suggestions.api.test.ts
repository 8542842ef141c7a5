import { SUGGESTION_MAX } from '@shop/contracts/catalog/constants';
import { SearchSuggestions } from '@shop/contracts/catalog/schema';
import { describe, expect, test } from 'vitest';
import { createTestStore } from '#test/test-store.ts';

const { guest, aProduct, sql } = await createTestStore();

const suggest = async (q: string) =>
  SearchSuggestions.parse((await guest.get(`/api/search/suggestions?${new URLSearchParams({ q })}`)).json());
const categories = async (q: string) => (await suggest(q)).categories;

describe('suggested categories', () => {
  test('have the number of their published products', async () => {
    await aProduct({ category: 'Pangolin plates' });
    await aProduct({ category: 'Pangolin plates' });
    await aProduct({ category: 'Pangolin plates', status: 'draft' });

    expect(await categories('pangolin')).toEqual([{ name: 'Pangolin plates', count: 2 }]);
  });

  test('count from the stored facet counts, not from the products', async () => {
    const { id } = await aProduct({ category: 'Aardvark stands' });
    const change = (products: number) =>
      sql.query(
        `insert into facet_changes (category_id, brand_id, bands, stars, products)
         select category_id, brand_id, '{0}', 0, $2 from products where id = $1`,
        [id, products],
      );

    await change(40_000);
    const counted = await categories('aardvark');
    await change(-40_000);

    expect(counted).toEqual([{ name: 'Aardvark stands', count: 40_001 }]);
  });

  test('are not suggested without published products', async () => {
    await aProduct({ category: 'Numbat cases', status: 'draft' });

    expect(await categories('numbat')).toEqual([]);
  });

  test('need every typed word: as the start of a word, in singular or plural, or corrected', async () => {
    await aProduct({ category: 'Platypus brooches' });
    const found = [{ name: 'Platypus brooches', count: 1 }];

    for (const q of ['platy', 'BROOCH', 'platypus bro', 'platypuss', 'platypus brooch under 50'])
      expect(await categories(q), q).toEqual(found);
    for (const q of ['typus', 'platypus lamp', 'under 50', '%%%', "';--"]) expect(await categories(q), q).toEqual([]);
  });

  test('match by a synonym', async () => {
    await aProduct({ category: 'Bandicoot sofas' });
    await sql.query("insert into search_synonyms (words) values ('{sofa,davenport}')");

    expect(await categories('davenport')).toEqual([{ name: 'Bandicoot sofas', count: 1 }]);
  });

  test('with the whole word come before those in which a word starts with it', async () => {
    await aProduct({ category: 'Kookaburras' });
    await aProduct({ category: 'Kookaburra-like' });
    await sql.query("update categories set position = -1 where name = 'Kookaburra-like'");

    expect((await categories('kookaburra')).map(({ name }) => name)).toEqual(['Kookaburras', 'Kookaburra-like']);
  });
});

test('HDR-012 suggests at most five categories and products together, and always some products', async () => {
  for (const n of [1, 2, 3, 4]) {
    await aProduct({ name: `Wallaby ${n}`, category: `Wallaby kind ${n}` });
    await aProduct({ name: `Wallaby ${n} again` });
  }

  const found = await suggest('wallaby');

  expect(found.categories.map(({ name }) => name)).toEqual(['Wallaby kind 1', 'Wallaby kind 2']);
  expect(found.products).toHaveLength(SUGGESTION_MAX - 2);
});

test('HDR-011 suggests nothing below three characters', async () => {
  await aProduct({ name: 'Yapok', category: 'Yapoks' });

  expect(await suggest(' ya ')).toEqual({ categories: [], products: [] });
  expect(await suggest('yap')).toMatchObject({ categories: [{ name: 'Yapoks' }], products: [{ name: 'Yapok' }] });
});
