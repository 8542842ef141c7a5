import type { Page } from '@playwright/test';
import { notificationMessages } from '@shop/contracts/notifications/messages';
import type { Pool } from 'pg';
import { TRIO } from '../../pages/cart.ts';
import { placeOrder } from '../../pages/checkout.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { expectStatusMessage, gotoHydrated, main } from '../../support/account.ts';
import { setStatus } from '../../support/admin-session.ts';
import { expect, test } from '../../support/fixtures.ts';

const PINK = 'rgb(252, 227, 238)';
const PURPLE = 'rgb(235, 227, 250)';
const GREY = 'rgb(236, 234, 238)';
const DIMMED = 'rgb(107, 95, 117)';

type NotificationInput = {
  type?: string;
  title: string;
  message?: string;
  link?: string;
  read?: boolean;
  ago?: string;
};

/** Inserts notifications, oldest first; their UUIDv7 ids are a millisecond apart to keep that order. */
async function insertNotifications(sql: Pool, userId: string, ...notifications: NotificationInput[]) {
  const start = Date.now();
  for (const [place, notification] of notifications.entries()) {
    const { type = 'other', title, message = 'Something happened.', link, read = false, ago = '0' } = notification;
    const moment = (start + place).toString(16).padStart(12, '0');
    const id = `${moment.slice(0, 8)}-${moment.slice(8)}-7${crypto.randomUUID().slice(15)}`;
    await sql.query(
      `insert into notifications (id, user_id, type, title, message, link, read_at, created_at)
       values ($1, $2, $3, $4, $5, $6, case when $7 then now() end, now() - $8::interval)`,
      [id, userId, type, title, message, link, read, ago],
    );
  }
}

const card = (page: Page, title: string) => main(page).getByRole('article', { name: title });
const cards = (page: Page) => main(page).getByRole('article');
const markAll = (page: Page) => main(page).getByRole('button', { name: 'Mark all as read' });
const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Notifications/ });
const colorOf = (page: Page, title: string) => card(page, title).evaluate((article) => getComputedStyle(article).color);

/** Opens a page and waits for its notification stream. */
const listen = (page: Page, path: string) =>
  Promise.all([page.waitForResponse('**/api/notifications/stream*'), page.goto(path)]);

test('NOTE-001 NOTE-003 NOTE-004 a notification shows title, message, age, and an icon in the color of its type', async ({
  page,
  sql,
  signIn,
}) => {
  const { id } = await signIn();
  await insertNotifications(
    sql,
    id,
    { type: 'other', title: 'The Moonlit Tiara', ago: '3 days' },
    { type: 'promotion', title: '20% off for the season', message: 'Use code CRYSTAL20.', ago: '5 hours' },
    { type: 'order', title: 'Order update', message: 'Your order is on its way.', link: '/orders' },
  );
  await page.goto('/notifications');

  await expect(page).toHaveTitle('Notifications | Crystalline');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notifications');
  await expect(cards(page)).toHaveText([
    /Order.*Order update.*Just now.*Your order is on its way\./,
    /Promotion.*20% off for the season.*5 hours ago.*Use code CRYSTAL20\./,
    /Update.*The Moonlit Tiara.*3 days ago.*Something happened\./,
  ]);
  for (const [type, color] of [
    ['Order', PINK],
    ['Promotion', PURPLE],
    ['Update', GREY],
  ] as const) {
    const icon = main(page).getByText(type, { exact: true }).locator('..');
    expect(await icon.evaluate((tile) => getComputedStyle(tile).backgroundColor)).toBe(color);
  }
  await card(page, 'Order update').getByRole('link', { name: 'Order update' }).click();
  await expect(page).toHaveURL(/\/orders$/);
});

test('NOTE-002 four skeleton cards show while the list loads slowly', async ({ page, sql, signIn }) => {
  const { id } = await signIn();
  await insertNotifications(sql, id, { title: 'At last' });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/notifications.data*', async (route) => {
    await released;
    await route.continue();
  });
  await gotoHydrated(page, '/');

  await bell(page).click();
  await expect(main(page).locator('[aria-busy="true"] .rounded-card')).toHaveCount(4);
  release();

  await expect(card(page, 'At last')).toBeVisible();
  await expect(main(page).locator('[aria-busy="true"]')).toHaveCount(0);
});

