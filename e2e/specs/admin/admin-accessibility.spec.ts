import { insertDemand, insertFailedJob, insertReview, insertTicket } from '../../pages/admin.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { gotoHydrated } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

const PAGES = [
  '/admin/settings',
  '/admin/staff',
  '/admin/reviews?status=all',
  '/admin/support-tickets?status=all',
  '/admin/customers',
  '/admin/orders/at-risk',
  '/admin/returns',
  '/admin/returns/reasons',
  '/admin/demand',
  '/admin/demand?kind=soldOut',
  '/admin/demand?kind=done',
  '/admin/products/bulk-edit',
  '/admin/collections',
  '/admin/collections/new',
  '/admin/promotions',
  '/admin/promotions/new',
  '/admin/categories',
  '/admin/categories/new',
  '/admin/brands',
  '/admin/synonyms',
  '/admin/campaigns',
  '/admin/campaigns/new',
  '/admin/newsletter',
  '/admin/pages',
  '/admin/pages/new',
  '/admin/online-store',
  '/admin/online-store/announcement',
  '/admin/online-store/blocks/new',
  '/admin/online-store/slides/new',
  '/admin/online-store/testimonials/new',
  '/admin/online-store/menus/new?menu=footer',
  '/admin/audit-log',
  '/admin/system',
  '/admin/payments',
];
const LONG = 'Averyveryverylongnamewithoutanyspace'.repeat(5);

test.describe('RTE-019 no axe violations and no overflow at three widths', () => {
  test.beforeEach(async ({ sql }) => {
    await insertReview(sql, LONG, LONG);
    await insertFailedJob(sql);
    await insertDemand(sql, LONG.slice(0, 80));
    await insertTicket(sql, LONG, `${LONG.slice(0, 60)}@example.com`, LONG);
  });

  for (const path of PAGES)
    test(path, async ({ page, signIn }) => {
      await signIn('admin');
      await gotoHydrated(page, path);

      await expectAccessible(page);
    });

  test('a review with photos', async ({ page, signIn, sql }) => {
    await signIn('admin');
    const { rows } = await sql.query<{ id: string }>(
      `select id from reviews where status = 'approved' and photo_count > 0 order by id limit 1`,
    );
    await gotoHydrated(page, `/admin/reviews/${rows[0]?.id}`);
    await expectAccessible(page);
  });

  test('packing slips and a pick list', async ({ page, signIn, sql }) => {
    await signIn('admin');
    const { rows } = await sql.query<{ id: string }>('select id from orders order by id desc limit 3');
    const orders = new URLSearchParams(rows.map(({ id }) => ['orderId', id]));
    for (const path of ['/admin/orders/packing-slips', '/admin/orders/pick-list']) {
      await gotoHydrated(page, `${path}?${orders}`);
      await expectAccessible(page);
    }
  });

  test('a campaign with a long text, as a draft and after it was sent', async ({ page, signIn, sql }) => {
    await signIn('admin');
    for (const state of ['draft', 'scheduled', 'sent']) {
      const { rows } = await sql.query<{ id: string }>(
        `insert into campaigns (title, message, channels, state, scheduled_at, finished_at)
         values ($1, $2, '{email,notification}', $3, '2099-01-01', now()) returning id`,
        [LONG.slice(0, 120), LONG, state],
      );
      await gotoHydrated(page, `/admin/campaigns/${rows[0]?.id}`);
      await expectAccessible(page);
    }
  });

  test('a customer, a ticket and the palette', async ({ page, signIn, sql }) => {
    const me = await signIn('admin');
    const ticket = await insertTicket(sql, LONG, 'long@example.com', LONG);
    await gotoHydrated(page, `/admin/customers/${me.id}`);
    await expectAccessible(page);
    await gotoHydrated(page, `/admin/support-tickets/${ticket}`);
    await expectAccessible(page);

    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox')).toBeFocused();
    await expectAccessible(page);
  });
});
