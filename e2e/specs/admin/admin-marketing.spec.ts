import { randomBytes } from 'node:crypto';
import { formatCharge } from '@shop/contracts/common/money';
import { paymentMessages } from '@shop/contracts/payments/admin-messages';
import { confirmation, expectAdminStatusMessage, heading, insertFailedJob } from '../../pages/admin.ts';
import { confirmEffects } from '../../pages/admin-order.ts';
import { CUFFLINKS, placePaidOrder } from '../../pages/checkout.ts';
import { gotoHydrated, register } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

const unique = () => randomBytes(5).toString('hex').toUpperCase();

test('a discount code is created, edited and deactivated', async ({ page, signIn, sql }) => {
  const code = `E2E-${unique()}`;
  await signIn('manager');
  await gotoHydrated(page, '/admin/promotions');
  await expect(heading(page, 'Discount Codes')).toBeVisible();
  await page.getByRole('link', { name: 'Create discount code' }).click();

  await page.getByRole('button', { name: 'Create code' }).click();
  await expect(page.getByText('Code is required')).toBeVisible();
  await page.getByLabel('Code', { exact: false }).first().fill(code.toLowerCase());
  await page.getByLabel(/^Discount/).fill('12.5');
  await page.getByLabel(/^Ends/).fill('2031-05-01T10:30');
  await page.getByRole('button', { name: 'Create code' }).click();
  await expectAdminStatusMessage(page, 'Discount code created.');
  await expect(page.getByRole('row', { name: new RegExp(code) })).toContainText('12.5% off');

  await page.getByRole('link', { name: `Edit ${code}` }).click();
  await expect(page.getByLabel(/^Ends/)).toHaveValue('2031-05-01T10:30');
  await page.getByLabel(/^Discount/).fill('20');
  await page.getByRole('button', { name: 'Save discount code' }).click();
  await expectAdminStatusMessage(page, 'Discount code saved.');

  await page.getByRole('button', { name: `Deactivate ${code}` }).click();
  await expect(page.getByRole('button', { name: `Activate ${code}`, exact: true })).toBeVisible();
  const { rows } = await sql.query('select percent_bp, active, ends_at from discount_codes where code = $1', [code]);
  expect(rows).toEqual([{ percent_bp: 2_000, active: false, ends_at: new Date('2031-05-01T10:30:00Z') }]);
});

test('a discount code of 100 % is created and activated after a sentence says what its orders cost', async ({
  page,
  signIn,
  sql,
}) => {
  const code = `GIFT-${unique()}`;
  await signIn('manager');
  await gotoHydrated(page, '/admin/promotions/new');
  await page.getByLabel('Code', { exact: false }).first().fill(code);
  await page.getByLabel(/^Discount/).fill('100');
  await page.getByLabel(/^Total usage limit/).fill('100');
  await page.getByRole('button', { name: 'Create code' }).click();

  const sentence = `Orders with ${code} cost nothing but shipping and tax, up to 100 times in total.`;
  const question = confirmation(page, `Create ${code} with 100% off?`);
  await expect(question).toContainText(sentence);
  const count = async () => (await sql.query('select from discount_codes where code = $1', [code])).rowCount;
  expect(await count()).toBe(0);
  await question.getByRole('button', { name: 'Create code' }).click();
  await expectAdminStatusMessage(page, 'Discount code created.');
  expect(await count()).toBe(1);

  await gotoHydrated(page, '/admin/promotions');
  await page.getByRole('button', { name: `Deactivate ${code}` }).click();
  await page.getByRole('button', { name: `Activate ${code}`, exact: true }).click();
  const activation = confirmation(page, `Activate ${code} with 100% off?`);
  await expect(activation).toContainText(sentence);
  await activation.getByRole('button', { name: 'Activate', exact: true }).click();
  await expectAdminStatusMessage(page, 'Discount code activated.');
});

test('newsletter subscribers are searched, exported and removed', async ({ page, signIn, sql }) => {
  const email = `subscriber-${unique().toLowerCase()}@example.com`;
  await sql.query('insert into newsletter_subscribers (email, confirmed_at) values ($1, now())', [email]);
  await signIn('content');
  await gotoHydrated(page, `/admin/newsletter?q=${email}`);

  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('newsletter.csv');

  await page.getByRole('button', { name: `Remove ${email}` }).click();
  const question = confirmation(page, `Remove ${email} from the newsletter?`);
  await expect(question).toContainText('1 subscriber is removed.');
  await question.getByRole('button', { name: 'Remove subscriber' }).click();
  await expectAdminStatusMessage(page, 'Subscriber removed.');
  await expect(page.getByText('No email address starts with your search. Try fewer characters.')).toBeVisible();
});

test('AOTH-007 the audit log shows actor, action and changed values', async ({ page, signIn, shop }) => {
  const me = await signIn('admin');
  const discountCode = { code: `LOG-${unique()}`, title: 'Audited', description: '', percent: 10 };
  const open = { startsAt: null, endsAt: null, usageLimit: null, perUserLimit: null };
  await page.request.post(`${shop.url}/api/admin/discount-codes`, {
    headers: { origin: shop.url },
    data: { ...discountCode, ...open },
  });

  await page.goto(`/admin/audit-log?who=${me.email}`);

  const entry = page.getByRole('listitem').filter({ hasText: `created the discount code ${discountCode.code}` });
  await expect(entry).toHaveCount(1);
  await expect(entry).toContainText('Discount 10%');
  await expect(entry.getByTitle(me.email)).toBeVisible();
});

test('the system page retries a failed job', async ({ page, signIn, sql }) => {
  const id = await insertFailedJob(sql);
  await signIn('admin');
  await gotoHydrated(page, '/admin/system');
  await expect(page.getByRole('region', { name: 'Health checks' })).toContainText('PostgreSQL');

  await page.getByRole('button', { name: `Retry check_invariants, job ${id}` }).click();
  await expectAdminStatusMessage(page, 'Job queued for retry.');

  await expect(page.getByRole('button', { name: new RegExp(`job ${id}$`) })).toHaveCount(0);
});

test('a payment without an order is refunded from the Payments page', async ({ page, signIn, sql, shop, browser }) => {
  const context = await browser.newContext();
  const orderId = await placePaidOrder({ context, shop, sql }, await register(context, shop), CUFFLINKS);
  await context.close();
  const { rows } = await sql.query(
    'update payments set order_id = null where order_id = $1 returning provider_payment_id, amount_minor::int as amount',
    [orderId],
  );
  await signIn('manager');
  await gotoHydrated(page, '/admin/payments');
  const row = page
    .getByRole('table', { name: paymentMessages.differences })
    .getByRole('row', { name: new RegExp(rows[0].provider_payment_id) });
  await expect(row).toContainText(formatCharge(rows[0].amount, 'INR'));

  await row.getByRole('button', { name: 'Refund' }).click();
  const amount = formatCharge(rows[0].amount, 'INR');
  await confirmEffects(page, 'Refund payment', `Refund ${amount}`, `${amount} is refunded to `);

  await expectAdminStatusMessage(page, 'Refund submitted.');
  await expect(row).toHaveCount(0);
});
