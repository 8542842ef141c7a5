import { footerMessages } from '@shop/contracts/layout/messages';
import { newsletterMessages } from '@shop/contracts/newsletter/messages';
import { gotoHydrated } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

const LINKS = [
  'products',
  'categories',
  'about',
  'contact',
  'track-order',
  'faq',
  'shipping',
  'terms',
  'privacy',
  'support',
];

test('FTR-001 the footer links to every information page', async ({ page }) => {
  await page.goto('/');

  for (const path of LINKS)
    await expect(
      page.getByRole('contentinfo').locator(`a[href="/${path}"]`).filter({ visible: true }),
      path,
    ).toHaveCount(1);
});

for (const javaScriptEnabled of [true, false])
  test.describe(`JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('FTR-001 on a phone the links of the footer are folded by subject', async ({ page }) => {
      await page.setViewportSize({ width: 375, height: 800 });
      await page.goto('/about');
      const faq = page.getByRole('contentinfo').getByRole('link', { name: footerMessages.faq });
      await expect(faq).toBeHidden();

      await page
        .getByRole('contentinfo')
        .getByText(footerMessages.help, { exact: true })
        .filter({ visible: true })
        .click();

      await expect(faq).toBeVisible();
    });
  });

test('FTR-002 a page has one newsletter form: its own, or that of the footer', async ({ page }) => {
  for (const [path, place] of [
    ['/', 'main'],
    ['/newsletter', 'main'],
    ['/about', 'contentinfo'],
  ] as const) {
    await page.goto(path);
    const fields = page.getByRole('textbox', { name: newsletterMessages.email });

    await expect(fields, path).toHaveCount(1);
    await expect(page.getByRole(place).getByRole('textbox', { name: newsletterMessages.email }), path).toBeVisible();
  }
});

test('FTR-002 the footer newsletter form subscribes the email address', async ({ page, sql }) => {
  const email = `footer-${Date.now()}@example.com`;
  // Before hydration the form leads to the newsletter page, which has the answer.
  await gotoHydrated(page, '/about');
  const box = page.getByRole('contentinfo');

  await box.getByRole('textbox', { name: /email/i }).fill(email);
  await box.getByRole('button', { name: 'Subscribe' }).click();

  await expect(box.getByText(newsletterMessages.success)).toBeVisible();
  expect((await sql.query('select email from newsletter_subscribers where email = $1', [email])).rows).toEqual([
    { email },
  ]);
});
