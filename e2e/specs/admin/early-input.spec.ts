import { setTimeout as pause } from 'node:timers/promises';
import type { ElementHandle, Page } from '@playwright/test';
import { ADMIN_PAGES } from '@shop/contracts/admin/pages';
import { insertFailedJob, insertReview } from '../../pages/admin.ts';
import { urlOf } from '../../pages/admin-urls.ts';
import { main } from '../../support/account.ts';
import { test as base, expect } from '../../support/fixtures.ts';
import { NO_RATE_LIMIT, type Shop, startShop } from '../../support/shop.ts';

/** A store of their own, because the rows of some pages are inserted for them. */
const test = base.extend<object, { ownShop: Shop }>({
  ownShop: [
    async ({ browserName: _ }, use) => {
      const shop = await startShop({ payments: true, env: NO_RATE_LIMIT });
      await use(shop);
      await shop.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  shop: ({ ownShop }, use) => use(ownShop),
});
test.describe.configure({ mode: 'default' });

const SCRIPT_DELAY_MS = 1_500;
/** The grid of products has hundreds. */
const FIELDS_MAX = 40;

/** Pages on which nothing is typed. */
const WITHOUT_FIELDS = [
  '/admin/analytics',
  '/admin/audit-log',
  '/admin/brands',
  '/admin/campaigns',
  '/admin/categories',
  '/admin/collections',
  '/admin/customers/:customerId',
  '/admin/demand',
  '/admin/online-store',
  '/admin/online-store/blocks/:itemId',
  '/admin/orders/at-risk',
  '/admin/orders/batches/:batchId',
  '/admin/orders/import',
  '/admin/orders/packing-slips',
  '/admin/orders/pick-list',
  '/admin/pages',
  '/admin/pages/:pageId/preview',
  '/admin/payments',
  '/admin/products/import',
  '/admin/products/imports/:importId',
  '/admin/promotions',
  '/admin/returns',
  '/admin/returns/reasons',
  '/admin/reviews',
  '/admin/system',
];

const TYPED: Record<string, string> = {
  number: '7',
  date: '2031-02-03',
  time: '10:30',
  'datetime-local': '2031-02-03T10:30',
  email: 'early@example.com',
  url: 'https://example.com/early',
};

/** Opens a page whose scripts arrive when it was typed in, and never earlier than 1.5 s after they were requested. */
async function typeEarly(page: Page, url: string, type: () => Promise<void>) {
  const { promise: typed, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await Promise.all([typed, pause(SCRIPT_DELAY_MS)]);
    await route.continue();
  });
  const hydrated = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/session');
  await page.goto(url, { waitUntil: 'commit' });
  await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible();
  await type();
  release();
  await hydrated;
}

type Field = ElementHandle;

async function fill(field: Field) {
  const type = (await field.getAttribute('type')) ?? 'text';
  await field.fill(TYPED[type] ?? `${await field.inputValue()} early`);
  return { field, value: await field.inputValue() };
}

for (const { path } of ADMIN_PAGES.filter((page) => !WITHOUT_FIELDS.includes(page.path)))
  test(`text that is typed on ${path} before the scripts have started is kept`, async ({ page, sql, signIn }) => {
    await insertReview(sql, 'Grace Hopper');
    await insertFailedJob(sql);
    await signIn('owner');
    // The elements themselves: an edit may show or hide others.
    const fields: Awaited<ReturnType<typeof fill>>[] = [];
    const valuesNow = () => Promise.all(fields.map(({ field }) => field.inputValue()));

    await typeEarly(page, await urlOf(path, sql), async () => {
      const editable = main(page).locator(
        ':is(textarea, input:not([type=file], [type=checkbox], [type=radio])):visible:enabled:not([readonly])',
      );
      for (const field of (await editable.elementHandles()).slice(0, FIELDS_MAX)) fields.push(await fill(field));
    });

    expect(fields.length).toBeGreaterThan(0);
    const typed = fields.map(({ value }) => value);
    await expect.poll(valuesNow).toEqual(typed);
    // Once more after the page has been rendered again, by an edit.
    await fields.at(-1)?.field.press('End');
    await fields.at(-1)?.field.press('1');
    await expect.poll(async () => (await valuesNow()).slice(0, -1)).toEqual(typed.slice(0, -1));
  });
