import type { SetupStepId } from '@shop/contracts/setup/constants';
import { setupEvidence, setupMessages } from '@shop/contracts/setup/messages';
import { SetupGuide } from '@shop/contracts/setup/schema';
import { afterAll, describe, expect, test } from 'vitest';
import { PASSWORD } from '#test/builders/account.ts';
import { createStoreWithPayments } from '#test/builders/store-with-payments.ts';
import { anAccountWithTwoFactor } from '#test/builders/two-factor.ts';
import { aMailServer } from '#test/mail-server.ts';

const mailServer = await aMailServer();
afterAll(mailServer.close);
const shop = await createStoreWithPayments({ SMTP_URL: mailServer.url });
const { sql, sandbox, aShopper, anAdmin } = shop;

// An empty store with one owner.
await sql.query('truncate products, categories, brands cascade');
await sql.query(`update users set role = 'customer' where role in ('admin', 'owner')`);
const owner = await anAdmin({ password: PASSWORD });

const GUIDE = '/api/admin/setup-guide';
const guide = async () => SetupGuide.parse((await owner.get(GUIDE)).json());
const stepOf = async (id: SetupStepId) => (await guide()).steps.find((step) => step.id === id);
const settings = async () => (await owner.get('/api/admin/settings')).json();
const save = async (change: object) => owner.put('/api/admin/settings', { ...(await settings()), ...change });
const insertNamed = (table: 'categories' | 'brands', name: string) =>
  sql.query(`insert into ${table} (name, slug) values ($1, lower($1)) on conflict (name) do nothing`, [name]);

async function addProduct() {
  await insertNamed('categories', 'Rings');
  await insertNamed('brands', 'Aurora');
  return owner.post('/api/products', {
    name: 'Moon Ring',
    description: 'A ring.',
    price: 12.5,
    category: 'Rings',
    brand: 'Aurora',
    quantity: 3,
    images: ['https://images.example.com/ring.jpg'],
  });
}

async function promote() {
  const { id } = await aShopper();
  return owner.put(`/api/admin/customers/${id}/role`, { role: 'owner', password: PASSWORD });
}

async function reviewPages() {
  const { rows } = await sql.query<{ id: string }>('select id from pages where built_in');
  return Promise.all(rows.map(({ id }) => owner.post(`/api/admin/pages/${id}/review`)));
}

/** What an owner does for each step. */
const ACTS: Record<Exclude<SetupStepId, 'two-factor'>, () => Promise<object>> = {
  identity: () => save({ contactEmail: 'hello@glint.example', legalName: 'Glint Jewels LLP', country: 'India' }),
  currency: () => save({ paymentRate: 84 }),
  terms: () => owner.put(`${GUIDE}/confirmations/terms`),
  payment: () => owner.post(`${GUIDE}/payment-test`),
  email: async () => {
    const response = await owner.post(`${GUIDE}/test-email`);
    await shop.work();
    return response;
  },
  category: () => insertNamed('categories', 'Rings'),
  brand: () => insertNamed('brands', 'Aurora'),
  product: addProduct,
  pages: reviewPages,
  'second-owner': promote,
};
const STEPS = Object.keys(ACTS) as (keyof typeof ACTS)[];

describe('the set-up guide', () => {
  test.each(STEPS)('shows the step %s as open before the owner acts, and as done after', async (id) => {
    expect(await stepOf(id)).toMatchObject({ done: false });

    const response = await ACTS[id]();

    if ('statusCode' in response) expect(response.statusCode, id).toBeLessThan(300);
    expect(await stepOf(id)).toMatchObject({ done: true, warning: null });
  });

  test('shows two-factor authentication as done only for an owner who has it', async () => {
    expect(await stepOf('two-factor')).toMatchObject({ done: false, evidence: setupEvidence.twoFactorOff });
    const { cookie, user } = await anAccountWithTwoFactor(shop);
    await sql.query(`update users set role = 'owner' where id = $1`, [user.id]);

    const response = await shop.guest.get(GUIDE, { cookie });

    const step = SetupGuide.parse(response.json()).steps.find(({ id }) => id === 'two-factor');
    expect(step).toMatchObject({ done: true, evidence: setupEvidence.twoFactorOn });
  });

  test('is for owners only', async () => {
    const manager = await anAdmin({ role: 'manager' });

    expect((await manager.get(GUIDE)).statusCode).toBe(403);
  });
});

