import { SEARCH_HEADER } from '@shop/contracts/catalog/constants';
import { type Product, Suggestion } from '@shop/contracts/catalog/schema';
import { SearchInterpretation } from '@shop/contracts/catalog/search-schema';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { explainSteps, recordStatements } from '#test/statements/record-statements.ts';
import { createTestStore } from '#test/test-store.ts';

const { guest, aProduct, sql, pools, work } = await createTestStore();

async function everyPage(params: Record<string, string>) {
  const found: Product[] = [];
  let url: string | undefined = `/api/products?${new URLSearchParams({ limit: '100', ...params })}`;
  while (url) {
    const response = await guest.get(url);
    expect(response.statusCode, response.body).toBe(200);
    found.push(...response.json());
    url = /<(.*)>/.exec(String(response.headers.link ?? ''))?.[1];
  }
  return found;
}
const names = async (q: string) => (await everyPage({ q })).map(({ name }) => name);

describe('search', () => {
  test('SRCH-005 ranks products with all words before those with some, and more words before fewer', async () => {
    await aProduct({ name: 'Ferret', rating: 5 });
    await aProduct({ name: 'Ferret lamp', rating: 4 });
    await aProduct({ name: 'Lamp', description: 'Shaped like a ferret on a velour cushion.', rating: 3 });

    const found = await names('velour ferret lamp');

    expect(found.slice(0, 3)).toEqual(['Lamp', 'Ferret lamp', 'Ferret']);
  });

  test('finds the words of a description in Markdown, and not the targets of its links', async () => {
    await aProduct({ name: 'Night light', description: 'A **quokkaglow** [lantern](/faq#bilbyhint).' });

    expect(await names('quokkaglow')).toEqual(['Night light']);
    expect(await names('bilbyhint')).toEqual([]);
  });

  test('SRCH-006 ranks names before tags, tags before brand and category, and those before descriptions', async () => {
    await aProduct({ name: 'By its description', description: 'With a wombat on it.', rating: 5 });
    await aProduct({ name: 'By its category', category: 'Wombat things', rating: 4.9 });
    await aProduct({ name: 'By its brand', brand: 'Wombat & Co.', rating: 4.8 });
    await aProduct({ name: 'By its tag', tags: ['wombat'], rating: 4.7 });
    await aProduct({ name: 'Wombat', rating: 4 });

    expect(await names('wombat')).toEqual([
      'Wombat',
      'By its tag',
      'By its category',
      'By its brand',
      'By its description',
    ]);
  });

  test('ranks whole words in names before prefixes, and prefixes before other substrings', async () => {
    await aProduct({ name: 'Unquoll', rating: 5 });
    await aProduct({ name: 'Quollish', rating: 4.5 });
    await aProduct({ name: 'Two-quoll set', rating: 4 });

    expect(await names('quoll')).toEqual(['Two-quoll set', 'Quollish', 'Unquoll']);
  });

  test('SRCH-007 corrects an unknown word to the one with the most similar spelling', async () => {
    await aProduct({ name: 'Kookaburra plate' });

    for (const q of ['kokaburra', 'kookabura', 'kookabrura', 'KOOKUBURRA'])
      expect(await names(q)).toEqual(['Kookaburra plate']);
    expect(await names('kxxkxbxrrx')).toEqual([]);
  });

  test('ranks the product of a SKU first, case-insensitively and by prefix', async () => {
    const { slug } = await aProduct({ slug: 'zeb-4711', name: 'By its SKU', quantities: [1, 1] });
    await aProduct({ name: 'Zeb-4711-0 in a name', rating: 5 });

    for (const q of ['zeb-4711-0', 'ZEB-4711-1', 'Zeb-47']) {
      const found = await everyPage({ q });
      expect(found[0]?.slug).toBe(slug);
    }
  });

  test('sorts by a requested order instead of relevance', async () => {
    await aProduct({ name: 'Numbat', price: 3 });
    await aProduct({ name: 'Cheap', description: 'A numbat.', price: 1 });

    const found = await everyPage({ q: 'numbat', sortBy: 'price-asc' });

    expect(found.map(({ name }) => name)).toEqual(['Cheap', 'Numbat']);
  });

  test('finds a changed product by its new words at once, and no longer by its old ones', async () => {
    const { id } = await aProduct({ name: 'Oldword thing', slug: 'renamed' });
    await sql.query("update products set name = 'Newword thing', tags = '{freshtag}' where id = $1", [id]);

    expect(await names('newword')).toEqual(['Newword thing']);
    expect(await names('freshtag')).toEqual(['Newword thing']);
    expect(await names('oldword')).toEqual([]);
    await sql.query("update products set status = 'archived' where id = $1", [id]);
    expect(await names('newword')).toEqual([]);
  });
});