test('NOTE-005 NOTE-006 NOTE-007 one notification is marked as read, then all of them', async ({
  page,
  sql,
  signIn,
}) => {
  const { id } = await signIn();
  await insertNotifications(sql, id, { title: 'Third', read: true }, { title: 'Second' }, { title: 'First' });
  await listen(page, '/notifications');
  const button = (title: string) => card(page, title).getByRole('button', { name: 'Mark as read' });
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2');
  await expect(button('Third')).toHaveCount(0);
  expect(await colorOf(page, 'Third')).toBe(DIMMED);
  expect(await colorOf(page, 'First')).not.toBe(DIMMED);

  await button('First').press('Enter');
  await expect(button('First')).toHaveCount(0);
  await expect(card(page, 'First')).toBeFocused();
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1');
  expect(await colorOf(page, 'First')).toBe(DIMMED);
  await markAll(page).press('Enter');

  await expect(markAll(page)).toHaveCount(0);
  await expect(button('Second')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await page.reload();
  await expect(markAll(page)).toHaveCount(0);
});

test('NOTE-008 NOTE-009 an empty list says that there are no notifications', async ({ page, signIn }) => {
  await signIn();
  await page.goto('/notifications');

  await expect(page.getByRole('heading', { name: 'No notifications' })).toBeVisible();
  await expect(main(page)).toContainText(
    "You don't have any notifications right now. We'll let you know when there's any update.",
  );
  await expect(markAll(page)).toHaveCount(0);
});

test('NOTE-016 a status change appears in the list, in the header and in a toast, without a reload', async ({
  page,
  context,
  browser,
  shop,
  sql,
  signIn,
}) => {
  const orderId = await placeOrder({ context, shop, sql }, await signIn(), TRIO);
  await listen(page, '/notifications');
  await expect(cards(page)).toHaveCount(1);

  await setStatus({ browser, shop, sql }, orderId, 'processing');

  const message = `Your order #${orderId.slice(-8)} is now being processed.`;
  await expect(cards(page).first()).toContainText(message);
  await expect(cards(page)).toHaveCount(2);
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2');
  await expectStatusMessage(page, notificationMessages.arrived('Order update', message));
});

test('NOTE-016 an open order page updates on a status change', async ({
  page,
  context,
  browser,
  shop,
  sql,
  signIn,
}) => {
  const orderId = await placeOrder({ context, shop, sql }, await signIn(), TRIO);
  await listen(page, `/orders/${orderId}`);

  await setStatus({ browser, shop, sql }, orderId, 'shipped');

  await expect(main(page)).toContainText(/TRK\d{8}/);
});

test('NOTE-016 a notification created while the page is hidden or offline arrives after reconnecting', async ({
  page,
  context,
  sql,
  signIn,
}) => {
  const { id } = await signIn();
  await listen(page, '/');
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  const again = page.waitForResponse((response) => response.url().includes('/stream?after='));
  await context.setOffline(true);
  // A page that becomes visible reconnects: this fails while offline, and it keeps retrying.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await insertNotifications(sql, id, { title: 'While you were away', message: 'It rained.' });

  await context.setOffline(false);
  await again;

  await expectStatusMessage(page, 'While you were away: It rained.');
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1');
});

test('older notifications are on the next page', async ({ page, sql, signIn }) => {
  const { id } = await signIn();
  await insertNotifications(sql, id, ...Array.from({ length: 22 }, (_, place) => ({ title: `Number ${22 - place}` })));
  await page.goto('/notifications');
  await expect(cards(page)).toHaveCount(20);

  await main(page).getByRole('link', { name: 'Show more' }).click();
  await expect(cards(page)).toHaveCount(2);
  await main(page).getByRole('link', { name: notificationMessages.newest }).click();

  await expect(cards(page)).toHaveCount(20);
});

test('a guest opens no notification stream', async ({ page }) => {
  const requestedPaths: string[] = [];
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
  await gotoHydrated(page, '/');
  await page.getByRole('banner').getByRole('link', { name: 'Shop', exact: true }).click();
  await expect(page).toHaveURL(/\/products$/);

  expect(requestedPaths).toContain('/api/session');
  expect(requestedPaths).not.toContain('/api/notifications/stream');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('NOTE-005 NOTE-007 one and then all notifications are marked as read', async ({ page, sql, signIn }) => {
    const { id } = await signIn();
    await insertNotifications(sql, id, { title: 'Second' }, { title: 'First' });
    await page.goto('/notifications');

    await card(page, 'First').getByRole('button', { name: 'Mark as read' }).click();
    await expect(main(page).getByRole('button', { name: 'Mark as read' })).toHaveCount(1);
    await markAll(page).click();

    await expect(main(page).getByRole('button', { name: /as read/ })).toHaveCount(0);
    await expect(page).toHaveURL(/\/notifications$/);
  });
});

test('RTE-019 /notifications has no axe violations with long texts', async ({ page, sql, signIn }) => {
  const { id } = await signIn();
  await insertNotifications(
    sql,
    id,
    { title: 'Read', read: true },
    {
      type: 'promotion',
      title: 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(3),
      message: 'Long. '.repeat(80),
    },
    { type: 'order', title: 'Order update', link: '/orders' },
  );
  await listen(page, '/notifications');

  await expectAccessible(page);
});
