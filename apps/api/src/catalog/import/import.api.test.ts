import { randomBytes, randomUUID } from 'node:crypto';
import { adminProductMessages } from '@shop/contracts/catalog/admin-messages';
import { AdminProduct, ProductChange, type ProductInput } from '@shop/contracts/catalog/admin-schema';
import { productImportMessages as messages } from '@shop/contracts/catalog/import-messages';
import { ImportProblem, ProductImport } from '@shop/contracts/catalog/import-schema';
import { OPTIONAL_TEXTS } from '@shop/contracts/catalog/product-fields';
import { recordOf } from '@shop/contracts/common/record-of';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvRow, parseCsv } from '#platform/csv.ts';
import { anOrder } from '#test/builders/an-order.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { propertyOptions, rounds } from '#test/property-runs.ts';
import { createTestStore } from '#test/test-store.ts';
import { runImport, undoImport } from './run-import.ts';

const shop = await createTestStore();
checkInvariantsAfterAll(shop);
const { db, sql, guest, aProduct, aShopper, anAdmin, work } = shop;
await aProduct();
const grace = await anAdmin({ name: 'Grace' });
type AdminClient = typeof grace;

const aSlug = () => `ring-${randomBytes(5).toString('hex')}`;
const RING = {
  Slug: '',
  Name: 'Moon Ring',
  Description: 'A ring like the moon.',
  Price: '120.00',
  'Sale price': '99.50',
  Category: 'Curiosities',
  Brand: 'House of Tests',
  Images: 'https://images.example.com/moon.jpg | /media/moon-1/960.webp',
  SKU: '',
  Quantity: '4',
};
type Cells = Record<string, string>;
const ring = (more: Cells = {}): Cells => ({ ...RING, Slug: aSlug(), ...more });
/** Rows with the same columns, as a CSV file. */
const fileOf = (lines: Cells[]) =>
  [Object.keys(lines[0] ?? {}), ...lines.map((line) => Object.values(line))].map((cells) => csvRow(cells)).join('');

const send = (csv: string | Buffer, { who = grace, key = randomUUID() }: { who?: AdminClient; key?: string } = {}) =>
  who.post('/api/admin/product-imports?name=rings.csv', Buffer.from(csv), {
    'content-type': 'text/csv',
    'idempotency-key': key,
  });
const readImport = async (id: string) =>
  ProductImport.parse((await grace.get(`/api/admin/product-imports/${id}`)).json());
const startAction = (id: string, action: 'run' | 'stop' | 'undo', who = grace) =>
  who.post(`/api/admin/product-imports/${id}/${action}`);
const problemsOf = async (id: string) =>
  ImportProblem.array().parse((await grace.get(`/api/admin/product-imports/${id}/problems`)).json());
const productAt = async (slug: string) => {
  const { rows } = await sql.query<{ id: string }>('select id from products where slug = $1', [slug]);
  return rows[0] && AdminProduct.parse((await grace.get(`/api/admin/products/${rows[0].id}`)).json());
};
const add = async (more: Partial<ProductInput> = {}) =>
  AdminProduct.parse(
    (
      await grace.post('/api/products', {
        name: 'Star Ring',
        slug: aSlug(),
        description: 'A ring like a star.',
        price: 80,
        category: 'Curiosities',
        brand: 'House of Tests',
        quantity: 5,
        images: ['/media/star-1/960.webp'],
        ...more,
      })
    ).json(),
  );
const SIZES = {
  options: [{ name: 'Size', values: ['S', 'M'] }],
  variants: [
    { options: { Size: 'S' }, quantity: 2 },
    { options: { Size: 'M' }, quantity: 3, priceDifference: 5 },
  ],
};
const inShop = async (slug: string) => (await guest.get(`/api/products/${slug}`)).statusCode;

/** Uploads the file and runs the check. */
async function check(csv: string, who = grace) {
  const response = await send(csv, { who });
  expect(response.statusCode, response.body).toBe(201);
  const { id } = response.json();
  await work();
  return readImport(id);
}
async function importCsv(csv: string, who = grace) {
  const { id } = await check(csv, who);
  expect((await startAction(id, 'run', who)).statusCode).toBe(200);
  await work();
  return readImport(id);
}
async function undo(id: string) {
  expect((await startAction(id, 'undo')).statusCode).toBe(200);
  await work();
  return readImport(id);
}
const exported = async (slug: string) => {
  const { body } = await grace.get(`/api/admin/products/export?q=${encodeURIComponent(slug)}`);
  return body;
};