describe('the currency step', () => {
  test('warns with the charge of a price until the rate is confirmed, and is done when both currencies are the same', async () => {
    await save({ paymentCurrency: 'INR', paymentRate: 1 });
    const warned = await stepOf('currency');
    await save({ paymentCurrency: 'USD', paymentRate: 1 });
    const same = await stepOf('currency');
    await save({ paymentCurrency: 'INR', paymentRate: 1, confirmPaymentRate: true });
    const confirmed = await stepOf('currency');
    await save({ paymentCurrency: 'INR', paymentRate: 84 });

    expect(warned).toMatchObject({ done: false, evidence: setupEvidence.rateOpen });
    expect(warned?.warning).toContain('an item of $100.00 is charged as ₹100.00');
    expect(same).toMatchObject({ done: true, evidence: setupEvidence.sameCurrency });
    expect(confirmed).toMatchObject({ done: true, evidence: setupEvidence.rate('₹1.00'), warning: null });
  });
});

test('the currency step is open for a saved rate other than 1 in the currency of the prices', async () => {
  await sql.query(`update store_settings set payment_currency = 'USD', payment_rate = 84`);
  const step = await stepOf('currency');
  await sql.query(`update store_settings set payment_currency = 'INR', payment_rate = 84`);

  expect(step).toMatchObject({ done: false, evidence: setupEvidence.rateNotOne });
});

test.each([
  ['not sellable', 'update products set sellable = false'],
  ['without variants that are not archived', 'update variants set archived_at = now()'],
])('the product step is open while the products in stock are %s', async (_state, statement) => {
  await addProduct();
  await sql.query(statement);

  expect(await stepOf('product')).toMatchObject({ done: false });

  await sql.query('truncate products cascade');
  await addProduct();
  expect(await stepOf('product')).toMatchObject({ done: true });
});

test('the pages step is open while one built-in page is not reviewed', async () => {
  await reviewPages();
  await sql.query(`update pages set reviewed_at = null where slug = 'privacy'`);

  expect(await stepOf('pages')).toMatchObject({ done: false, evidence: setupEvidence.pagesNone });

  await reviewPages();
  expect(await stepOf('pages')).toMatchObject({ done: true, evidence: setupEvidence.pagesDone });
});

describe('the payment step', () => {
  const day = () => new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date());

  test('says which order the provider accepted, and the provider has it unpaid', async () => {
    const before = (await sandbox.ledgerEntries('order.created')).length;

    await owner.post(`${GUIDE}/payment-test`);

    expect((await stepOf('payment'))?.evidence).toBe(setupEvidence.paymentPassed('₹1.00', day()));
    const orders = await sandbox.ledgerEntries('order.created');
    expect(orders.slice(before).map(({ order }) => order?.amount)).toEqual([100]);
  });

  test('is open again with the reason when the provider fails, and the request itself succeeds', async () => {
    await sandbox.fail({ on: 'POST /v1/orders', times: 1, do: 'status', status: 503 });

    const response = await owner.post(`${GUIDE}/payment-test`);

    expect(response.statusCode).toBe(200);
    const step = await stepOf('payment');
    expect(step).toMatchObject({ done: false });
    expect(step?.evidence).toContain('The test failed on');
    await owner.post(`${GUIDE}/payment-test`);
    expect(await stepOf('payment')).toMatchObject({ done: true });
  });

  test('is open again after a change of the payment currency', async () => {
    await owner.post(`${GUIDE}/payment-test`);
    await save({ paymentCurrency: 'EUR', paymentRate: 0.92 });

    expect(await stepOf('payment')).toMatchObject({ done: false, evidence: setupEvidence.paymentOutdated });

    await save({ paymentCurrency: 'INR', paymentRate: 84 });
    expect(await stepOf('payment')).toMatchObject({ done: true });
  });
});

