import { pageMessages as texts } from '@shop/contracts/content/admin-messages';
import { BUILT_IN_PAGES } from '@shop/contracts/content/built-in-pages';
import { BUILT_IN_SLUGS } from '@shop/contracts/content/constants';
import { describe, expect, test } from 'vitest';
import { createTestStore } from '#test/test-store.ts';

const { sql, guest, anAdmin, work } = await createTestStore();
const [maya, coral] = [await anAdmin({ role: 'manager' }), await anAdmin({ role: 'content', name: 'Coral' })];

const text = { title: 'Gift wrapping', description: 'How we wrap.', body: 'We wrap gifts.' };
const create = (slug: string, change: object = {}) => maya.post('/api/admin/pages', { slug, ...text, ...change });
const idOf = async (slug: string) =>
  String((await sql.query('select id from pages where slug = $1', [slug])).rows[0].id);
const page = async (id: string) => (await maya.get(`/api/admin/pages/${id}`)).json();
const save = (id: string, version: number, change: object = {}) =>
  maya.put(`/api/admin/pages/${id}/draft`, { ...text, ...change, version });
const publish = (id: string, version: number) => coral.post(`/api/admin/pages/${id}/versions`, { version });
const shown = async (slug: string) => {
  const response = await guest.get(`/api/pages/${slug}`);
  return response.statusCode === 200 ? response.json().body : response.statusCode;
};
async function aPublishedPage(slug: string) {
  const { id } = (await create(slug)).json();
  await publish(id, 1);
  return String(id);
}

describe('a built-in page', () => {
  test('has the text of the release before the owner publishes one', async () => {
    const listed = (await maya.get('/api/admin/pages')).json();

    expect(listed.map(({ slug }: { slug: string }) => slug)).toEqual(BUILT_IN_SLUGS.toSorted());
    expect(await page(await idOf('terms'))).toMatchObject({
      builtIn: true,
      published: { number: 0, ...BUILT_IN_PAGES.terms },
      draft: null,
      reviewedAt: null,
    });
    expect(await shown('terms')).toBe(404);
  });

  test('is reviewed when it is marked as reviewed, once', async () => {
    const id = await idOf('privacy');

    const first = (await maya.post(`/api/admin/pages/${id}/review`)).json();
    const second = (await coral.post(`/api/admin/pages/${id}/review`)).json();

    expect(first.reviewedAt).toEqual(expect.any(String));
    expect(second.reviewedAt).toBe(first.reviewedAt);
  });

  test('is reviewed when it is published without a change', async () => {
    const id = await idOf('shipping');

    const published = await publish(id, (await page(id)).version);

    expect(published.json()).toMatchObject({ published: { number: 0 }, reviewedAt: expect.any(String) });
  });

  test('can be restored to the text of the release, and not deleted', async () => {
    const id = await idOf('about');
    const { version } = (await save(id, 1, { body: 'We sell rings.' })).json();
    const published = (await publish(id, version)).json();
    expect(published).toMatchObject({ published: { number: 1, body: 'We sell rings.' }, draft: null });

    const restored = await maya.post(`/api/admin/pages/${id}/versions/0/restoration`, { version: published.version });
    const deleted = await maya.delete(`/api/admin/pages/${id}`);

    expect(restored.json().draft).toEqual(BUILT_IN_PAGES.about);
    expect(await shown('about')).toBe('We sell rings.');
    expect([deleted.statusCode, deleted.json().code]).toEqual([409, 'page_built_in']);
  });
});

