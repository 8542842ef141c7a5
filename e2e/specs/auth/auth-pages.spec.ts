import { field, fillIn, main, press } from '../../pages/login.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { gotoHydrated } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

const PAGES = [
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password?token=a',
  '/reset-password',
  '/confirm-email?token=a',
  '/undo-email-change?token=a',
  '/staff-invitation?token=a',
  '/logout',
];

for (const path of PAGES)
  test(`RTE-019 ${path} has no axe violations and does not scroll horizontally`, async ({ page }) => {
    await gotoHydrated(page, path);

    await expectAccessible(page, [320, 768, 1280]);
  });

test('RTE-019 a form with every error and long input has no axe violations', async ({ page }) => {
  await gotoHydrated(page, '/register');
  await fillIn(page, { Name: 'W'.repeat(300), Email: 'w'.repeat(300), Password: 'short' });
  await press(page, 'Create account');
  await expect(main(page).getByRole('alert')).toHaveCount(4);

  await expectAccessible(page, [320]);
});

test('RTE-019 the login form is filled in and sent by keyboard alone', async ({ page }) => {
  await gotoHydrated(page, '/login');
  await field(page, 'Email').focus();

  await page.keyboard.type('unknown@example.com');
  await page.keyboard.press('Tab');
  await page.keyboard.type('a wrong password');
  await page.keyboard.press('Enter');

  await expect(main(page).getByRole('alert')).toHaveText('Invalid email or password');
});

test('login and account recovery pages are neither cached nor indexed', async ({ request }) => {
  for (const path of PAGES) {
    const { 'cache-control': caching, 'x-robots-tag': robots } = (await request.get(path)).headers();
    expect({ path, caching, robots }).toEqual({ path, caching: 'private, no-store', robots: 'noindex' });
  }
  const sitemap = await (await request.get('/sitemap-pages.xml')).text();
  for (const path of PAGES) expect(sitemap).not.toContain(path.split('?')[0]);
});