/** How the API says it understood a search. */
const understood = async (params: Record<string, string>) => {
  const { headers } = await guest.get(`/api/products?${new URLSearchParams(params)}`);
  return SearchInterpretation.parse(JSON.parse(decodeURIComponent(String(headers[SEARCH_HEADER]))));
};

describe('search in the words of shoppers', () => {
  test('ranks a product of the kind before one with the word elsewhere in its name', async () => {
    await aProduct({ name: 'Bandicoot bracelet charm', rating: 5, quantities: [1] });
    await aProduct({ name: 'Slim bandicoot (set of 2)', rating: 3, quantities: [1] });

    expect(await names('bandicoots')).toEqual(['Slim bandicoot (set of 2)', 'Bandicoot bracelet charm']);
  });

  test('ranks whole words in a description before parts of words in a name', async () => {
    await aProduct({ name: 'Superbettong', rating: 5, quantities: [1] });
    await aProduct({ name: 'Plain', description: 'A bettong, in silver.', rating: 3, quantities: [1] });

    expect(await names('bettong')).toEqual(['Plain', 'Superbettong']);
  });

  test('lists products out of stock last, unless only they have the words as their names', async () => {
    await aProduct({ name: 'Ancient dingo', rating: 5, quantities: [0] });
    await aProduct({ name: 'Young dingo', rating: 3, quantities: [1] });
    await aProduct({ name: 'Basket', description: 'For a dingo.', rating: 3, quantities: [1] });

    expect(await names('dingo')).toEqual(['Young dingo', 'Basket', 'Ancient dingo']);
    expect((await understood({ q: 'dingo' })).groups).toEqual({ best: 2, others: 0, outOfStock: 1 });
    expect(await names('ancient dingo')).toEqual(['Ancient dingo', 'Young dingo', 'Basket']);
  });

  test('lists products within a price first, and the others after them', async () => {
    await aProduct({ name: 'Dear potoroo', price: 80, rating: 5, quantities: [1] });
    await aProduct({ name: 'Fair potoroo', price: 50, rating: 3, quantities: [1] });

    expect((await names('potoroo under 50')).slice(0, 2)).toEqual(['Fair potoroo', 'Dear potoroo']);
    expect(await understood({ q: 'potoroo under 50' })).toMatchObject({ maxPrice: 50, groups: { best: 1 } });
    expect((await names('potoroo over $60')).slice(0, 2)).toEqual(['Dear potoroo', 'Fair potoroo']);
  });

  test('lists products with the size in stock first', async () => {
    const { sizes } = await understood({ q: 'gown size 8' });
    const found = (await names('gown size 8')).slice(0, 4);

    expect(sizes).toContain('US 8');
    expect(new Set(found.slice(0, 2))).toEqual(new Set(['Aurora A-Line Gown', 'Siren Mermaid Gown']));
    expect(new Set(found.slice(2))).toEqual(new Set(['Nocturne Column Gown', 'Opaline Halter Gown']));
  });

  test('a query of a price alone finds the products of that price', async () => {
    const found = await everyPage({ q: 'under $30' });

    const cheap = found.filter(({ price, salePrice, inStock }) => inStock && (salePrice || price) <= 30);
    expect(cheap.map(({ name }) => name)).toContain('Prism Phone Case');
    expect(found.slice(0, cheap.length)).toEqual(cheap);
  });

  test('says which spelling it used, and searches for the typed word on request', async () => {
    await aProduct({ name: 'Wallaby mug', quantities: [1] });

    expect(await names('Walaby MUG')).toContain('Wallaby mug');
    expect(await understood({ q: 'Walaby MUG' })).toMatchObject({ corrected: 'wallaby MUG' });
    expect(await everyPage({ q: 'walaby', exact: '1' })).toEqual([]);
    expect(await understood({ q: 'mug' })).not.toHaveProperty('corrected');
  });

  test.each(['pearl choker', 'sale', 'shipping', 'contact', 'anklet', 'anklets', 'toe ring', 'perfume', 'refund'])(
    'takes "%s" as it is: a real word is never corrected',
    async (q) => {
      expect(await understood({ q })).not.toHaveProperty('corrected');
    },
  );

  test('corrects towards the words of names, tags, brands, categories and synonyms, never of descriptions', async () => {
    await aProduct({ name: 'Wombat vase', description: 'Quokkadish, with a bandicootle.', tags: ['potoroodle'] });
    await sql.query(`insert into search_synonyms (words) values (array['dunnartish', 'wombat'])`);

    expect(await understood({ q: 'bandicootlee' })).not.toHaveProperty('corrected');
    expect(await understood({ q: 'quokadish' })).not.toHaveProperty('corrected');
    expect(await understood({ q: 'potorodle' })).toMatchObject({ corrected: 'potoroodle' });
    expect(await understood({ q: 'wombet' })).toMatchObject({ corrected: 'wombat' });
    expect(await understood({ q: 'dunartish' })).toMatchObject({ corrected: 'dunnartish' });
  });

  test('matches synonyms of phrases as phrases: their words alone are no synonyms', async () => {
    await aProduct({ name: 'Lyrebird Nose Ring', quantities: [1] });
    await aProduct({ name: 'Lyrebird Lapel Pin', quantities: [1] });
    await aProduct({ name: 'Lyrebird Stud', quantities: [1] });
    await sql.query(
      `insert into search_synonyms (words) values (array['lyrebird nose pin', 'lyrebird nose ring', 'lyrebird stud'])`,
    );

    for (const q of ['lyrebird nose pin', 'Lyrebird Nose Pins']) {
      expect((await names(q)).slice(0, 2).toSorted()).toEqual(['Lyrebird Nose Ring', 'Lyrebird Stud']);
      expect(await understood({ q })).not.toHaveProperty('corrected');
    }
    expect((await names('lyrebird pin'))[0]).toBe('Lyrebird Lapel Pin');
    expect((await names('stud')).slice(0, 2)).not.toContain('Lyrebird Lapel Pin');
  });

  test('keeps its order over pages', async () => {
    const whole = (await everyPage({ q: 'silver ring size 7 under 150', limit: '100' })).map(({ id }) => id);
    const paged = (await everyPage({ q: 'silver ring size 7 under 150', limit: '4' })).map(({ id }) => id);

    expect(paged).toEqual(whole);
    expect(new Set(paged).size).toBe(paged.length);
  });
});

