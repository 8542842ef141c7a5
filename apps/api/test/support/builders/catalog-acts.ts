/** Random acts of staff on a small catalog of their own: what a form sends, for the dry run and for the act. */
import { randomBytes, randomUUID } from 'node:crypto';
import { AuditEntry } from '@shop/contracts/audit/schema';
import { AdminProduct, type ProductInput } from '@shop/contracts/catalog/admin-schema';
import { BulkEditProducts } from '@shop/contracts/catalog/bulk-edit-schema';
import type { TestStore } from '#test/harness.ts';
import { PASSWORD } from './account.ts';

type Owner = Awaited<ReturnType<TestStore['anAdmin']>>;
/** `which` chooses among the records of the world. */
export type Choice = { which: number; amount: number; flag: boolean };
export type Act = { method: 'post' | 'put' | 'delete'; url: string; payload?: object; dryPayload?: object };

const unique = () => randomBytes(5).toString('hex');
const at = <T>(list: T[], which: number) => list[which % Math.max(1, list.length)];

/** Products with carts, wishlists and alerts, and one record of each other kind. */
export async function aWorld(shop: TestStore, owner: Owner, plans: { price: number; units: number; sized: boolean }[]) {
  const { sql } = shop;
  const created = async (url: string, payload: object) => {
    const response = await owner.post(url, payload, { 'idempotency-key': randomUUID() });
    if (response.statusCode !== 201) throw new Error(response.body);
    return response.json();
  };
  const categories: { id: string; name: string }[] = [];
  for (const name of ['Rings', 'Lamps', 'Vases'])
    categories.push(await created('/api/admin/categories', { name: `${name} ${unique()}` }));
  const brands: { id: string; name: string }[] = [];
  for (const name of ['Nocturne', 'Aurora'])
    brands.push(await created('/api/admin/brands', { name: `${name} ${unique()}` }));

  const products: AdminProduct[] = [];
  for (const { price, units, sized } of plans) {
    const draft: ProductInput = {
      name: `Moon Ring ${unique()}`,
      description: 'A ring like the moon.',
      price,
      category: categories[0]?.name ?? '',
      brand: brands[0]?.name ?? '',
      images: ['/media/moon-1/960.webp'],
      ...(sized ? sizes(units) : { quantity: units }),
    };
    products.push(AdminProduct.parse(await created('/api/products', draft)));
  }
  await holdProducts(shop, products);

  const person = await shop.aShopper({ name: `Mia ${unique()}` });
  await sql.query(
    `insert into sessions (user_id, token, expires_at) values ($1, $2, now() + interval '1 day'), ($1, $3, now())`,
    [person.id, unique(), unique()],
  );
  const rules = [{ field: 'category', operator: 'is', value: categories[0]?.id }];
  const collections = [
    await created('/api/admin/collections', { name: unique(), kind: 'manual', sort: 'manual', status: 'published' }),
    await created('/api/admin/collections', {
      name: unique(),
      kind: 'rules',
      sort: 'newest',
      status: 'draft',
      match: 'all',
      rules,
    }),
  ];
  const page = await created('/api/admin/pages', { slug: unique(), title: 'Gifts', description: '', body: 'We wrap.' });
  const code = await created('/api/admin/discount-codes', { code: `GIFT-${unique()}`.toUpperCase(), ...TERMS });
  await shop.work();
  const imports: string[] = [];
  const ids = (records: { id: string }[]) => records.map(({ id }) => id);
  return {
    shop,
    owner,
    products: ids(products),
    /** Of products that one row of a file describes. */
    slugs: products.filter(({ options }) => options.length === 0).map(({ slug }) => slug),
    variants: products.flatMap(({ variants }) => ids(variants)),
    categories,
    brands: ids(brands),
    brandName: brands[0]?.name ?? '',
    collections: ids(collections),
    pages: [String(page.id)],
    codes: [String(code.id)],
    people: [person.id],
    imports,
  };
}
type World = Awaited<ReturnType<typeof aWorld>>;

const sizes = (units: number) => ({
  options: [{ name: 'Size', values: ['S', 'M'] }],
  variants: [
    { options: { Size: 'S' }, quantity: units },
    { options: { Size: 'M' }, quantity: 1, priceDifference: 5 },
  ],
});
const TERMS = {
  title: '',
  description: '',
  percent: 100,
  startsAt: null,
  endsAt: null,
  usageLimit: 100,
  perUserLimit: null,
};

/** Two carts, a wishlist and an alert for each variant or product. */
async function holdProducts({ aShopper, sql }: TestStore, products: AdminProduct[]) {
  const holder = await aShopper();
  await sql.query('insert into wishlist_items (user_id, product_id) select $1, unnest($2::uuid[])', [
    holder.id,
    products.map(({ id }) => id),
  ]);
  const variants = products.flatMap((product) => product.variants.map(({ id }) => id));
  for (const shopper of [holder, await aShopper()])
    await sql.query(
      `with cart as (insert into carts (user_id) values ($1) returning id)
       insert into cart_lines (cart_id, variant_id, quantity, last_shown_price_cents)
       select cart.id, variant_id, 1, 100 from cart, unnest($2::uuid[]) variant_id`,
      [shopper.id, variants],
    );
  await sql.query(`insert into waitlist (variant_id, email) select unnest($1::uuid[]), 'ada@example.com'`, [variants]);
}