describe('APRD-019 products as CSV', () => {
  test('are checked before anything is written; then only valid ones are imported, and errors listed', async () => {
    const lines = [ring(), ring({ Price: '0' }), ring(), ring({ Category: 'Nowhere' })];

    const checked = await check(fileOf(lines));

    expect(checked).toMatchObject({
      status: 'checked',
      rows: 4,
      products: 4,
      invalid: 2,
      ready: 2,
      newProducts: 2,
      imported: 0,
    });
    expect(await productAt(lines[0]?.Slug ?? '')).toBeUndefined();
    expect(await problemsOf(checked.id)).toEqual([
      { row: 3, slug: lines[1]?.Slug, message: adminProductMessages.priceTooLow },
      { row: 5, slug: lines[3]?.Slug, message: messages.unknownCategory('Nowhere') },
    ]);

    await startAction(checked.id, 'run');
    await work();

    expect(await readImport(checked.id)).toMatchObject({ status: 'imported', imported: 2, rejected: 0 });
    expect(await productAt(lines[0]?.Slug ?? '')).toMatchObject({
      name: 'Moon Ring',
      price: 120,
      salePrice: 99.5,
      quantity: 4,
      status: 'published',
      images: ['https://images.example.com/moon.jpg', '/media/moon-1/960.webp'],
    });
    expect(await inShop(lines[0]?.Slug ?? '')).toBe(200);
    expect(await productAt(lines[1]?.Slug ?? '')).toBeUndefined();
  });

  test('are exported by a filter, edited and imported again', async () => {
    const { id, slug, version, variants } = await add({ name: `Comet ${aSlug()}`, ...SIZES, tags: ['a', 'b|c'] });
    const { name } = (await productAt(slug)) ?? { name: '' };
    const file = await exported(name);
    expect(parseCsv(file)).toHaveLength(3);
    expect(await check(file)).toMatchObject({ products: 1, unchanged: 1, ready: 0, invalid: 0 });

    const { status, imported } = await importCsv(file.replace('80.00', '75.25').replace(',5.00,', ',6.50,'));

    expect({ status, imported }).toEqual({ status: 'imported', imported: 1 });
    expect(await productAt(slug)).toMatchObject({
      id,
      price: 75.25,
      version: version + 1,
      quantity: 5,
      tags: ['a', 'b|c'],
      variants: [
        { id: variants[0]?.id, priceDifference: 0, quantity: 2 },
        { id: variants[1]?.id, priceDifference: 6.5, quantity: 3 },
      ],
    });
  });

  test('of the sample catalog are unchanged after export and import', async () => {
    const { body, headers } = await grace.get('/api/admin/products/export?brand=Nocturne');
    expect(headers['content-type']).toContain('text/csv');

    const { products, unchanged, invalid } = await check(body);

    expect(products).toBeGreaterThan(3);
    expect({ unchanged, invalid }).toEqual({ unchanged: products, invalid: 0 });
  });

  test('with any texts are unchanged after export and import', async () => {
    const odd = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
      fc.constantFrom(
        '=1+1',
        '+49',
        '-cmd',
        '@SUM(A1)',
        "'=x",
        "''-y",
        '-12.5',
        'a,b;c',
        'say "hi"',
        'x\ny',
        'x\r\ny',
        'a|b\\',
        'a: b',
      ),
    );
    const textArbitrary = odd
      .map((text) => text.replaceAll('\0', '').trim())
      .filter((text) => text !== '' && text !== '__proto__');
    const product = fc.record({
      name: textArbitrary,
      description: textArbitrary,
      price: fc.integer({ min: 2, max: 100_000 }).map((cents) => cents / 100),
      tags: fc.uniqueArray(textArbitrary, { maxLength: 3 }),
      imageAlts: fc.tuple(fc.option(textArbitrary, { nil: '' })),
      specifications: fc.dictionary(textArbitrary, textArbitrary, { maxKeys: 3 }),
      values: fc.uniqueArray(textArbitrary, { minLength: 1, maxLength: 3 }),
      option: textArbitrary,
      status: fc.constantFrom('draft' as const, 'published' as const, 'archived' as const),
      stock: fc.boolean(),
    });
    const ids: string[] = [];
    await fc.assert(
      fc.asyncProperty(product, async ({ values, option, ...draft }) => {
        const response = await grace.post('/api/products', {
          ...draft,
          slug: aSlug(),
          category: 'Curiosities',
          brand: 'House of Tests',
          images: ['/media/odd-1/960.webp'],
          options: [{ name: option, values }],
          variants: values
            .toReversed()
            .map((value) => ({ options: { [option]: value }, quantity: 1, sku: randomUUID() })),
        });
        expect(response.statusCode, response.body).toBe(201);
        ids.push(response.json().id);
      }),
      propertyOptions(rounds(40, 1_000)),
    );
    await sql.query(
      `update products set brand_id = (select id from brands where name = 'Nocturne') where id = any ($1)`,
      [ids],
    );
    let file = '';
    for (const status of ['draft', 'published', 'archived']) {
      const { body } = await grace.get(
        `/api/admin/products/export?brand=Nocturne&category=Curiosities&status=${status}`,
      );
      file += file ? body.slice(body.indexOf('\n') + 1) : body;
    }

    const { id, products, unchanged } = await check(file);

    expect(await problemsOf(id)).toEqual([]);
    expect({ products, unchanged }).toEqual({ products: ids.length, unchanged: ids.length });
  });

  test.each(['=', '+', '-', '@', '\t', '\r'])('A19 escape a formula in a name that starts with %j', async (sign) => {
    const tail = aSlug();
    const { slug } = await add({ name: `x ${tail}` });
    await sql.query('update products set name = $2 where slug = $1', [slug, `${sign}cmd ${tail}`]);

    const [, line] = parseCsv(await exported(tail)) ?? [];

    expect(line?.cells[1]).toBe(`'${sign}cmd ${tail}`);
  });
});

