import { newsletterMessages } from '@shop/contracts/newsletter/messages';
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
    await expect(page.getByRole('contentinfo').locator(`a[href="/${path}"]`), path).toBeVisible();
});

test('FTR-002 the footer newsletter form subscribes the email address', async ({ page, sql }) => {
  const email = `footer-${Date.now()}@example.com`;
  await page.goto('/');
  const box = page.getByRole('contentinfo');

  await box.getByRole('textbox', { name: /email/i }).fill(email);
  await box.getByRole('button', { name: 'Subscribe' }).click();

  await expect(box.getByText(newsletterMessages.success)).toBeVisible();
  expect((await sql.query('select email from newsletter_subscribers where email = $1', [email])).rows).toEqual([
    { email },
  ]);
});