describe('the email step', () => {
  /** Lets the next request send an email, whatever earlier tests sent. */
  const forget = () => sql.query(`delete from setup_checks where kind = 'email'`);
  const delivered = () =>
    mailServer.messages.filter(
      ({ to, subject }) => to?.[0]?.address === owner.email && subject === 'Test email from Crystalline',
    ).length;

  test('waits for the mail server, and a request sent twice sends one email', async () => {
    await forget();
    const before = delivered();

    await owner.post(`${GUIDE}/test-email`);
    await owner.post(`${GUIDE}/test-email`);

    expect(await stepOf('email')).toMatchObject({ done: false, evidence: setupEvidence.emailPending });
    await shop.work();
    expect(await stepOf('email')).toMatchObject({ done: true });
    expect(delivered()).toBe(before + 1);
  });

  test('is sent once by a request that is repeated after the mail server has replied', async () => {
    await forget();
    const before = delivered();
    const send = () => owner.post(`${GUIDE}/test-email`, undefined, { 'idempotency-key': 'pressed twice' });

    await send();
    await shop.work();
    expect((await send()).statusCode).toBe(200);
    await shop.work();

    expect(delivered()).toBe(before + 1);
  });

  test('shows why the mail server rejected the email, without the address', async () => {
    await forget();
    mailServer.rejectNext(550, () => `<${owner.email}> is not known here`);

    await owner.post(`${GUIDE}/test-email`);
    await shop.work();

    const step = await stepOf('email');
    expect(step).toMatchObject({ done: false });
    expect(step?.evidence).toContain('is not known here');
    expect(step?.evidence).not.toContain(owner.email);
  });

  test('keeps the time of the request while the email is tried again', async () => {
    const checkedAt = async () => (await sql.query(`select checked_at from setup_checks where kind = 'email'`)).rows;
    await forget();
    mailServer.rejectNext(451, () => 'try again later');
    await owner.post(`${GUIDE}/test-email`);
    const requested = await checkedAt();

    await shop.work();

    expect((await stepOf('email'))?.evidence).toContain('try again later');
    expect(await checkedAt()).toEqual(requested);
    await sql.query(`delete from email_messages where kind = 'test_email' and status = 'queued'`);
  });
});

test('the guide can be hidden once all required steps are done, and is written to the audit log once', async () => {
  await sql.query(`update pages set reviewed_at = null where slug = 'privacy'`);
  const early = await owner.put(`${GUIDE}/hidden`, { hidden: true });
  expect(early.statusCode).toBe(409);
  expect(early.json()).toMatchObject({ code: 'setup_incomplete', message: setupMessages.notReady });
  await sql.query(`delete from setup_checks where kind = 'email'`);
  for (const id of STEPS.filter((step) => step !== 'second-owner')) await ACTS[id]();

  const [first, second] = [
    await owner.put(`${GUIDE}/hidden`, { hidden: true }),
    await owner.put(`${GUIDE}/hidden`, { hidden: true }),
  ];

  expect([first.json().hidden, second.json().hidden]).toEqual([true, true]);
  expect(await guide()).toMatchObject({ hidden: true });
  await sql.query(`update pages set reviewed_at = null where slug = 'privacy'`);
  expect(await guide()).toMatchObject({ hidden: false });
  const { rows } = await sql.query(`select before, after from audit_log where action = 'setup.hide'`);
  expect(rows).toEqual([{ before: { hidden: false }, after: { hidden: true } }]);
});