describe('search by brand or category', () => {
  test('uses the current name once the worker has reindexed its products', async () => {
    const { slug } = await aProduct({ name: 'Labelled', brand: 'Before House' });
    await sql.query("update brands set name = 'Afterwards House' where name = 'Before House'");

    const { rows } = await sql.query("select from graphile_worker.jobs where task_identifier = 'index_products_of'");
    await work();

    expect(rows).toHaveLength(1);
    expect((await everyPage({ q: 'afterwards' })).map((found) => found.slug)).toEqual([slug]);
    expect(await names('before')).not.toContain('Labelled');
  });
});

describe('suggestions', () => {
  const suggest = async (q: string) =>
    z.array(Suggestion).parse((await guest.get(`/api/products/suggestions?${new URLSearchParams({ q })}`)).json());

  test('match the last word as a prefix', async () => {
    await aProduct({ name: 'Tapir lamp' });
    await aProduct({ name: 'Tapir clip' });

    expect((await suggest('tapir la')).map(({ name }) => name)).toEqual(['Tapir lamp']);
    expect((await suggest('tapir')).map(({ name }) => name).sort()).toEqual(['Tapir clip', 'Tapir lamp']);
  });

  test('match names only, and correct a typo', async () => {
    await aProduct({ name: 'Capybara', description: 'Not an okapi.' });

    expect(await suggest('okapi')).toEqual([]);
    expect((await suggest('capibara')).map(({ name }) => name)).toEqual(['Capybara']);
  });
});

describe('in a lexicon of 30,000 words', () => {
  beforeAll(async () => {
    await sql.query(
      `insert into search_words (key, word)
       select search_key(word), word from (select left(md5(n::text), 10) as word from generate_series(1, 30000) n) given
           on conflict do nothing`,
    );
    // Also moves the pending entries of the index to their place.
    await sql.query('vacuum analyze search_words');
  });

  test.each([
    ['a part of a word', 'rring', 'Cluster Stud Earrings'],
    ['a misspelled word', 'neclace', 'Halo Pendant Necklace'],
  ])('SRCH-008 %s is found by the trigram index, in the statements that the search runs', async (_what, q, product) => {
    const { result: found, statements } = await recordStatements(pools.search, () => names(q));

    const steps = [];
    for (const statement of statements.filter(({ text }) => text.includes('search_words')))
      steps.push(...(await explainSteps(pools.search, statement)));
    expect(found).toContain(product);
    expect(steps.map((step) => step['Index Name'])).toContain('search_words_trigrams');
    const readInFull = steps.filter((step) => step['Node Type'] === 'Seq Scan').map((step) => step['Relation Name']);
    expect(readInFull).not.toContain('search_words');
  });
});
