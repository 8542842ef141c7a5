import { TAXONOMY_MAX, type TaxonomyKind } from '@shop/contracts/catalog/constants';
import { taxonomyMessages } from '@shop/contracts/catalog/taxonomy-messages';
import { TaxonomyItem } from '@shop/contracts/catalog/taxonomy-schema';
import { describe, expect, test } from 'vitest';
import { UNKNOWN_ID } from '#test/ids.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
checkInvariantsAfterAll(shop);
const { sql, guest, aProduct, anAdmin, work } = shop;
const maya = await anAdmin({ role: 'manager' });

const create = (draft: object, path = 'categories') => maya.post(`/api/admin/${path}`, draft);
async function created(draft: object, path = 'categories') {
  const response = await create(draft, path);
  expect(response.statusCode, response.body).toBe(201);
  return TaxonomyItem.parse(response.json());
}
const editOf = ({
  id: _id,
  products: _products,
  mergingInto: _mergingInto,
  unreturnable: _unreturnable,
  image: _image,
  ...edit
}: TaxonomyItem) => edit;
/** The field of a product that names its category or brand. */
const labelled = (kind: TaxonomyKind, name: string) => (kind === 'category' ? { category: name } : { brand: name });
const productsOf = async (query: Record<string, string>) =>
  (await guest.get(`/api/products?${new URLSearchParams(query)}`)).json().map(({ slug }: { slug: string }) => slug);