describe('an import file', () => {
  test.each([
    ['that is not text', Buffer.from([0x50, 0x4b, 0x03, 0x04, 0xff, 0xfe]), messages.notText],
    ['in UTF-16', Buffer.from('Slug,Price\nx,1', 'utf16le'), messages.notText],
    ['with an unclosed quotation mark', 'Slug,Name\nx,"open', messages.unreadable(2)],
    ['with an unknown column', 'Slug,Prise\nx,1', messages.unknownColumn('Prise')],
    ['with a duplicate column', 'Slug,Price,price\nx,1,1', messages.columnTwice('Price')],
    ['without a slug or name column', 'Price\n1', messages.noSlugColumn],
    ['without rows', 'Slug,Price\n', messages.empty],
    ['that is empty', '', messages.noSlugColumn],
    ['with too many rows', `Slug\n${'x\n'.repeat(100_001)}`, messages.tooManyRows],
  ])('%s is rejected at once and not stored', async (_what, file, message) => {
    const { rows: before } = await sql.query('select count(*)::int from product_imports');

    const response = await send(file);

    expect(response.json()).toMatchObject({ status: 422, message });
    expect((await sql.query('select count(*)::int from product_imports')).rows).toEqual(before);
  });

  test('sent twice with one idempotency key is one import, and another file with that key is rejected', async () => {
    const [file, key] = [fileOf([ring()]), randomUUID()];

    const responses = await Promise.all([send(file, { key }), send(file, { key })]);

    expect(responses[0]?.body).toBe(responses[1]?.body);
    expect((await send(fileOf([ring()]), { key })).json()).toMatchObject({ status: 422, code: 'key_reused' });
    const { rows } = await sql.query(`select count(*)::int from product_imports where status = 'receiving'`);
    expect(rows).toEqual([{ count: 0 }]);
  });

  test('from Excel is accepted with a BOM, semicolons and decimal commas', async () => {
    const slug = aSlug();
    const cells = Object.entries(ring({ Slug: slug, Price: '1299,5', 'Sale price': '' }));
    const file = `\uFEFF${cells.map(([name]) => name.toUpperCase()).join(';')}\r\n${cells.map(([, cell]) => cell).join(';')}\r\n`;

    expect(await importCsv(file)).toMatchObject({ status: 'imported', imported: 1 });

    expect(await productAt(slug)).toMatchObject({ price: 1299.5, salePrice: 0 });
  });

  test.each([messages.columns.imageAlts, 'Image texts'])('can name the column of alt texts “%s”', async (name) => {
    const slug = aSlug();

    await importCsv(fileOf([ring({ Slug: slug, [name]: 'A ring | The moon' })]));

    expect(await productAt(slug)).toMatchObject({ imageAlts: ['A ring', 'The moon'] });
  });

  test('sets page title and other optional texts, which a file without these columns leaves unchanged', async () => {
    const slug = aSlug();
    const texts = recordOf(OPTIONAL_TEXTS, (name) => `${name}, "by hand"`);
    const cells = Object.fromEntries(OPTIONAL_TEXTS.map((name) => [messages.columns[name], texts[name]]));
    const seo = { 'Page title': texts.seoTitle, 'Meta description': texts.seoDescription };

    await importCsv(fileOf([ring({ Slug: slug, ...cells, ...seo })]));
    await importCsv(`Slug,Price\n${slug},121\n`);

    expect(await productAt(slug)).toMatchObject({ price: 121, ...texts });
    const { body } = await grace.get(`/api/admin/products/export?q=${slug}`);
    expect(await check(body)).toMatchObject({ products: 1, unchanged: 1 });
  });

  test('is rejected from another origin', async () => {
    const response = await guest.post('/api/admin/product-imports', Buffer.from('Slug\nx'), {
      ...grace.headers,
      origin: 'https://evil.example',
      'content-type': 'text/csv',
    });

    expect(response.statusCode).toBe(403);
  });
});

