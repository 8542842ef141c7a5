import { randomBytes } from 'node:crypto';
import { confirmation, expectAdminStatusMessage, heading, insertReview, insertTicket } from '../../pages/admin.ts';
import { UNIT_LIMIT } from '../../pages/checkout.ts';
import { confirmEmail, gotoHydrated, register } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

const unique = () => randomBytes(5).toString('hex');

test('AOTH-005 the owner changes the store settings, and an invalid field shows its error', async ({
  page,
  signIn,
  sql,
}) => {
  await signIn('admin');
  await gotoHydrated(page, '/admin/settings');
  await expect(heading(page, 'Store Settings')).toBeVisible();

  const units = page.getByLabel(/^Low-stock threshold/);
  await units.fill('-1');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Enter a whole number of 0 or more')).toBeVisible();

  await units.fill('6');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expectAdminStatusMessage(page, 'Settings saved.');
  await expect(units).toHaveValue('6');
  await expect(page.getByLabel('Units of one variant')).toHaveValue(`${UNIT_LIMIT}`);
  const { rows } = await sql.query('select low_stock_threshold, reviews_need_approval from store_settings');
  expect(rows).toEqual([{ low_stock_threshold: 6, reviews_need_approval: true }]);
});

test('AOTH-005 a role that can only read the settings cannot change them', async ({ page, signIn }) => {
  await signIn('manager');
  await page.goto('/admin/settings');

  await expect(page.getByText('Only owners can change them.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save settings' })).toHaveCount(0);
});

test('AOTH-004 reviews are approved and rejected', async ({ page, signIn, sql }) => {
  const [good, bad] = [`Good ${unique()}`, `Bad ${unique()}`];
  const ids = [await insertReview(sql, good), await insertReview(sql, bad)];
  await signIn('content');
  await page.goto('/admin/reviews');
  await expect(heading(page, 'Reviews')).toBeVisible();

  await page.getByRole('button', { name: new RegExp(`^Approve .* by ${good}$`) }).click();
  await expectAdminStatusMessage(page, 'Review approved. It’s now visible and counts toward the rating.');
  await page.getByRole('button', { name: new RegExp(`^Reject .* by ${bad}$`) }).click();
  await expectAdminStatusMessage(page, 'Review rejected. It’s hidden and doesn’t count toward the rating.');

  await expect(page.getByText(good)).toHaveCount(0);
  const { rows } = await sql.query('select status from reviews where id = any ($1) order by user_name desc', [ids]);
  expect(rows).toEqual([{ status: 'approved' }, { status: 'rejected' }]);
  await sql.query('delete from reviews where id = any ($1)', [ids]);
});

test('AOTH-003 a reply to a ticket is sent by email, and the ticket is closed', async ({
  page,
  signIn,
  sql,
  inbox,
}) => {
  const email = `customer-${unique()}@example.com`;
  const id = await insertTicket(sql, 'Ada Asker', email);
  await signIn('support');
  await page.goto(`/admin/support-tickets?q=${email}`);
  await expect(heading(page, 'Support Tickets')).toBeVisible();
  await page.getByRole('link', { name: `View ticket ${id.slice(-8)}` }).click();
  await expect(page.getByText('Does it come in platinum?')).toBeVisible();

  await page.getByRole('button', { name: 'Send reply' }).click();
  await expect(page.getByText('Reply is required')).toBeVisible();
  await page.getByRole('textbox', { name: 'Reply' }).fill('It does.\n\nShall we make one?');
  await page.getByRole('button', { name: 'Send reply' }).click();
  await expectAdminStatusMessage(page, 'Reply sent.');

  await expect(page.getByRole('list', { name: 'Messages' }).getByText('Shall we make one?')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Reply' })).toHaveValue('');
  const [emailMessage] = await inbox(email);
  expect(emailMessage?.text).toContain('Shall we make one?');

  await page.getByRole('button', { name: 'Close ticket' }).click();
  await expectAdminStatusMessage(page, 'Ticket closed.');
  await expect(page.getByRole('button', { name: 'Reopen ticket' })).toBeVisible();
});

test('AOTH-001 a customer is searched, opened and given a role', async ({ page, signIn, browser, shop, sql }) => {
  const other = await browser.newContext();
  const person = await register(other, shop, `Zora ${unique()}`);
  await confirmEmail(sql, person.id);
  const owner = await signIn('admin');
  await gotoHydrated(page, '/admin/customers');
  await expect(heading(page, 'Customers')).toBeVisible();

  await page.getByLabel('Search', { exact: true }).fill(person.email.slice(0, 16));
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: `View ${person.name}` }).click();
  await expect(heading(page, person.name)).toBeVisible();
  await expect(page.getByText('No orders yet.')).toBeVisible();

  await page.getByRole('combobox', { name: 'Role' }).selectOption('Fulfillment');
  await page.getByRole('button', { name: 'Save role' }).click();
  const question = confirmation(page, `Change the role of ${person.name} to Fulfillment?`);
  await expect(question).toContainText(`${person.name} becomes Fulfillment instead of Customer, 1 session is ended, `);
  await question.getByLabel('Your password').fill(owner.password);
  await question.getByRole('button', { name: 'Change role' }).click();
  await expectAdminStatusMessage(page, 'Role updated.');
  expect((await sql.query('select role from users where id = $1', [person.id])).rows).toEqual([{ role: 'packer' }]);

  await page.getByRole('button', { name: 'Log out of all devices' }).click();
  await confirmation(page, 'Log this user out of all devices?').getByRole('button', { name: 'Log out user' }).click();
  await expectAdminStatusMessage(page, 'Logged out of all devices.');
  expect((await other.request.get(`${shop.url}/api/user/me`)).status()).toBe(401);
  await other.close();
});

test('A31 the support role cannot raise its own role', async ({ page, signIn, shop }) => {
  const me = await signIn('support');
  await page.goto(`/admin/customers/${me.id}`);
  await expect(heading(page, me.name)).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Role' })).toHaveCount(0);

  // A hand-crafted form post is rejected as well.
  await page.request.post(`${shop.url}/admin/customers/${me.id}.data`, {
    form: { intent: 'role', role: 'owner', password: me.password },
    headers: { origin: shop.url },
  });
  const seen = await page.request.get(`${shop.url}/api/admin/me`);
  expect(await seen.json()).toMatchObject({ role: 'support' });
});
