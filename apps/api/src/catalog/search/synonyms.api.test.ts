import { randomUUID } from 'node:crypto';
import { undoMessages } from '@shop/contracts/audit/undo-messages';
import type { Product } from '@shop/contracts/catalog/schema';
import type { SynonymGroup } from '@shop/contracts/catalog/synonym-schema';
import { describe, expect, test } from 'vitest';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
const { guest, aProduct, anAdmin, sql } = shop;
const owner = await anAdmin({ role: 'owner' });
const PATH = '/api/admin/search-synonyms';

const names = async (q: string) => {
  const found: Product[] = (await guest.get(`/api/products?${new URLSearchParams({ q })}`)).json();
  return found.map(({ name }) => name);
};
const groups = async (): Promise<SynonymGroup[]> => (await owner.get(PATH)).json();

test('synonyms apply to the next search and suggestion, and no longer once they are deleted', async () => {
  await aProduct({ name: 'Echidna sofa', quantities: [1] });
  expect(await names('davenport')).toEqual([]);

  const created = await owner.post(PATH, { words: ['Davenport', 'sofas', 'COUCH'] });
  const added = performance.now();

  expect(created.statusCode, created.body).toBe(201);
  expect(created.json().words).toEqual(['davenport', 'sofas', 'couch']);
  expect(await names('davenports')).toEqual(['Echidna sofa']);
  expect(performance.now() - added).toBeLessThan(2_000);
  const suggested = await guest.get('/api/products/suggestions?q=couch');
  expect(suggested.json()).toMatchObject([{ name: 'Echidna sofa' }]);

  await owner.delete(`${PATH}/${created.json().id}`);
  expect(await names('davenport')).toEqual([]);
});

test('a product of the typed word comes before one of a synonym', async () => {
  await aProduct({ name: 'Tall wombat', rating: 5, quantities: [1] });
  await aProduct({ name: 'Small vombat', rating: 3, quantities: [1] });
  await owner.post(PATH, { words: ['wombat', 'vombat'] });

  expect(await names('vombat')).toEqual(['Small vombat', 'Tall wombat']);
});

test('a misspelled synonym is corrected', async () => {
  expect((await names('handbagg'))[0]).toBe('Pavé Minaudière Clutch');
});

test('the sample store has synonyms, listed by their first words', async () => {
  const words = (await groups()).map((group) => group.words);

  expect(words).toContainEqual(['bag', 'clutch', 'handbag', 'minaudiere', 'pouch', 'purse']);
  expect(words.map(([first]) => first)).toEqual(words.map(([first]) => first).toSorted());
});

test('the words of a group can be replaced', async () => {
  const { id } = (await owner.post(PATH, { words: ['numbat', 'walpurti'] })).json();

  const saved = await owner.put(`${PATH}/${id}`, { words: ['numbat', 'noombat', 'numbat'] });

  expect(saved.json()).toMatchObject({ id, words: ['numbat', 'noombat'] });
  expect((await groups()).find((group) => group.id === id)?.words).toEqual(['numbat', 'noombat']);
});

test('the same group is not added twice', async () => {
  const [first, second] = [
    await owner.post(PATH, { words: ['bilby', 'dalgyte'] }),
    await owner.post(PATH, { words: ['bilby', 'dalgyte'] }),
  ];

  expect(second.json().id).toBe(first.json().id);
});

test('phrases are stored with single spaces, as search spells words', async () => {
  const added = await owner.post(PATH, { words: ['Nose  Pin', 'nose ring', 'nose pin'] });

  expect(added.json().words).toEqual(['nose pin', 'nose ring']);
});

test('rejects one word, phrases of five words, too many words and unknown groups', async () => {
  for (const words of [['bag'], ['bag', 'BAG'], ['bag', 'a bag for the evening'], ['bag', '!?'], Array(21).fill('bag')])
    expect((await owner.post(PATH, { words })).statusCode, String(words)).toBe(422);
  const unknown = `${PATH}/01a1ebb8-5375-7c2a-9cd2-dccb81316422`;
  expect((await owner.put(unknown, { words: ['a1', 'b1'] })).json()).toMatchObject({ code: 'synonyms_not_found' });
  expect((await owner.delete(unknown)).statusCode).toBe(404);
});

describe('an undo from the audit log', () => {
  async function undoNewest(id: string) {
    const [entry] = (await owner.get(`/api/admin/audit-log?entityId=${id}`)).json();
    return owner.post(`/api/admin/audit-log/${entry.id}/undo`, {}, { 'idempotency-key': randomUUID() });
  }
  const wordsOf = async (id: string) => (await groups()).find((group) => group.id === id)?.words;
  const aGroup = async (words: string[]): Promise<string> => (await owner.post(PATH, { words })).json().id;

  test('restores a deleted group and replaced words, and removes an added group', async () => {
    const id = await aGroup(['quokka', 'setonix']);
    await owner.put(`${PATH}/${id}`, { words: ['quokka', 'kwoka'] });

    await undoNewest(id);
    expect(await wordsOf(id)).toEqual(['quokka', 'setonix']);
    await owner.delete(`${PATH}/${id}`);
    expect((await undoNewest(id)).statusCode).toBe(200);
    expect(await wordsOf(id)).toEqual(['quokka', 'setonix']);

    const other = await aGroup(['dunnart', 'mulgara']);
    await undoNewest(other);
    expect(await wordsOf(other)).toBeUndefined();
  });

  test('is rejected once the same group exists again, or the words were changed', async () => {
    const id = await aGroup(['potoroo', 'bettong']);
    await owner.delete(`${PATH}/${id}`);
    const again = await aGroup(['potoroo', 'bettong']);

    expect((await undoNewest(id)).json()).toMatchObject({ status: 409, code: 'undo_conflict' });
    await sql.query("update search_synonyms set words = '{potoroo,boodie}' where id = $1", [again]);
    expect((await undoNewest(again)).json()).toMatchObject({ message: undoMessages.conflict(['Words']) });
  });

  test('and a new group are rejected beyond the limit', async () => {
    const id = await aGroup(['phascogale', 'wambenger']);
    await owner.delete(`${PATH}/${id}`);
    await sql.query(
      "insert into search_synonyms (words) select array['x' || i, 'y' || i] from generate_series(1, 500) i",
    );

    expect((await undoNewest(id)).json()).toMatchObject({ code: 'too_many_synonyms' });
    expect((await owner.post(PATH, { words: ['one', 'too-many'] })).json()).toMatchObject({
      code: 'too_many_synonyms',
    });
  });
});