describe('a page of the owner', () => {
  test('is public from its publication on, a draft is not', async () => {
    const { id } = (await create('gift-wrapping')).json();
    expect(await shown('gift-wrapping')).toBe(404);

    await publish(id, 1);
    expect((await guest.get('/api/pages/gift-wrapping')).json()).toEqual({ slug: 'gift-wrapping', ...text });

    await save(id, 2, { body: 'We wrap everything.' });
    expect(await shown('gift-wrapping')).toBe('We wrap gifts.');

    await publish(id, 3);
    expect(await shown('gift-wrapping')).toBe('We wrap everything.');
    expect((await guest.get('/api/pages')).json()).toContainEqual({ slug: 'gift-wrapping', title: text.title });
  });

  test('keeps every published version, and an older one can be restored as draft and published', async () => {
    const id = await aPublishedPage('care');
    await save(id, 2, { body: 'Second text.' });
    await publish(id, 3);

    const restored = await maya.post(`/api/admin/pages/${id}/versions/1/restoration`, { version: 4 });
    expect(restored.json()).toMatchObject({ draft: text, published: { number: 2, body: 'Second text.' } });
    await publish(id, 5);

    expect(await shown('care')).toBe(text.body);
    const versions = (await maya.get(`/api/admin/pages/${id}/versions`)).json();
    expect(versions).toMatchObject([
      { number: 3, publishedBy: 'Coral' },
      { number: 2, publishedBy: 'Coral' },
      { number: 1, publishedBy: 'Coral' },
    ]);
    expect((await maya.get(`/api/admin/pages/${id}/versions/2`)).json()).toMatchObject({ body: 'Second text.' });
  });

  test('has a history that the database does not let change', async () => {
    const id = await aPublishedPage('history');
    const change = sql.query(`update page_versions set body = 'x' where page_id = $1`, [id]);

    await expect(change).rejects.toThrow('immutable');
  });

  test('is not overwritten by a save or a publication from an older version', async () => {
    const id = await aPublishedPage('conflict');
    await save(id, 2, { body: 'Saved by Maya.' });

    const late = await coral.put(`/api/admin/pages/${id}/draft`, { ...text, body: 'Saved by Coral.', version: 2 });
    const published = await publish(id, 2);

    expect([late.statusCode, late.json().code]).toEqual([409, 'page_conflict']);
    expect(published.json().code).toBe('page_conflict');
    expect((await page(id)).draft.body).toBe('Saved by Maya.');
  });

  test('is published once by two concurrent requests', async () => {
    const { id } = (await create('twice')).json();

    const responses = await Promise.all([publish(id, 1), publish(id, 1)]);

    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect((await maya.get(`/api/admin/pages/${id}/versions`)).json()).toHaveLength(1);
  });

  test('does not change by a save of the text it already has', async () => {
    const id = await aPublishedPage('same');

    const saved = await save(id, 1, { body: `${text.body}\r\n` });

    expect(saved.json()).toMatchObject({ draft: null, version: 2 });
  });

  test('restores no version while it has another draft', async () => {
    const id = await aPublishedPage('busy');
    await save(id, 2, { body: 'Second text.' });

    const restored = await maya.post(`/api/admin/pages/${id}/versions/1/restoration`, { version: 3 });

    expect([restored.statusCode, restored.json().code]).toEqual([409, 'draft_exists']);
  });

  test('loses its draft when it is discarded, unless it was never published', async () => {
    const id = await aPublishedPage('discarded');
    await save(id, 2, { body: 'Second text.' });
    const never = (await create('never-published')).json().id;

    const discarded = await maya.delete(`/api/admin/pages/${id}/draft?version=3`);
    const refused = await maya.delete(`/api/admin/pages/${never}/draft?version=1`);

    expect(discarded.json()).toMatchObject({ draft: null, published: { body: text.body } });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'page_not_published']);
  });

  test('is gone after it was deleted, with its history', async () => {
    const id = await aPublishedPage('short-lived');

    expect((await maya.delete(`/api/admin/pages/${id}`)).statusCode).toBe(204);

    expect(await shown('short-lived')).toBe(404);
    expect((await sql.query('select from page_versions where page_id = $1', [id])).rowCount).toBe(0);
    expect((await maya.delete(`/api/admin/pages/${id}`)).statusCode).toBe(404);
  });

  test('has a unique slug, even when created twice concurrently', async () => {
    const responses = await Promise.all([create('unique'), create('unique')]);

    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
    expect(responses.find(({ statusCode }) => statusCode === 409)?.json().errors).toEqual([
      { field: 'slug', message: texts.slugTaken },
    ]);
    expect((await create('faq')).statusCode).toBe(409);
  });

  test.each([
    [{ slug: '' }, 'slug', texts.slugMissing],
    [{ slug: 'Gift Wrapping' }, 'slug', texts.badSlug],
    [{ slug: 'a/b' }, 'slug', texts.badSlug],
    [{ title: ' ' }, 'title', texts.titleMissing],
    [{ body: '' }, 'body', texts.textMissing],
    [{ body: 'x'.repeat(40_001) }, 'body', texts.textTooLong],
    [{ description: 'x'.repeat(321) }, 'description', texts.descriptionTooLong],
    [{ body: 'Tax is {{taxes}}.' }, 'body', texts.unknownPlaceholder('taxes')],
    [{ body: '{{#taxes}}Tax.{{/taxes}}' }, 'body', texts.unknownPlaceholder('taxes')],
    [{ body: 'Free from {{freeShippingOver}} on.' }, 'body', texts.placeholderNeedsSection('freeShippingOver')],
  ])('with %j is rejected with a field error', async (wrong, field, message) => {
    const response = await create('wrong', wrong);

    expect(response.statusCode).toBe(422);
    expect(response.json().errors[0]).toEqual({ field, message });
  });
});

describe('the nightly check of figures', () => {
  const check = async () => {
    await sql.query(`select graphile_worker.add_job('check_page_figures')`);
    await work();
  };

  test('lists a contradiction of a published page until the text or the setting is fixed', async () => {
    const id = await aPublishedPage('delivery');
    await save(id, 2, { body: 'Standard shipping costs $9.99. Our rings start at $45.' });
    await publish(id, 3);
    expect((await page(id)).findings).toEqual([]);

    await sql.query('update store_settings set standard_shipping_cents = 1200');
    await check();

    expect((await page(id)).findings).toEqual([
      { sentence: 'Standard shipping costs $9.99.', figure: '$9.99', setting: 'standardShipping', expected: '$12.00' },
    ]);
    const listed = (await maya.get('/api/admin/pages')).json();
    expect(listed.find((row: { id: string }) => row.id === id).findings).toBe(1);

    await save(id, 4, { body: 'Standard shipping costs {{standardShipping}}.' });
    await publish(id, 5);
    expect((await page(id)).findings).toEqual([]);

    await save(id, 6, { body: 'Standard shipping costs $5.' });
    await publish(id, 7);
    expect((await page(id)).findings).toHaveLength(1);
    await sql.query('update store_settings set standard_shipping_cents = 500');
    await check();
    expect((await page(id)).findings).toEqual([]);
  });
});