describe('an import row', () => {
  const sized = (slug: string, value: string, more: Cells = {}) => ({
    ...ring({ Slug: slug }),
    'Option 1 name': 'Size',
    'Option 1 value': value,
    ...more,
  });

  test('is a variant; consecutive rows with one slug are one product', async () => {
    const slug = aSlug();
    const blank = Object.fromEntries(Object.keys(RING).map((name) => [name, '']));
    const lines = [
      sized(slug, 'S', { Quantity: '2' }),
      sized(slug, 'M', { ...blank, Slug: slug, Quantity: '3', 'Option 1 name': '' }),
      sized('', 'L', { ...blank, SKU: `${slug}-LARGE`, 'Option 1 name': '' }),
    ];

    expect(await importCsv(fileOf(lines))).toMatchObject({ rows: 3, products: 1, imported: 1 });

    expect(await productAt(slug)).toMatchObject({
      options: [{ name: 'Size', values: ['S', 'M', 'L'] }],
      variants: [
        { options: { Size: 'S' }, quantity: 2, sku: `${slug.toUpperCase()}-S` },
        { options: { Size: 'M' }, quantity: 3 },
        { options: { Size: 'L' }, quantity: 0, sku: `${slug}-LARGE` },
      ],
    });
  });

  test('without a slug gets one from its name, and matches the same product the next time', async () => {
    const name = `Ring of ${aSlug()}`;
    const lines = [ring({ Slug: '', Name: name })];
    await importCsv(fileOf(lines));

    expect(await check(fileOf(lines))).toMatchObject({ newProducts: 0, unchanged: 1 });
  });

  test('changes only the columns of the file, and adds variants to the existing ones', async () => {
    const before = await add(SIZES);
    const file = `Slug,Option 1 name,Option 1 value,Quantity\n${before.slug},Size,L,7\n${before.slug},Size,S,99\n`;

    await importCsv(file);

    const now = await productAt(before.slug);
    expect(now).toMatchObject({ name: before.name, price: 80, images: before.images });
    expect(now?.variants.map(({ options, quantity }) => [options.Size, quantity])).toEqual([
      ['S', 2],
      ['M', 3],
      ['L', 7],
    ]);
  });

  test('without variant cells leaves the variants unchanged', async () => {
    const { slug, variants } = await add(SIZES);

    await importCsv(`Slug,Price,SKU,Price difference,Option 1 name\n${slug},81,,,\n`);

    expect(await productAt(slug)).toMatchObject({ price: 81, variants });
  });

  test('restores an archived variant with its remaining stock, whatever its quantity cell says', async () => {
    const { id, slug, variants, ...rest } = await add(SIZES);
    const { status: _, quantity: __, version, createdAt, updatedAt, inStock, imageAlts, ...draft } = rest;
    const [small] = variants;
    await grace.put(`/api/products/${id}`, {
      ...draft,
      options: [{ name: 'Size', values: ['S'] }],
      variants: [{ id: small?.id, options: small?.options }],
    });
    expect((await productAt(slug))?.variants).toHaveLength(1);

    await importCsv(`Slug,Option 1 name,Option 1 value,Quantity\n${slug},Size,M,50\n`);

    expect((await productAt(slug))?.variants).toMatchObject([{ quantity: 2 }, { id: variants[1]?.id, quantity: 3 }]);
  });

  test.each<[string, Cells[], number, string | RegExp]>([
    ['a numeric price', [ring({ Price: '$12' })], 2, messages.notANumber('Price')],
    ['a whole quantity', [ring({ Quantity: '1.5' })], 2, messages.quantityNotWhole],
    ['no negative quantity', [ring({ Quantity: '-1' })], 2, adminProductMessages.quantityNegative],
    ['a name', [ring({ Name: ' ' })], 2, adminProductMessages.nameRequired],
    ['an existing brand', [ring({ Brand: 'Unknown' })], 2, messages.unknownBrand('Unknown')],
    ['images on a public site', [ring({ Images: 'http://10.0.0.1/x.jpg' })], 2, adminProductMessages.imageNotAllowed],
    ['a known status', [ring({ Status: 'sold' })], 2, messages.unknownStatus],
    ['yes or no as in stock', [ring({ 'In stock': 'maybe' })], 2, messages.unknownSwitch],
    ['specifications with a name', [ring({ Specifications: 'Moonstone' })], 2, messages.badSpecification('Moonstone')],
    ['a valid slug', [ring({ Slug: 'a ring!' })], 2, adminProductMessages.slugInvalid],
    ['a slug or a name', [ring({ Slug: '', Name: '' })], 2, messages.noSlug],
    ['a name that yields a slug', [ring({ Slug: '', Name: '月の指輪' })], 2, messages.noSlugInName],
    [
      'one value for each option',
      [sized('one-value', 'S'), sized('one-value', '')],
      2,
      adminProductMessages.variantMismatch,
    ],
    ['unique option values', [sized('own-value', 'S'), sized('own-value', 'S')], 2, adminProductMessages.variantTwice],
    [
      'a slug used once',
      [sized('up', 'S'), ring(), sized('up', 'M')].map((line) => ({ ...sized('', ''), ...line })),
      4,
      messages.slugTwice(2),
    ],
    ['a SKU used once', [ring({ SKU: 'ONE-SKU' }), ring({ SKU: 'ONE-SKU' })], 3, messages.skuTwice('ONE-SKU', 2)],
    [
      'no more than a hundred variants',
      Array.from({ length: 101 }, (_, place) => sized('many', `${place}`)),
      2,
      messages.tooManyVariants,
    ],
  ])('must have %s', async (_what, lines, row, message) => {
    const { id } = await check(fileOf(lines));

    expect(await problemsOf(id)).toContainEqual(expect.objectContaining({ row, message }));
  });

  test('reports all its errors at once', async () => {
    const wrong = { Name: '', Price: '$12', Quantity: '1.5', Category: 'Nowhere', Brand: 'Unknown', Status: 'sold' };

    const { id } = await check(fileOf([ring(wrong)]));

    expect((await problemsOf(id)).map(({ row, message }) => [row, message])).toEqual(
      expect.arrayContaining([
        [2, messages.notANumber('Price')],
        [2, messages.quantityNotWhole],
        [2, messages.unknownStatus],
        [2, adminProductMessages.nameRequired],
        [2, messages.unknownCategory('Nowhere')],
        [2, messages.unknownBrand('Unknown')],
      ]),
    );
    expect(await problemsOf(id)).toHaveLength(6);
  });

  test('must have a SKU that no other product has, and no previous slug of another product', async () => {
    const { id, slug, variants, ...rest } = await add();
    const { price, category, brand, images, description } = rest;
    const sku = variants[0]?.sku ?? '';
    await grace.put(`/api/products/${id}`, {
      name: 'Moved',
      slug: aSlug(),
      price,
      category,
      brand,
      images,
      description,
    });

    const checked = await check(fileOf([ring({ SKU: sku }), ring({ Slug: slug })]));

    expect((await problemsOf(checked.id)).map(({ message }) => message)).toEqual([
      messages.skuTaken(sku),
      messages.slugOfOther,
    ]);
  });
});

