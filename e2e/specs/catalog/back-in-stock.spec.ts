import type { Page } from '@playwright/test';
import { productMessages } from '@shop/contracts/catalog/product-messages';
import { STORE_NAME } from '@shop/contracts/common/constants';
import { emailTexts } from '@shop/contracts/mail/messages';
import { waitlistMessages } from '@shop/contracts/waitlist/messages';
import { firstOrFail, main, RING } from '../../pages/product.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { expect, test } from '../../support/fixtures.ts';

/** Out of stock in the sample data. */
const OUT_OF_STOCK = `${RING}?Ring+size=US+9`;

const form = (page: Page) => main(page).getByRole('form', { name: waitlistMessages.heading });
const submitForm = (page: Page) => form(page).getByRole('button', { name: waitlistMessages.submit }).click();
const emailField = (page: Page) => form(page).getByLabel(waitlistMessages.email);
const confirmation = (page: Page) => main(page).getByText(waitlistMessages.done);

for (const javaScriptEnabled of [true, false])
  test.describe(`RTE-018 JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('a guest requests a back-in-stock alert for an out-of-stock size by email address', async ({ page, sql }) => {
      const email = `guest-${crypto.randomUUID()}@example.com`;
      await page.goto(OUT_OF_STOCK);
      await emailField(page).fill('not-an-email');
      await submitForm(page);
      await expect(form(page).getByRole('alert')).toHaveText(waitlistMessages.invalidEmail);
      await expect(emailField(page)).toHaveValue('not-an-email');

      await emailField(page).fill(email);
      await submitForm(page);

      await expect(confirmation(page)).toBeVisible();
      const { rows } = await sql.query(
        `select v.option_values from waitlist w join variants v on v.id = w.variant_id where w.email = $1`,
        [email],
      );
      expect(rows).toEqual([{ option_values: { 'Ring size': 'US 9' } }]);
    });

    test('a customer requests a back-in-stock alert with one click', async ({ page, signIn, sql }) => {
      const { id } = await signIn();
      await page.goto(OUT_OF_STOCK);
      await expect(emailField(page)).toHaveCount(0);

      await submitForm(page);

      await expect(confirmation(page)).toBeVisible();
      expect((await sql.query('select from waitlist where user_id = $1', [id])).rowCount).toBe(1);
    });
  });

test('a product of which nothing is in stock promises no date and asks for the size of the alert', async ({
  page,
  sql,
}) => {
  await page.setViewportSize({ width: 375, height: 667 });
  const { rows } = await sql.query<{ slug: string }>(
    `select slug from products p where options <> '[]' and not exists
       (select from variants v join stock s on s.variant_id = v.id where v.product_id = p.id and s.available > 0)`,
  );
  await page.goto(`/product/${firstOrFail(rows).slug}`);

  await expect(main(page).getByText(productMessages.selectForAlert('Size'))).toBeVisible();
  await expect(main(page).getByText(/^Arrives/)).toHaveCount(0);
  await expect(page.getByRole('button', { name: productMessages.selectShort('Size'), exact: true })).toHaveCount(0);
});

test('the back-in-stock email links to the variant, which can be bought', async ({ page, inbox, sql }) => {
  const email = `guest-${crypto.randomUUID()}@example.com`;
  const { rows } = await sql.query<{ id: string; slug: string; name: string }>(
    `select v.id, p.slug, p.name from variants v join products p on p.id = v.product_id join stock s on s.variant_id = v.id
      where s.available = 0 and p.slug = 'comet-mini-dress'`,
  );
  const variant = firstOrFail(rows);
  await sql.query('insert into waitlist (variant_id, email) values ($1, $2)', [variant.id, email]);
  await sql.query('update stock set available = 20, received = received + 20 where variant_id = $1', [variant.id]);
  await sql.query("select graphile_worker.add_job('notify_back_in_stock')");

  const [emailMessage, ...more] = await inbox(email);
  await page.setContent(emailMessage?.html ?? '');
  await page
    .getByRole('link', { name: emailTexts(STORE_NAME).back_in_stock({ product: '', options: '' }).button })
    .click();

  expect(more).toEqual([]);
  await expect(page.getByRole('heading', { level: 1, name: variant.name })).toBeVisible();
  await expect(main(page).getByRole('status')).toHaveText(productMessages.inStock);
});

test('RTE-019 an out-of-stock product page has no axe violations', async ({ page }) => {
  await Promise.all([page.waitForResponse('**/api/session'), page.goto(OUT_OF_STOCK)]);
  await emailField(page).fill('not-an-email');
  await submitForm(page);
  await expect(form(page).getByRole('alert')).toBeVisible();

  await expectAccessible(page);
});