describe.each([
  ['categories', 'category'],
  ['brands', 'brand'],
] as const)('the %s of a store', (path, kind) => {
  const label = (text: string) => `${text} of ${path}`;

  test('can be created, listed last, read and edited', async () => {
    const image = '/media/lamp-1/960.webp';
    const draft = { name: ` ${label('Lamps')} `, description: 'Light.', image, seoTitle: 'Crystal lamps' };
    const item = await created(draft, path);
    expect(item).toMatchObject({
      name: label('Lamps'),
      slug: `lamps-of-${path}`,
      image,
      version: 1,
      products: 0,
      mergingInto: null,
      unreturnable: false,
    });
    expect((await maya.get(`/api/admin/${path}`)).json().at(-1)).toEqual(item);

    const change = { ...editOf(item), description: 'Much light.', imageAlt: 'A lamp' };
    const saved = await maya.put(`/api/admin/${path}/${item.id}`, change);

    expect(saved.json()).toEqual({ ...item, description: 'Much light.', imageAlt: 'A lamp', version: 2 });
    expect((await maya.get(`/api/admin/${path}/${item.id}`)).json()).toEqual(saved.json());
    const listed = (await guest.get(`/api/products/${path}`)).json();
    expect(listed.at(-1)).toMatchObject({ id: item.id, seoTitle: 'Crystal lamps', seoDescription: '' });
  });

  test('have unique names and slugs, even when created twice concurrently', async () => {
    const draft = { name: label('Twice'), slug: `twice-${path}` };
    const responses = await Promise.all([create(draft, path), create(draft, path)]);
    const sameSlug = await create({ name: label('Another'), slug: `twice-${path}` }, path);

    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
    expect(responses.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      code: 'name_taken',
      errors: [{ field: 'name', message: taxonomyMessages[kind].nameTaken }],
    });
    expect(sameSlug.json()).toMatchObject({ code: 'slug_taken', errors: [{ field: 'slug' }] });
  });

  test('reject an edit that is based on an older version, and accept the same edit twice', async () => {
    const item = await created({ name: label('Versions') }, path);
    const put = (change: object) => maya.put(`/api/admin/${path}/${item.id}`, { ...editOf(item), ...change });

    const statuses = [
      (await put({ description: 'One' })).statusCode,
      (await put({ description: 'One' })).statusCode,
      (await put({ description: 'Two' })).statusCode,
    ];

    expect(statuses).toEqual([200, 200, 409]);
    expect((await maya.get(`/api/admin/${path}/${item.id}`)).json()).toMatchObject({ description: 'One', version: 2 });
  });

  test('keep their image when an edit has none, and lose it when the edit sets it to null', async () => {
    const item = await created({ name: label('Pictured'), image: '/media/lamp-1/960.webp' }, path);

    const kept = await maya.put(`/api/admin/${path}/${item.id}`, { ...editOf(item), description: 'Text' });
    const edit = { ...editOf(TaxonomyItem.parse(kept.json())), image: null };
    const removed = await maya.put(`/api/admin/${path}/${item.id}`, edit);

    expect([kept.json().image, removed.json().image]).toEqual(['/media/lamp-1/960.webp', null]);
  });

  test.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ name: 'two\nlines' }, 'name'],
    [{ name: 'Fine', slug: 'not fine' }, 'slug'],
    [{ name: 'Fine', image: 'http://localhost/a.png' }, 'image'],
    [{ name: 'Fine', seoTitle: 'x'.repeat(71) }, 'seoTitle'],
    [{ name: 'Fine', seoDescription: 'x'.repeat(161) }, 'seoDescription'],
  ])('reject %j with an error of the field', async (draft, field) => {
    const response = await create(draft, path);

    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toMatchObject([{ field }]);
  });

  test('are found by their previous name and slug, in lists and by address', async () => {
    const item = await created({ name: label('Earlier'), slug: `earlier-${path}` }, path);
    const { slug } = await aProduct(labelled(kind, label('Earlier')));
    await maya.put(`/api/admin/${path}/${item.id}`, { ...editOf(item), name: label('Later'), slug: '' });

    expect(await productsOf({ [kind]: label('Later') })).toEqual([slug]);
    expect(await productsOf({ [kind]: label('Earlier') })).toEqual([slug]);
    for (const address of [label('Earlier'), `earlier-${path}`, `later-of-${path}`, label('Later')])
      expect((await guest.get(`/api/${path}/${encodeURIComponent(address)}`)).json()).toMatchObject({
        id: item.id,
        name: label('Later'),
      });
    expect((await guest.get(`/api/${path}/never`)).json()).toMatchObject({ code: `${kind}_not_found` });
  });

  test('can take the previous name of another, which then no longer redirects', async () => {
    const item = await created({ name: label('Taken') }, path);
    await maya.put(`/api/admin/${path}/${item.id}`, { ...editOf(item), name: label('Given'), slug: '' });

    const heir = await created({ name: label('Taken') }, path);

    const found = await guest.get(`/api/${path}/${encodeURIComponent(label('Taken'))}`);
    expect(found.json()).toMatchObject({ id: heir.id });
  });

  test('are found by search under their new name once the worker has indexed the products', async () => {
    const [before, after] = [`Oldlabel${kind}`, `Newlabel${kind}`];
    const item = await created({ name: before }, path);
    const { slug } = await aProduct(labelled(kind, before));

    await maya.put(`/api/admin/${path}/${item.id}`, { ...editOf(item), name: after, slug: '' });
    await work();

    expect(await productsOf({ q: after })).toEqual([slug]);
    expect(await productsOf({ q: before })).toEqual([]);
    const feed = (await guest.get('/feeds/products.xml')).body.split('<item>').find((part) => part.includes(slug));
    expect(feed).toContain(after);
  });

  test('change their order by a list of all ids, and reject an incomplete list', async () => {
    const ids = (await maya.get(`/api/admin/${path}`)).json().map(({ id }: TaxonomyItem) => id);
    const reversed = ids.toReversed();

    const saved = await maya.put(`/api/admin/${path}/positions`, { ids: reversed });
    const incomplete = await maya.put(`/api/admin/${path}/positions`, { ids: reversed.slice(1) });
    const unknown = await maya.put(`/api/admin/${path}/positions`, { ids: [...reversed.slice(1), UNKNOWN_ID] });

    expect(saved.json().map(({ id }: TaxonomyItem) => id)).toEqual(reversed);
    const shown = (await guest.get(`/api/products/${path}`)).json().map(({ id }: { id: string }) => id);
    expect(shown).toEqual(reversed);
    const twice = await maya.put(`/api/admin/${path}/positions`, { ids: [reversed[0], ...reversed.slice(0, -1)] });
    for (const response of [incomplete, unknown, twice])
      expect(response.json()).toMatchObject({ status: 409, code: 'list_changed' });
  });

  test('count published, draft and archived products', async () => {
    const name = label('Counted');
    for (const status of ['published', 'draft', 'archived'] as const)
      await aProduct({ ...labelled(kind, name), status });

    const listed: TaxonomyItem[] = (await maya.get(`/api/admin/${path}`)).json();

    expect(listed.find((item) => item.name === name)?.products).toBe(3);
  });

  test.each(['draft', 'archived', 'published', 'deleted'])(
    'cannot be deleted while a product uses them that is %s',
    async (status) => {
      const item = await created({ name: label(`Used by ${status}`) }, path);
      const { id } = await aProduct(labelled(kind, item.name));
      await sql.query('update products set status = $2 where id = $1', [id, status]);

      const response = await maya.delete(`/api/admin/${path}/${item.id}`);

      expect(response.json()).toMatchObject({ status: 409, code: 'in_use', message: taxonomyMessages[kind].inUse });
    },
  );

  test('cannot be deleted while a rule of a collection names them, and only rules about their kind can', async () => {
    const item = await created({ name: label('Ruled') }, path);
    const createRuled = (field: string) =>
      maya.post('/api/admin/collections', {
        name: label('Ruled'),
        kind: 'rules',
        status: 'draft',
        sort: 'newest',
        rules: [{ field, operator: 'is', value: item.id }],
      });
    const wrong = await createRuled(kind === 'category' ? 'brand' : 'category');
    expect(wrong.json()).toMatchObject({ status: 422, errors: [{ field: 'rules.0.value' }] });
    const { id } = (await createRuled(kind)).json();
    const remove = () => maya.delete(`/api/admin/${path}/${item.id}`);

    const rejected = await remove();

    expect(rejected.json()).toMatchObject({
      status: 409,
      code: 'in_use',
      message: taxonomyMessages[kind].inCollection,
    });
    await maya.delete(`/api/admin/collections/${id}`);
    expect((await remove()).statusCode).toBe(204);
  });

  test('can be deleted without products, once', async () => {
    const item = await created({ name: label('Unused') }, path);

    expect((await maya.delete(`/api/admin/${path}/${item.id}`)).statusCode).toBe(204);
    expect((await maya.delete(`/api/admin/${path}/${item.id}`)).statusCode).toBe(404);
    expect((await maya.get(`/api/admin/${path}/${item.id}`)).json()).toMatchObject({ code: `${kind}_not_found` });
  });
});