describe('a staff member without permission to write stock', () => {
  const carol = anAdmin({ role: 'content' });

  test('cannot set opening stock by an import, of their own file or another one', async () => {
    const who = await carol;
    const [filled, empty] = [ring(), ring({ Quantity: '' })];

    const checked = await check(fileOf([filled, empty]), who);

    expect(checked).toMatchObject({ invalid: 1, ready: 1 });
    expect(await problemsOf(checked.id)).toMatchObject([{ row: 2, message: messages.noOpeningStock }]);
    expect((await startAction(checked.id, 'run', who)).statusCode).toBe(200);
    const { id } = await check(fileOf([ring()]));
    expect((await startAction(id, 'run', who)).statusCode).toBe(403);
    await work();
    expect((await productAt(empty.Slug ?? ''))?.quantity).toBe(0);
  });
});

describe('an import', () => {
  test('rejects products that changed since the check, and imports the rest', async () => {
    const [changed, other] = [await add(), await add()];
    const [taken, free] = [ring(), ring()];
    const columns = Object.keys(taken);
    const lines = [changed, other].map(({ slug, variants }) => ({ ...RING, Slug: slug, SKU: variants[0]?.sku ?? '' }));
    const { id } = await check(fileOf([...lines, taken, free]));
    expect(columns).toEqual(Object.keys(lines[0] ?? {}));
    const { description, category, brand, images } = changed;
    await grace.put(`/api/products/${changed.id}`, {
      name: 'Mine',
      price: 1,
      description,
      category,
      brand,
      images,
      slug: changed.slug,
    });
    await add({ slug: taken.Slug });

    await startAction(id, 'run');
    await work();

    expect(await readImport(id)).toMatchObject({ status: 'imported', imported: 2, rejected: 2 });
    expect((await problemsOf(id)).map(({ row, message }) => [row, message])).toEqual([
      [2, messages.changedSince],
      [4, messages.addedSince],
    ]);
    expect(await productAt(changed.slug)).toMatchObject({ name: 'Mine', price: 1 });
    expect(await productAt(other.slug)).toMatchObject({ name: 'Moon Ring' });
    expect(await inShop(free.Slug ?? '')).toBe(200);
  });

  test('with the same SKU once derived and once explicit imports only one of the two products', async () => {
    const slug = aSlug();
    const { id } = await check(fileOf([ring({ Slug: slug }), ring({ SKU: slug.toUpperCase() })]));

    await startAction(id, 'run');
    await work();

    expect(await readImport(id)).toMatchObject({ status: 'imported', imported: 1, rejected: 1 });
  });

  test('has audit entries for itself and for each product, with the staff member who started it', async () => {
    const { slug } = await add();
    const { id } = await importCsv(`Slug,Price\n${slug},82\n`);

    const product = await productAt(slug);
    const history = ProductChange.array().parse((await grace.get(`/api/admin/products/${product?.id}/history`)).json());
    expect(history[0]).toMatchObject({
      action: 'product.update',
      who: 'Grace',
      before: { price: 80 },
      after: { price: 82, import: id },
    });
    const { rows } = await sql.query(
      `select action from audit_log where entity = 'product_import' and entity_id = $1 order by id`,
      [id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['import.upload', 'import.start']);
  });

  test('whose worker crashes after any statement resumes, and processes nothing twice', async () => {
    const { slug } = await add();
    const lines = Array.from({ length: 120 }, () => ring({ Quantity: '1' }));
    const { id } = await check(fileOf([...lines, ring({ Slug: slug, Name: 'Star Ring' })]));
    await startAction(id, 'run');
    await sql.query(`delete from graphile_worker._private_jobs where key = $1`, [`run_product_import:${id}`]);

    // To the database, a killed process is a connection that breaks at the n-th statement.
    let runs = 0;
    for (let statementLimit = 3; (await readImport(id)).status !== 'imported'; statementLimit += 11) {
      await runImport(breaking(statementLimit), id).catch(() => {});
      runs += 1;
    }

    expect(runs).toBeGreaterThan(3);
    expect(await readImport(id)).toMatchObject({ status: 'imported', imported: 121, rejected: 0 });
    const { rows } = await sql.query(
      `select count(*)::int as products, sum(k.received)::int as units,
              (select count(*)::int from stock_movements m join variants v on v.id = m.variant_id
                where v.product_id = any (array_agg(p.id))) as movements
         from products p join stock k on k.product_id = p.id where slug = any ($1)`,
      [lines.map((line) => line.Slug)],
    );
    expect(rows).toEqual([{ products: 120, units: 120, movements: 120 }]);
    const { rows: auditRows } = await sql.query(`select count(*)::int from audit_log where after ->> 'import' = $1`, [
      id,
    ]);
    expect(auditRows).toEqual([{ count: 121 }]);
  });

  test('that two workers run at once processes nothing twice', async () => {
    const { id } = await check(fileOf(Array.from({ length: 60 }, () => ring())));
    await startAction(id, 'run');

    // A worker that waits too long for the lock fails; the queue would retry its job.
    await Promise.allSettled([runImport(db, id), runImport(db, id)]);
    await work();

    expect(await readImport(id)).toMatchObject({ status: 'imported', imported: 60, rejected: 0 });
  });

  test('can be stopped and resumed, and is started only in a valid state', async () => {
    const { id } = await check(fileOf(Array.from({ length: 3 }, () => ring())));
    expect((await startAction(id, 'stop')).statusCode).toBe(409);
    expect((await startAction(id, 'undo')).statusCode).toBe(409);
    await startAction(id, 'run');
    expect((await startAction(id, 'run')).json()).toMatchObject({ status: 'importing' });
    expect((await startAction(id, 'stop')).json()).toMatchObject({ status: 'stopped', imported: 0 });
    await work();
    expect(await readImport(id)).toMatchObject({ status: 'stopped', imported: 0 });

    await startAction(id, 'run');
    await work();

    expect(await readImport(id)).toMatchObject({ status: 'imported', imported: 3 });
    expect((await startAction(id, 'run')).statusCode).toBe(409);
    expect((await startAction(randomUUID(), 'run')).statusCode).toBe(404);
  });

  test('is listed newest first, with its errors as CSV', async () => {
    const { id } = await check(fileOf([ring({ Price: '0' })]));

    const list = ProductImport.array().parse((await grace.get('/api/admin/product-imports')).json());
    const table = await grace.get(`/api/admin/product-imports/${id}/problems/export`);

    expect(list[0]).toMatchObject({ id, fileName: 'rings.csv', who: 'Grace', invalid: 1, undoableUntil: null });
    expect(parseCsv(table.body)?.map(({ cells }) => cells)).toEqual([
      [messages.row, messages.slug, messages.problem],
      ['2', expect.stringMatching(/^ring-/), adminProductMessages.priceTooLow],
    ]);
  });

  test('lists its errors page by page', async () => {
    const { id } = await check(fileOf(Array.from({ length: 60 }, () => ring({ Price: '0' }))));

    const first = await grace.get(`/api/admin/product-imports/${id}/problems`);
    const next = /<\/api([^>]+)>/.exec(String(first.headers.link))?.[1];
    const second = await grace.get(`/api${next}`);

    expect(first.json()).toHaveLength(50);
    expect(second.json().map(({ row }: ImportProblem) => row)).toEqual(
      Array.from({ length: 10 }, (_, place) => place + 52),
    );
    expect(second.headers.link).toBeUndefined();
  });
});

describe('undoing an import', () => {
  test('deletes added products and reverts changed ones; sales, stock and later edits stay', async () => {
    const ada = await aShopper();
    const changed = await add({ quantity: 9 });
    const line = ring({ Quantity: '6' });
    const { id } = await importCsv(
      fileOf([line, { ...line, Slug: changed.slug, SKU: changed.variants[0]?.sku ?? '' }]),
    );
    const added = await productAt(line.Slug ?? '');
    for (const product of [added, await productAt(changed.slug)])
      await anOrder(db, { of: ada, items: [{ variantId: product?.variants[0]?.id ?? '', quantity: 2 }] });
    const edited = await grace.put(`/api/products/${changed.id}`, {
      ...(({ name, description, price, salePrice, category, brand, images, slug }) => ({
        name,
        description,
        price,
        salePrice,
        category,
        brand,
        images,
        slug,
      }))((await productAt(changed.slug)) ?? changed),
      tags: ['mine'],
    });
    expect(edited.statusCode, edited.body).toBe(200);

    expect(await undo(id)).toMatchObject({ status: 'undone', undone: 2, undoSkipped: 0, undoableUntil: null });

    expect(await inShop(line.Slug ?? '')).toBe(404);
    expect(await productAt(line.Slug ?? '')).toMatchObject({ status: 'deleted', quantity: 4 });
    expect(await productAt(changed.slug)).toMatchObject({
      name: 'Star Ring',
      price: 80,
      salePrice: 0,
      tags: ['mine'],
      quantity: 7,
    });
  });

  test('skips a product whose changed fields were edited since, and reports it', async () => {
    const { id: productId, slug, description, category, brand, images } = await add();
    const { id } = await importCsv(`Slug,Price\n${slug},82\n`);
    await grace.put(`/api/products/${productId}`, {
      name: 'Star Ring',
      slug,
      price: 83,
      description,
      category,
      brand,
      images,
    });

    expect(await undo(id)).toMatchObject({ status: 'undone', undone: 0, undoSkipped: 1 });

    expect(await problemsOf(id)).toMatchObject([{ row: 2, message: adminProductMessages.undoConflict }]);
    expect(await productAt(slug)).toMatchObject({ price: 83 });
  });

  test('and importing the same file again restores its products', async () => {
    const line = ring();
    const { id } = await importCsv(fileOf([line]));
    await undo(id);

    expect(await importCsv(fileOf([line]))).toMatchObject({ newProducts: 0, imported: 1 });

    expect(await productAt(line.Slug ?? '')).toMatchObject({ status: 'published', quantity: 4 });
    expect(await inShop(line.Slug ?? '')).toBe(200);
  });

  test('resumes after its worker crashes', async () => {
    const { id } = await importCsv(fileOf(Array.from({ length: 6 }, () => ring())));
    await startAction(id, 'undo');
    await sql.query(`delete from graphile_worker._private_jobs where key = $1`, [`undo_product_import:${id}`]);

    for (let statementLimit = 3; (await readImport(id)).status !== 'undone'; statementLimit += 7)
      await undoImport(breaking(statementLimit), id).catch(() => {});

    expect(await readImport(id)).toMatchObject({ undone: 6, undoSkipped: 0 });
    const { rows } = await sql.query(
      `select count(*)::int from audit_log where action = 'product.undo' and entity_id in
         (select product_id::text from product_import_items where import_id = $1)`,
      [id],
    );
    expect(rows).toEqual([{ count: 6 }]);
  });

  test('is possible for 30 days; then the uploaded rows are deleted, and the import is still listed', async () => {
    const { id } = await importCsv(fileOf([ring()]));
    const age = (days: number) =>
      sql.query(`update product_imports set started_at = now() - make_interval(days => $2) where id = $1`, [id, days]);
    await age(29);
    expect((await readImport(id)).undoableUntil).not.toBeNull();
    await age(30);

    expect((await startAction(id, 'undo')).json()).toMatchObject({ status: 409, message: messages.undoExpired });
    expect((await readImport(id)).undoableUntil).toBeNull();

    await age(32);
    await sql.query(`select graphile_worker.add_job('delete_old_product_imports')`);
    await work();
    expect((await sql.query('select from product_import_items where import_id = $1', [id])).rowCount).toBe(0);
    expect(await readImport(id)).toMatchObject({ imported: 1 });
  });
});

const STATEMENTS = new Set<string | symbol>(['run', 'together', 'execute', 'select', 'insert', 'update', 'delete']);

/** The database over a connection that breaks after this many statements. */
function breaking(statementLimit: number): typeof db {
  let statements = statementLimit;
  const cuttable = <T extends object>(thing: T): T =>
    new Proxy(thing, {
      get(target, name) {
        const value = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          if (name === 'transaction')
            return Reflect.apply(value, target, [
              (tx: object) => Reflect.apply(args[0] as (tx: object) => unknown, undefined, [cuttable(tx)]),
              ...args.slice(1),
            ]);
          if (STATEMENTS.has(name)) statements -= 1;
          if (statements < 0) throw new Error('The connection was cut.');
          return Reflect.apply(value, target, args);
        };
      },
    });
  return cuttable(db);
}
