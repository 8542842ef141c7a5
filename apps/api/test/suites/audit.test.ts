import { randomUUID } from 'node:crypto';
import { OnlineStore } from '@shop/contracts/content/online-store-schema';
import { DryRun } from '@shop/contracts/effects/schema';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { DRY_RUN_PATH } from '#platform/http/dry-run.ts';
import { PASSWORD } from '#test/builders/account.ts';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { aStoredReturn } from '#test/builders/returns/a-return.ts';
import { fingerprintWithoutCounts } from '#test/fingerprint.ts';
import { isPermission } from '#test/requests/calls.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
const { app, db, sql, aShopper, anAdmin } = shop;
const ada = await aShopper();

async function aReturnOfAda(status: 'requested' | 'authorized' | 'received' | 'shipped', outcome?: 'exchange') {
  const { variantId } = await aVariant(shop);
  const order = await anOrder(db, { of: ada, items: [{ variantId, quantity: 1 }], status: 'delivered' });
  return aStoredReturn(shop, order, status, outcome);
}

async function orderOfAda() {
  const { variantId } = await aVariant(shop);
  return anOrder(db, { of: ada, items: [{ variantId, quantity: 1 }] });
}

/** With 2 units, so that one of them can be shipped without a change of the status. */
async function processingOrderOfAda() {
  const { variantId } = await aVariant(shop);
  const { id } = await anOrder(db, { of: ada, items: [{ variantId, quantity: 2 }], status: 'processing' });
  return { id, orderItemId: await idOf('select id from order_lines where order_id = $1', [id]) };
}

const idOf = async (text: string, values: unknown[] = []) => String((await sql.query(text, values)).rows[0].id);
const aTicket = () =>
  idOf(`insert into support_tickets (name, email, subject) values ('Ada', 'ada@example.com', 'A ring') returning id`);
const aReview = async (status = 'pending') =>
  idOf(
    `insert into reviews (product_id, user_name, rating_halves, comment, status)
     values ($1, 'Ada', 9, 'It sparkles.', $2) returning id`,
    [(await aVariant(shop)).productId, status],
  );
const aDiscountCode = () =>
  idOf(`insert into discount_codes (code, percent_bp) values (upper(md5(random()::text)), 1000) returning id`);
const anImport = (status: string) =>
  idOf(
    `insert into product_imports (file_name, status, can_set_opening_stock, products, ready, started_at)
     values ('rings.csv', $1, true, 1, 1, now()) returning id`,
    [status],
  );
async function aFailedJob() {
  const id = await idOf(`select id from graphile_worker.add_job('unknown_task')`);
  return idOf('update graphile_worker._private_jobs set attempts = max_attempts where id = $1 returning id', [id]);
}
/** A captured payment without an order. */
async function anOrphanedPayment() {
  const { checkoutId } = await orderOfAda();
  return idOf(
    `insert into payments (checkout_id, provider, provider_order_id, provider_payment_id, amount_minor, currency, rate, status)
     values ($1, 'razorpay', 'order_x', 'pay_' || gen_random_uuid(), 1000, 'INR', 1, 'captured') returning id`,
    [checkoutId],
  );
}
async function aFailedRefund() {
  return idOf(
    `insert into refunds (payment_id, amount_minor, reason, status) values ($1, 1000, 'Too late', 'failed') returning id`,
    [await anOrphanedPayment()],
  );
}
const COLLECTION = { name: 'Gifts', kind: 'manual', sort: 'manual', status: 'draft' };
const aCollection = () =>
  idOf(
    `insert into collections (name, slug, kind, sort) values ('Gifts', md5(random()::text), 'manual', 'manual') returning id`,
  );
const someSynonyms = (words: string[]) => idOf('insert into search_synonyms (words) values ($1) returning id', [words]);
const aView = (ownerId: string) =>
  idOf(
    `insert into saved_views (owner_user_id, list, name, query)
     values ($1, 'orders', 'To pack', 'status=processing') returning id`,
    [ownerId],
  );
const anInvitation = (email: string) =>
  idOf(
    `insert into staff_invitations (email, role, secret_hash, expires_at)
     values ($1, 'packer', 'hash', now() + interval '7 days') returning id`,
    [email],
  );
const CAMPAIGN = {
  title: 'Quiet sale',
  message: 'Two days only.',
  link: '/products',
  audience: 'subscribers',
  channels: ['email'],
};
/** With one recipient. */
async function aCampaign(state = 'draft') {
  await sql.query(`insert into newsletter_subscribers (email, confirmed_at) values ($1, now())`, [
    `${randomUUID()}@example.com`,
  ]);
  return idOf(
    `insert into campaigns (title, message, link, audience, channels, state, finished_at)
     values ('Quiet sale', 'Two days only.', '/products', 'subscribers', '{email}', $1, now()) returning id`,
    [state],
  );
}
const discountCodeTerms = {
  title: 'Ten off',
  description: '',
  percent: 12.5,
  startsAt: null,
  endsAt: null,
  usageLimit: null,
  perUserLimit: null,
};