/** Undefined where the world has nothing to act on. */
type Acts = Record<string, (world: World, choice: Choice) => Promise<Act | undefined>>;

export const ACTS: Acts = {
  async bulkEdit({ owner, products, categories }, { which, amount, flag }) {
    const query = products.map((id) => `id=${id}`).join('&');
    const listed = BulkEditProducts.parse((await owner.get(`/api/admin/products/for-edit?${query}`)).json()).products;
    const changes = listed
      .filter((_, place) => flag || place === which % listed.length)
      .map(({ id, version, price, quantity, hasOptions }) => ({
        id,
        version,
        ...(amount > 0 && { price: price + amount }),
        ...(amount < 0 && { salePrice: 0 }),
        ...(which === 3 && { status: 'archived' }),
        ...(which === 2 && { category: categories[1]?.name }),
        ...(!hasOptions && { quantity: { from: quantity, to: Math.max(0, quantity + amount) } }),
      }));
    return changes.length > 0 ? { method: 'post', url: '/api/admin/product-batches', payload: { changes } } : undefined;
  },
  async adjustStock({ variants }, { which, amount }) {
    const payload = { variantId: at(variants, which), delta: amount || 1, reason: 'Stock count' };
    return { method: 'post', url: '/api/admin/stock', payload };
  },
  deleteProduct: async ({ products }, { which }) => ({ method: 'delete', url: `/api/products/${at(products, which)}` }),
  mergeCategory: async ({ categories: [one, two] }) =>
    one && two && { method: 'post', url: `/api/admin/categories/${one.id}/merge`, payload: { into: two.id } },
  mergeBrand: async ({ brands: [one, two] }) => ({
    method: 'post',
    url: `/api/admin/brands/${one}/merge`,
    payload: { into: two },
  }),
  deleteCategory: async ({ categories }, { which }) => ({
    method: 'delete',
    url: `/api/admin/categories/${at(categories, which)?.id}`,
  }),
  deleteCollection: async ({ collections }, { which }) => ({
    method: 'delete',
    url: `/api/admin/collections/${at(collections, which)}`,
  }),
  deletePage: async ({ pages: [page] }) => ({ method: 'delete', url: `/api/admin/pages/${page}` }),
  async changeRole({ people: [person] }, { which }) {
    const role = at(['customer', 'manager', 'owner', 'support'], which);
    const url = `/api/admin/customers/${person}/role`;
    return { method: 'put', url, payload: { role, password: PASSWORD }, dryPayload: { role } };
  },
  endSessions: async ({ people: [person] }) => ({ method: 'delete', url: `/api/admin/customers/${person}/sessions` }),
  async createCode(_world, { amount, flag }) {
    const payload = { ...TERMS, code: `NEW-${unique()}`.toUpperCase(), percent: flag ? 100 : 20 + amount };
    return { method: 'post', url: '/api/admin/discount-codes', payload };
  },
  async saveCode({ codes: [code] }, { amount, flag }) {
    const payload = { ...TERMS, percent: flag ? 100 : 20 + amount, usageLimit: amount > 0 ? amount : null };
    return { method: 'put', url: `/api/admin/discount-codes/${code}`, payload };
  },
  switchCode: async ({ codes: [code] }, { flag }) => ({
    method: 'put',
    url: `/api/admin/discount-codes/${code}/active`,
    payload: { active: flag },
  }),
  async runImport(world, { which, amount }) {
    const { shop, owner, categories, brandName, slugs } = world;
    const line = (slug: string) =>
      [slug, 'Comet Ring', 'A ring.', 50 + amount, categories[1]?.name, brandName, '/media/a/960.webp', 3].join(',');
    const lines = [unique(), unique(), at(slugs, which) ?? unique()].map(line);
    const csv = ['Slug,Name,Description,Price,Category,Brand,Images,Quantity', ...lines].join('\n');
    const sent = await owner.post('/api/admin/product-imports?name=rings.csv', Buffer.from(csv), {
      'content-type': 'text/csv',
      'idempotency-key': randomUUID(),
    });
    await shop.work();
    world.imports.push(sent.json().id);
    return { method: 'post', url: `/api/admin/product-imports/${sent.json().id}/run` };
  },
  undoImport: async ({ imports }) =>
    imports.length > 0 ? { method: 'post', url: `/api/admin/product-imports/${imports.at(-1)}/undo` } : undefined,
  async undoEntry({ owner, products, collections, pages, codes, people }, { which }) {
    const entityId = at([...products, ...collections, ...pages, ...codes, ...people], which);
    const entries = AuditEntry.array().parse((await owner.get(`/api/admin/audit-log?entityId=${entityId}`)).json());
    const entry = entries.find(({ undo }) => undo === 'possible');
    if (!entry) return undefined;
    const url = `/api/admin/audit-log/${entry.id}/undo`;
    return { method: 'post', url, payload: { password: PASSWORD }, dryPayload: {} };
  },
};
