import { type Product, Suggestion } from '@shop/contracts/catalog/schema';
import type { PoolClient } from 'pg';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
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

  const QueryCall = z.tuple([z.object({ text: z.string() }), z.array(z.unknown())]);
  const statementOf = (call: unknown[]) => {
    const [{ text }, values] = QueryCall.parse(call);
    return { text, values };
  };

  /** Behind a pooler, each statement has a BEGIN and a COMMIT of its own. */
  const isStatement = ([first]: unknown[]) => typeof first === 'object';

  /** Names of the products found, and the statements that the connection of the search received. */
  async function recordSearch(q: string) {
    const spies = new Set<{ mock: { calls: unknown[][] }; mockRestore: () => void }>();
    const record = (client: PoolClient) => void spies.add(vi.spyOn(client, 'query'));
    pools.search.on('acquire', record);
    const found = await names(q);
    pools.search.off('acquire', record);
    const statements = [...spies].flatMap(({ mock }) => mock.calls.filter(isStatement).map(statementOf));
    for (const spy of spies) spy.mockRestore();
    return { found, statements };
  }

  type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Index Name'?: string; Plans?: Plan[] };
  const stepsOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(stepsOf)];

  test.each([
    ['a part of a word', 'rring', 'Cluster Stud Earrings'],
    ['a misspelled word', 'neclace', 'Halo Pendant Necklace'],
  ])('SRCH-008 %s is found by the trigram index, in the statements that the search runs', async (_what, q, product) => {
    const { found, statements } = await recordSearch(q);

    const steps: Plan[] = [];
    for (const { text, values } of statements.filter((statement) => statement.text.includes('search_words'))) {
      // On a connection of the search, with its settings.
      const { rows } = await pools.search.query(`explain (format json) ${text}`, values);
      steps.push(...stepsOf(rows[0]['QUERY PLAN'][0].Plan));
    }
    expect(found).toContain(product);
    expect(steps.map((step) => step['Index Name'])).toContain('search_words_trigrams');
    const readInFull = steps.filter((step) => step['Node Type'] === 'Seq Scan').map((step) => step['Relation Name']);
    expect(readInFull).not.toContain('search_words');
  });
});