const DRAFT = {
  name: 'Moon Ring',
  description: 'A ring.',
  price: 12.5,
  category: 'Curiosities',
  brand: 'House of Tests',
  quantity: 3,
  images: ['https://images.example.com/ring.jpg'],
};
async function aWholeProduct() {
  const { id } = await shop.aProduct({ name: 'Thing', price: 10 });
  await sql.query(`insert into product_images (product_id, position, url) values ($1, 0, '/media/a/960.webp')`, [id]);
  await sql.query(`update products set options = '[{"name": "Size", "values": ["0"]}]' where id = $1`, [id]);
  return id;
}
const anImage = () =>
  sharp({ create: { width: 20, height: 10, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();

/** A category or brand that no product uses. */
const aTaxonomyItem = (table: 'categories' | 'brands', name: string) =>
  idOf(`insert into ${table} (name, slug) values ($1, md5(random()::text)) returning id`, [name]);
async function reversed(table: 'categories' | 'brands') {
  const { rows } = await sql.query(`select id, name from ${table} order by position desc, name desc`);
  const names = rows.map(({ name }) => name);
  return { ids: rows.map(({ id }) => id), before: { order: names.toReversed() }, after: { order: names } };
}
/** A page of the owner's own: with a draft, or published as version 1. */
async function aPage({ published }: { published: boolean }) {
  const maya = await anAdmin();
  const page = { slug: `page-${randomUUID()}`, title: 'Gifts', description: '', body: 'We wrap gifts.' };
  const { id } = (await maya.post('/api/admin/pages', page)).json();
  if (published) await maya.post(`/api/admin/pages/${id}/versions`, { version: 1 });
  return `/api/admin/pages/${id}`;
}
/** One that is published as version 1 and has a draft; its `version` is 3. */
async function anEditedPage() {
  const url = await aPage({ published: true });
  const draft = { title: 'Gifts', description: '', body: 'We wrap all gifts.', version: 2 };
  await (await anAdmin()).put(`${url}/draft`, draft);
  return url;
}
const onlineStore = async () => OnlineStore.parse((await (await anAdmin()).get('/api/admin/content')).json());

type AdminWrite = { url: string; type?: string; payload?: object; before: object | null; after: object | null };

/**
 * One example of each admin write, by `grace`, with its expected audit entry. The last test fails when a route is
 * missing.
 */
const ADMIN_WRITES: Record<string, (grace: { id: string }) => Promise<AdminWrite>> = {
  'POST /api/admin/campaigns': async () => ({
    url: '/api/admin/campaigns',
    payload: CAMPAIGN,
    before: null,
    after: CAMPAIGN,
  }),
  'PUT /api/admin/campaigns/:id': async () => ({
    url: `/api/admin/campaigns/${await aCampaign()}`,
    payload: { ...CAMPAIGN, title: 'Loud sale' },
    before: { title: 'Quiet sale' },
    after: { title: 'Loud sale' },
  }),
  'POST /api/admin/campaigns/:id/test-email': async () => ({
    url: `/api/admin/campaigns/${await aCampaign()}/test-email`,
    before: null,
    after: { title: 'Quiet sale', queued: true },
  }),
  'POST /api/admin/campaigns/:id/sending': async () => ({
    url: `/api/admin/campaigns/${await aCampaign()}/sending`,
    before: { state: 'draft' },
    after: { state: 'sending', emails: expect.any(Number), notifications: 0 },
  }),
  'PUT /api/admin/campaigns/:id/schedule': async () => ({
    url: `/api/admin/campaigns/${await aCampaign()}/schedule`,
    payload: { at: '2099-03-05T10:30' },
    before: { state: 'draft', scheduledAt: null },
    after: { state: 'scheduled', scheduledAt: '2099-03-05T10:30:00.000Z' },
  }),
  'POST /api/admin/campaigns/:id/stop': async () => ({
    url: `/api/admin/campaigns/${await aCampaign('sending')}/stop`,
    before: { state: 'sending' },
    after: { state: 'stopped', emails: 0, notifications: 0 },
  }),
  'PUT /api/admin/settings': async () => ({
    url: '/api/admin/settings',
    payload: { ...(await (await anAdmin()).get('/api/admin/settings')).json(), taxPercent: 7.25 },
    before: { taxPercent: 8 },
    after: { taxPercent: 7.25 },
  }),
  'POST /api/admin/setup-guide/payment-test': async () => ({
    url: '/api/admin/setup-guide/payment-test',
    before: { passed: null },
    after: { passed: expect.any(Boolean), amountMinor: 100, currency: 'INR' },
  }),
  'POST /api/admin/setup-guide/test-email': async () => ({
    url: '/api/admin/setup-guide/test-email',
    before: { passed: null },
    after: { queued: true },
  }),
  'PUT /api/admin/setup-guide/confirmations/:step': async () => ({
    url: '/api/admin/setup-guide/confirmations/terms',
    before: { confirmed: false },
    after: { confirmed: true },
  }),
  'PUT /api/admin/setup-guide/hidden': async () => {
    await sql.query(`insert into setup_checks (kind, passed) values ('hidden', true)`);
    return {
      url: '/api/admin/setup-guide/hidden',
      payload: { hidden: false },
      before: { hidden: true },
      after: { hidden: false },
    };
  },
  'POST /api/products': async () => {
    await shop.aProduct();
    return {
      url: '/api/products',
      payload: DRAFT,
      before: null,
      after: { name: 'Moon Ring', price: 12.5, quantity: 3 },
    };
  },
  'PUT /api/products/:product': async () => ({
    url: `/api/products/${await aWholeProduct()}`,
    payload: DRAFT,
    before: { name: 'Thing', price: 10 },
    after: { name: 'Moon Ring', price: 12.5 },
  }),
  'DELETE /api/products/:product': async () => ({
    url: `/api/products/${(await shop.aProduct()).id}`,
    before: { status: 'published' },
    after: { status: 'deleted' },
  }),
  'POST /api/admin/products/:id/undo': async () => {
    const { id } = await shop.aProduct();
    const { changeId } = (await (await anAdmin()).delete(`/api/products/${id}`)).json();
    const url = `/api/admin/products/${id}/undo`;
    return { url, payload: { changeId }, before: { status: 'deleted' }, after: { status: 'published' } };
  },
  'POST /api/admin/products/:id/duplicate': async () => {
    const url = `/api/admin/products/${await aWholeProduct()}/duplicate`;
    return { url, before: null, after: { name: 'Thing (copy)', status: 'draft', quantity: 0 } };
  },
  'POST /api/admin/categories': async () => {
    const after = { name: 'Lamps', slug: 'lamps', seoTitle: '' };
    return { url: '/api/admin/categories', payload: { name: 'Lamps' }, before: null, after };
  },
  'PUT /api/admin/categories/:id': async () => ({
    url: `/api/admin/categories/${await aTaxonomyItem('categories', 'Edited lamps')}`,
    payload: { name: 'Better lamps', slug: 'better-lamps', version: 1 },
    before: { name: 'Edited lamps' },
    after: { name: 'Better lamps', slug: 'better-lamps' },
  }),
  'PUT /api/admin/categories/positions': async () => {
    const { ids, before, after } = await reversed('categories');
    return { url: '/api/admin/categories/positions', payload: { ids }, before, after };
  },
  'POST /api/admin/categories/:id/merge': async () => {
    const [name, into] = [`Merged lamps ${randomUUID()}`, `All lamps ${randomUUID()}`];
    return {
      url: `/api/admin/categories/${await aTaxonomyItem('categories', name)}/merge`,
      payload: { into: await aTaxonomyItem('categories', into) },
      before: { name, products: 0 },
      after: { into },
    };
  },
  'DELETE /api/admin/categories/:id': async () => ({
    url: `/api/admin/categories/${await aTaxonomyItem('categories', 'No lamps')}`,
    before: { name: 'No lamps' },
    after: null,
  }),
  'POST /api/admin/brands': async () => {
    const after = { name: 'Lamp House', slug: 'lamp-house', seoTitle: '' };
    return { url: '/api/admin/brands', payload: { name: 'Lamp House' }, before: null, after };
  },
  'PUT /api/admin/brands/:id': async () => ({
    url: `/api/admin/brands/${await aTaxonomyItem('brands', 'Edited House')}`,
    payload: { name: 'Better House', slug: 'better-house', version: 1 },
    before: { name: 'Edited House' },
    after: { name: 'Better House', slug: 'better-house' },
  }),
  'PUT /api/admin/brands/positions': async () => {
    const { ids, before, after } = await reversed('brands');
    return { url: '/api/admin/brands/positions', payload: { ids }, before, after };
  },
  'POST /api/admin/brands/:id/merge': async () => {
    const [name, into] = [`Merged House ${randomUUID()}`, `One House ${randomUUID()}`];
    return {
      url: `/api/admin/brands/${await aTaxonomyItem('brands', name)}/merge`,
      payload: { into: await aTaxonomyItem('brands', into) },
      before: { name, products: 0 },
      after: { into },
    };
  },
  'DELETE /api/admin/brands/:id': async () => ({
    url: `/api/admin/brands/${await aTaxonomyItem('brands', 'No House')}`,
    before: { name: 'No House' },
    after: null,
  }),
  'POST /api/admin/search-synonyms': async () => ({
    url: '/api/admin/search-synonyms',
    payload: { words: ['Étole', 'stole'] },
    before: null,
    after: { words: ['etole', 'stole'] },
  }),
  'PUT /api/admin/search-synonyms/:id': async () => ({
    url: `/api/admin/search-synonyms/${await someSynonyms(['sash', 'ribbon'])}`,
    payload: { words: ['sash', 'ribbon', 'bow'] },
    before: { words: ['sash', 'ribbon'] },
    after: { words: ['sash', 'ribbon', 'bow'] },
  }),
  'DELETE /api/admin/search-synonyms/:id': async () => ({
    url: `/api/admin/search-synonyms/${await someSynonyms(['glove', 'mitten'])}`,
    before: { words: ['glove', 'mitten'] },
    after: null,
  }),
  'POST /api/admin/collections': async () => ({
    url: '/api/admin/collections',
    payload: COLLECTION,
    before: null,
    after: { ...COLLECTION, slug: 'gifts' },
  }),
  'PUT /api/admin/collections/:id': async () => ({
    url: `/api/admin/collections/${await aCollection()}`,
    payload: { ...COLLECTION, name: 'Presents', version: 1 },
    before: { name: 'Gifts' },
    after: { name: 'Presents', slug: 'presents' },
  }),
  'PUT /api/admin/collections/:id/products': async () => {
    const products = [(await shop.aProduct()).id];
    return {
      url: `/api/admin/collections/${await aCollection()}/products`,
      payload: { productIds: products, version: 1 },
      before: { products: [] },
      after: { products },
    };
  },
  'DELETE /api/admin/collections/:id': async () => ({
    url: `/api/admin/collections/${await aCollection()}`,
    before: { name: 'Gifts', kind: 'manual' },
    after: null,
  }),
  'POST /api/admin/stock': async () => ({
    url: '/api/admin/stock',
    payload: { variantId: (await aVariant(shop, { quantities: [4] })).variantId, delta: -1, reason: 'Damaged' },
    before: { quantity: 4 },
    after: { quantity: 3, reason: 'Damaged' },
  }),
  'POST /api/admin/images': async () => ({
    url: '/api/admin/images',
    type: 'image/png',
    payload: await anImage(),
    before: null,
    after: { url: expect.stringMatching(/^\/media\/upload-[0-9a-f]{20}\/960\.webp$/) },
  }),
  'PUT /api/admin/reviews/:id/status': async () => ({
    url: `/api/admin/reviews/${await aReview()}/status`,
    payload: { status: 'rejected' },
    before: { status: 'pending' },
    after: { status: 'rejected' },
  }),
  'PUT /api/admin/reviews/:id/reply': async () => ({
    url: `/api/admin/reviews/${await aReview('approved')}/reply`,
    payload: { reply: 'Thank you.' },
    before: { reply: null },
    after: { reply: 'Thank you.' },
  }),
  'DELETE /api/admin/reviews/:id/photos/:photo': async () => {
    const review = await aReview();
    const photo = await idOf(
      `insert into review_photos (product_id, review_id, width, height)
       select product_id, id, 1, 1 from reviews where id = $1 returning id`,
      [review],
    );
    return { url: `/api/admin/reviews/${review}/photos/${photo}`, before: { photo }, after: { photo: null } };
  },
  'POST /api/admin/tickets/:id/messages': async () => ({
    url: `/api/admin/tickets/${await aTicket()}/messages`,
    payload: { message: 'It does.' },
    before: { status: 'open' },
    after: { status: 'answered' },
  }),
  'PUT /api/admin/tickets/:id/status': async () => ({
    url: `/api/admin/tickets/${await aTicket()}/status`,
    payload: { status: 'closed' },
    before: { status: 'open' },
    after: { status: 'closed' },
  }),
  'PUT /api/admin/customers/:id/role': async () => ({
    url: `/api/admin/customers/${(await aShopper()).id}/role`,
    payload: { role: 'packer', password: PASSWORD },
    before: { role: 'customer' },
    after: { role: 'packer' },
  }),
  'POST /api/admin/staff/invitations': async () => ({
    url: '/api/admin/staff/invitations',
    payload: { email: 'colleague@example.com', role: 'packer', password: PASSWORD },
    before: null,
    after: { email: 'c•••@example.com', role: 'packer' },
  }),
  'POST /api/admin/staff/invitations/:id/emails': async () => ({
    url: `/api/admin/staff/invitations/${await anInvitation('resent@example.com')}/emails`,
    before: { email: 'r•••@example.com', role: 'packer' },
    after: { email: 'r•••@example.com', role: 'packer', resent: true },
  }),
  'DELETE /api/admin/staff/invitations/:id': async () => ({
    url: `/api/admin/staff/invitations/${await anInvitation('unwanted@example.com')}`,
    before: { email: 'u•••@example.com', role: 'packer' },
    after: null,
  }),
  'DELETE /api/admin/customers/:id/sessions': async () => ({
    url: `/api/admin/customers/${(await aShopper()).id}/sessions`,
    before: { sessions: 1 },
    after: { sessions: 0 },
  }),
  'POST /api/admin/discount-codes': async () => {
    const discountCode = { code: `QUIET-${randomUUID().slice(0, 8).toUpperCase()}`, ...discountCodeTerms };
    return { url: '/api/admin/discount-codes', payload: discountCode, before: null, after: discountCode };
  },
  'PUT /api/admin/discount-codes/:id': async () => ({
    url: `/api/admin/discount-codes/${await aDiscountCode()}`,
    payload: discountCodeTerms,
    before: { percent: 10, title: '' },
    after: { percent: 12.5, title: 'Ten off' },
  }),
  'POST /api/admin/audit-log/:id/undo': async () => {
    const code = await aDiscountCode();
    await (await anAdmin()).put(`/api/admin/discount-codes/${code}/active`, { active: false });
    const entry = await idOf('select id from audit_log where entity_id = $1', [code]);
    const url = `/api/admin/audit-log/${entry}/undo`;
    return { url, payload: {}, before: { active: false }, after: { active: true } };
  },
  'PUT /api/admin/discount-codes/:id/active': async () => ({
    url: `/api/admin/discount-codes/${await aDiscountCode()}/active`,
    payload: { active: false },
    before: { active: true },
    after: { active: false },
  }),
  'POST /api/admin/pages': async () => ({
    url: '/api/admin/pages',
    payload: { slug: 'gift-wrapping', title: 'Gifts', description: '', body: 'We wrap gifts.' },
    before: null,
    after: { slug: 'gift-wrapping', title: 'Gifts', text: 'We wrap gifts.' },
  }),
  'DELETE /api/admin/pages/:id': async () => ({
    url: await aPage({ published: true }),
    before: { title: 'Gifts', text: 'We wrap gifts.' },
    after: null,
  }),
  'PUT /api/admin/pages/:id/draft': async () => ({
    url: `${await aPage({ published: true })}/draft`,
    payload: { title: 'Gifts', description: '', body: 'We wrap all gifts.', version: 2 },
    before: { text: 'We wrap gifts.' },
    after: { text: 'We wrap all gifts.' },
  }),
  'DELETE /api/admin/pages/:id/draft': async () => ({
    url: `${await anEditedPage()}/draft?version=3`,
    before: { text: 'We wrap all gifts.' },
    after: null,
  }),
  'POST /api/admin/pages/:id/versions': async () => ({
    url: `${await anEditedPage()}/versions`,
    payload: { version: 3 },
    before: { number: 1 },
    after: { number: 2, title: 'Gifts' },
  }),
  'POST /api/admin/pages/:id/versions/:number/restoration': async () => {
    const page = await anEditedPage();
    await (await anAdmin()).post(`${page}/versions`, { version: 3 });
    const url = `${page}/versions/1/restoration`;
    return { url, payload: { version: 4 }, before: { number: 2 }, after: { number: 1 } };
  },
  'POST /api/admin/pages/:id/review': async () => ({
    url: `${await aPage({ published: false })}/review`,
    before: { reviewed: false },
    after: { reviewed: true },
  }),
  'PUT /api/admin/content/blocks': async () => {
    const { version, items } = (await onlineStore()).blocks;
    const [first, ...others] = items;
    const changed = [{ ...first, enabled: false }, ...others];
    return {
      url: '/api/admin/content/blocks',
      payload: { version, items: changed },
      before: { items: [{ kind: 'hero', enabled: true }, ...others.map(() => ({}))] },
      after: { items: [{ kind: 'hero', enabled: false }, ...others.map(() => ({}))] },
    };
  },
  'PUT /api/admin/content/slides': async () => {
    const { version, items } = (await onlineStore()).slides;
    const [slide] = items;
    return {
      url: '/api/admin/content/slides',
      payload: { version, items: [{ ...slide, title: 'One light' }] },
      before: { items: [{ title: 'Cut to catch the light' }, {}, {}] },
      after: { items: [{ title: 'One light' }] },
    };
  },
  'PUT /api/admin/content/testimonials': async () => ({
    url: '/api/admin/content/testimonials',
    payload: { version: (await onlineStore()).testimonials.version, items: [] },
    before: { items: [{ name: 'Helena V.' }, {}, {}] },
    after: { items: [] },
  }),
  'PUT /api/admin/content/menus': async () => {
    const link = { menu: 'header', column: '', label: 'Rings', href: '/products?q=ring' };
    return {
      url: '/api/admin/content/menus',
      payload: { version: (await onlineStore()).menus.version, items: [link] },
      before: { items: expect.arrayContaining([expect.objectContaining({ label: 'Shop' })]) },
      after: { items: [link] },
    };
  },
  'PUT /api/admin/content/announcement': async () => ({
    url: '/api/admin/content/announcement',
    payload: { ...(await onlineStore()).announcement, enabled: true, text: 'Free engraving in May' },
    before: { enabled: false, text: '' },
    after: { enabled: true, text: 'Free engraving in May' },
  }),
  'POST /api/admin/views': async () => ({
    url: '/api/admin/views',
    payload: { list: 'orders', name: 'To pack', query: 'fulfillment=unfulfilled', sharedWith: ['packer'] },
    before: null,
    after: { list: 'orders', name: 'To pack', query: 'fulfillment=unfulfilled', sharedWith: ['packer'] },
  }),
  'PUT /api/admin/views/:id': async (grace) => ({
    url: `/api/admin/views/${await aView(grace.id)}`,
    payload: { name: 'Big ones', query: 'sort=-total' },
    before: { name: 'To pack', query: 'status=processing' },
    after: { name: 'Big ones', query: 'sort=-total' },
  }),
  'DELETE /api/admin/views/:id': async (grace) => ({
    url: `/api/admin/views/${await aView(grace.id)}`,
    before: { list: 'orders', name: 'To pack' },
    after: null,
  }),
  'DELETE /api/admin/newsletter/:id': async () => ({
    url: `/api/admin/newsletter/${await idOf(`insert into newsletter_subscribers (email, confirmed_at) values (gen_random_uuid() || '@example.com', now()) returning id`)}`,
    before: { subscribed: true },
    after: { subscribed: false },
  }),
  'PUT /api/admin/demand/remedies': async () => {
    await sql.query(`insert into search_demand (day, query, searches) values (now()::date, 'handbag', 3)`);
    return {
      url: '/api/admin/demand/remedies',
      payload: { subject: 'search', key: 'handbag', remedy: 'synonym' },
      before: null,
      after: { name: 'handbag', remedy: 'synonym' },
    };
  },
  'POST /api/admin/system/jobs/:id/retry': async () => ({
    url: `/api/admin/system/jobs/${await aFailedJob()}/retry`,
    before: { task: 'unknown_task', attempts: 25 },
    after: { task: 'unknown_task', attempts: 0 },
  }),
  'DELETE /api/admin/system/jobs/:id': async () => ({
    url: `/api/admin/system/jobs/${await aFailedJob()}`,
    before: { task: 'unknown_task' },
    after: null,
  }),
  'POST /api/admin/payments/:id/refund': async () => ({
    url: `/api/admin/payments/${await anOrphanedPayment()}/refund`,
    before: { status: 'captured' },
    after: { status: 'refunded', amountMinor: 1_000 },
  }),
  'POST /api/admin/refunds/:id/retry': async () => ({
    url: `/api/admin/refunds/${await aFailedRefund()}/retry`,
    before: { refund: { status: 'failed' }, remaining: 1_000 },
    after: { refund: { status: 'pending', amountMinor: 1_000, currency: 'INR' }, remaining: 0 },
  }),
  'POST /api/admin/payment-differences/:id/resolution': async () => ({
    url: `/api/admin/payment-differences/${await idOf(
      `insert into reconciliation_differences (kind, reference) values ('missed', 'pay_1') returning id`,
    )}/resolution`,
    before: { kind: 'missed', resolved: false },
    after: { resolved: true },
  }),
  'PUT /api/orders/:id/status': async () => ({
    url: `/api/orders/${(await orderOfAda()).id}/status`,
    payload: { status: 'processing' },
    before: { status: 'pending' },
    after: { status: 'processing' },
  }),
  'POST /api/admin/orders/:id/shipments': async () => {
    const { id, orderItemId } = await processingOrderOfAda();
    return {
      url: `/api/admin/orders/${id}/shipments`,
      payload: { items: [{ orderItemId, quantity: 1 }], carrier: 'UPS', trackingNumber: '1Z 999' },
      before: { status: 'processing' },
      after: { status: 'processing', shipment: { number: 1, carrier: 'UPS', trackingNumber: '1Z 999' } },
    };
  },
  'PUT /api/admin/orders/:id/shipments/:shipmentId': async () => {
    const { variantId } = await aVariant(shop);
    const { id } = await anOrder(db, { of: ada, items: [{ variantId, quantity: 1 }], status: 'shipped' });
    const shipmentId = await idOf('select id from shipments where order_id = $1', [id]);
    return {
      url: `/api/admin/orders/${id}/shipments/${shipmentId}`,
      payload: { carrier: 'UPS', trackingNumber: '1Z 999', trackingUrl: '' },
      before: { shipment: { number: 1, carrier: '', trackingUrl: null } },
      after: { shipment: { number: 1, carrier: 'UPS', trackingNumber: '1Z 999' } },
    };
  },
  'POST /api/admin/returns/:id/decision': async () => ({
    url: `/api/admin/returns/${(await aReturnOfAda('requested')).id}/decision`,
    payload: { decision: 'authorized', instructions: 'Use the box.' },
    before: { status: 'requested' },
    after: { status: 'authorized', instructions: 'Use the box.' },
  }),
  'POST /api/admin/returns/:id/receipt': async () => {
    const { id, lineId } = await aReturnOfAda('authorized');
    return {
      url: `/api/admin/returns/${id}/receipt`,
      payload: { lines: [{ id: lineId, restocked: 1, writtenOff: 0 }] },
      before: { status: 'authorized' },
      after: { status: 'received', units: [{ restocked: 1, writtenOff: 0 }] },
    };
  },
  'POST /api/admin/returns/:id/refund': async () => ({
    url: `/api/admin/returns/${(await aReturnOfAda('received')).id}/refund`,
    before: { status: 'received' },
    after: { refund: { currency: 'INR' } },
  }),
  'POST /api/admin/returns/:id/exchange': async () => ({
    url: `/api/admin/returns/${(await aReturnOfAda('received', 'exchange')).id}/exchange`,
    payload: { carrier: 'UPS', trackingNumber: '1Z 999' },
    before: { status: 'received' },
    after: { shipment: { carrier: 'UPS', trackingNumber: '1Z 999' } },
  }),
  'POST /api/admin/returns/:id/exchange/delivery': async () => ({
    url: `/api/admin/returns/${(await aReturnOfAda('shipped', 'exchange')).id}/exchange/delivery`,
    before: { status: 'completed' },
    after: { exchange: 'delivered' },
  }),
  'POST /api/admin/orders/:id/notes': async () => ({
    url: `/api/admin/orders/${(await orderOfAda()).id}/notes`,
    payload: { body: 'Rang twice.' },
    before: null,
    after: { body: 'Rang twice.' },
  }),
  'POST /api/admin/orders/:id/refunds': async () => {
    const { id, chargeMinor } = await orderOfAda();
    return {
      url: `/api/admin/orders/${id}/refunds`,
      payload: { amount: 1.5, reason: 'A scratch' },
      before: { refundable: chargeMinor },
      after: { refundable: chargeMinor - 150, refund: { amountMinor: 150, reason: 'A scratch' } },
    };
  },
  'POST /api/admin/orders/:id/emails/:emailId/copies': async () => {
    const { id } = await orderOfAda();
    const { rows } = await sql.query(`update email_messages set status = 'sent' where order_id = $1 returning id`, [
      id,
    ]);
    const emailId = rows[0].id;
    return { url: `/api/admin/orders/${id}/emails/${emailId}/copies`, before: null, after: { emailId } };
  },
  'POST /api/admin/orders/:id/link-revocations': async () => {
    const { id } = await orderOfAda();
    const payload = { link: 'gift' };
    return { url: `/api/admin/orders/${id}/link-revocations`, payload, before: null, after: { revoked: 'gift_links' } };
  },
  'POST /api/admin/product-imports': async () => ({
    url: '/api/admin/product-imports?name=rings.csv',
    type: 'text/csv',
    payload: Buffer.from('Slug,Price\nmoon-ring,12.50'),
    before: null,
    after: { fileName: 'rings.csv', rows: 1, products: 1 },
  }),
  'POST /api/admin/product-imports/:id/run': async () => ({
    url: `/api/admin/product-imports/${await anImport('checked')}/run`,
    before: { status: 'checked' },
    after: { status: 'importing', fileName: 'rings.csv' },
  }),
  'POST /api/admin/product-imports/:id/stop': async () => ({
    url: `/api/admin/product-imports/${await anImport('importing')}/stop`,
    before: { status: 'importing' },
    after: { status: 'stopped', fileName: 'rings.csv' },
  }),
  'POST /api/admin/product-imports/:id/undo': async () => ({
    url: `/api/admin/product-imports/${await anImport('imported')}/undo`,
    before: { status: 'imported' },
    after: { status: 'undoing', fileName: 'rings.csv' },
  }),
  'POST /api/admin/product-batches': async () => {
    const { id } = await shop.aProduct({ price: 10 });
    return {
      url: '/api/admin/product-batches',
      payload: { changes: [{ id, version: 1, price: 12.5 }] },
      before: { price: 10, version: 1 },
      after: { price: 12.5, version: 2, batch: expect.any(String) },
    };
  },
  'POST /api/admin/product-batches/:id/undo': async () => {
    const { id } = await shop.aProduct({ price: 10 });
    const changes = [{ id, version: 1, price: 12.5 }];
    const key = { 'idempotency-key': randomUUID() };
    const { batchId } = (await (await anAdmin()).post('/api/admin/product-batches', { changes }, key)).json();
    return {
      url: `/api/admin/product-batches/${batchId}/undo`,
      before: { price: 12.5, version: 2 },
      after: { price: 10, version: 3 },
    };
  },
  'POST /api/admin/order-batches': async () => ({
    url: '/api/admin/order-batches',
    payload: { orderIds: [(await orderOfAda()).id], status: 'shipped' },
    before: null,
    after: { orders: 1, statuses: { shipped: 1 } },
  }),
  'POST /api/admin/order-batches/:id/stop': async () => {
    const body = { orderIds: [(await orderOfAda()).id], status: 'shipped' };
    const key = { 'idempotency-key': randomUUID() };
    const { id } = (await (await anAdmin()).post('/api/admin/order-batches', body, key)).json();
    return { url: `/api/admin/order-batches/${id}/stop`, before: null, after: { lostPermission: false } };
  },
  'POST /api/admin/order-imports': async () => ({
    url: '/api/admin/order-imports',
    payload: { csv: `Order ID,Status\n${(await orderOfAda()).id},processing`, apply: true },
    before: null,
    after: { orders: 1, statuses: { processing: 1 } },
  }),
};

describe('AOTH-007 A31 every admin write, sent twice at once, has one audit entry with actor, action, before and after', () => {
  test.each(Object.entries(ADMIN_WRITES))('%s', async (route, write) => {
    const grace = await anAdmin({ password: PASSWORD });
    const { url, payload, before, after, type } = await write(grace);
    const method = route.split(' ')[0] === 'PUT' ? grace.put : route.startsWith('DELETE') ? grace.delete : grace.post;
    const headers = {
      'idempotency-key': randomUUID(),
      'x-request-id': `write-${grace.id}`,
      ...(type && { 'content-type': type }),
    };

    const responses = await Promise.all([method(url, payload, headers), method(url, payload, headers)]);

    const [first, last] = responses.toSorted((a, b) => a.statusCode - b.statusCode);
    expect(first?.statusCode, first?.body).toBeLessThan(300);
    expect(last?.statusCode, last?.body).toBeLessThan(500);
    const { rows } = await sql.query('select before, after, request_id from audit_log where actor_user_id = $1', [
      grace.id,
    ]);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ before, after, request_id: headers['x-request-id'] });
  });

  test('no admin write route is missing', () => {
    const writes = app.routes.flatMap(({ method, url, config }) =>
      isPermission(config?.access) ? [method].flat().map((verb) => `${verb} ${url}`) : [],
    );

    expect(Object.keys(ADMIN_WRITES).toSorted()).toEqual(
      writes.filter((call) => !/^(GET|HEAD) |\/dry-run$/.test(call)).toSorted(),
    );
  });
});

describe('every dry run is rejected for guests and stores nothing', () => {
  const dryRuns = app.routes.flatMap(({ method, url }) =>
    url.endsWith(DRY_RUN_PATH) ? [method].flat().map((verb) => `${verb} ${url.slice(0, -DRY_RUN_PATH.length)}`) : [],
  );

  test.each(dryRuns)('%s', async (route) => {
    const grace = await anAdmin({ password: PASSWORD });
    const example = ADMIN_WRITES[route];
    if (!example) throw new Error(`${route} has no example.`);
    const { url, payload, type } = await example(grace);
    const [path, query] = url.split('?');
    const send = (who: typeof shop.guest) => {
      const method = route.startsWith('PUT') ? who.put : route.startsWith('DELETE') ? who.delete : who.post;
      const headers: Record<string, string> = type ? { 'content-type': type } : {};
      return method(`${path}${DRY_RUN_PATH}${query ? `?${query}` : ''}`, payload, headers);
    };
    const before = await fingerprintWithoutCounts(sql);

    const [byGuest, byGrace] = [await send(shop.guest), await send(grace)];

    expect(byGuest.statusCode).toBe(401);
    expect(byGrace.statusCode, byGrace.body).toBe(200);
    DryRun.parse(byGrace.json());
    expect(await fingerprintWithoutCounts(sql)).toEqual(before);
  });
});

describe('the audit log', () => {
  test('has no entry of a change that was rolled back', async () => {
    const grace = await anAdmin();
    const { variantId } = await aVariant(shop, { quantities: [1] });
    const items = [{ variantId, quantity: 1 }];
    const { id } = await anOrder(db, { of: ada, items, status: 'cancelled' });
    await anOrder(db, { of: ada, items });

    const response = await grace.put(`/api/orders/${id}/status`, { status: 'pending' }, { 'idempotency-key': 'back' });

    expect(response.statusCode).toBe(409);
    expect((await sql.query('select from audit_log where actor_user_id = $1', [grace.id])).rowCount).toBe(0);
  });

  test('has an entry when staff cancel an order on the customer route, and none when the customer does', async () => {
    const grace = await anAdmin();
    const [byGrace, byAda] = [await orderOfAda(), await orderOfAda()];
    const cancel = (who: typeof ada, id: string) =>
      who.post(`/api/orders/${id}/cancellation`, undefined, { 'idempotency-key': randomUUID() });

    await cancel(grace, byGrace.id);
    await cancel(ada, byAda.id);

    const { rows } = await sql.query(
      `select entity_id, actor_user_id from audit_log where entity = 'order' and entity_id = any ($1)`,
      [[byGrace.id, byAda.id]],
    );
    expect(rows).toEqual([{ entity_id: byGrace.id, actor_user_id: grace.id }]);
  });
});

test('only a role with the refund permission can cancel an order', async () => {
  const [wim, maya] = [await anAdmin({ role: 'packer' }), await anAdmin({ role: 'manager' })];
  const { id } = await orderOfAda();
  const set = (who: typeof wim, status: string) =>
    who.put(`/api/orders/${id}/status`, { status }, { 'idempotency-key': randomUUID() });

  expect((await set(wim, 'shipped')).statusCode).toBe(200);
  expect((await set(wim, 'cancelled')).statusCode).toBe(403);
  expect((await wim.post(`/api/orders/${id}/cancellation`, undefined, { 'idempotency-key': 'x' })).statusCode).toBe(
    404,
  );
  expect((await set(maya, 'cancelled')).statusCode).toBe(200);
});