test('a store without categories and brands gets its first product', async () => {
  const owner = await anAdmin();
  const [category, brand] = [`First ${Date.now()}`, `Maker ${Date.now()}`];
  const product = {
    name: 'First Ring',
    description: 'A ring.',
    price: 12.5,
    category,
    brand,
    images: ['https://images.example.com/ring.jpg'],
  };
  expect((await owner.post('/api/products', product)).json()).toMatchObject({ errors: [{ field: 'category' }] });

  await created({ name: category });
  await created({ name: brand }, 'brands');

  expect((await owner.post('/api/products', product)).statusCode).toBe(201);
});

test('a product form that was opened before its category was renamed is saved under the new name', async () => {
  const item = await created({ name: 'Form before' });
  await created({ name: 'Form brand' }, 'brands');
  const draft = {
    name: 'Formed Ring',
    description: 'A ring.',
    price: 12.5,
    category: 'Form before',
    brand: 'Form brand',
    images: ['https://images.example.com/ring.jpg'],
  };
  await maya.put(`/api/admin/categories/${item.id}`, { ...editOf(item), name: 'Form after', slug: '' });

  expect((await maya.post('/api/products', draft)).json()).toMatchObject({ category: 'Form after' });
});

test('two categories that are created at once do not exceed the limit together', async () => {
  await sql.query(
    `insert into categories (name, slug)
     select 'Filler ' || n, 'filler-' || n
       from generate_series(1, $1::int - 1 - (select count(*)::int from categories)) n`,
    [TAXONOMY_MAX],
  );

  const responses = await Promise.all([create({ name: 'Last one' }), create({ name: 'One too many' })]);
  await sql.query(`delete from categories where name like 'Filler %'`);

  expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
  expect(responses.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ code: 'too_many' });
});
