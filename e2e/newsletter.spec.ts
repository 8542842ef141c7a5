import { mailTexts } from '@shop/contracts/mail-texts';
import {
  confirmNewsletterMessages,
  leaveNewsletterMessages,
  newsletterMessages,
} from '@shop/contracts/newsletter-texts';
import { expect, test } from './fixtures.ts';
import { isForEverybody } from './for-everybody.ts';
import { main, press } from './sign-in-page.ts';

const someone = () => `reader-${crypto.randomUUID()}@example.com`;

for (const javaScriptEnabled of [true, false])
  test.describe(`RTE-018 JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('an address joins the list by the button behind its mail, and leaves it the same way', async ({
      page,
      inbox,
      sql,
    }) => {
      const email = someone();
      const isReader = async () =>
        (
          await sql.query(
            'select from newsletter_subscribers where email = $1 and confirmed_at is not null and unsubscribed_at is null',
            [email],
          )
        ).rowCount === 1;
      await page.goto('/newsletter');
      await main(page).getByLabel(newsletterMessages.email).fill(email);
      await press(page, newsletterMessages.subscribe);
      await expect(main(page).getByRole('status')).toHaveText(newsletterMessages.success);

      const [invitation] = await inbox(email);
      await page.goto(invitation?.link ?? '');
      await expect(page).toHaveTitle('Confirm subscription | Crystalline');
      expect(await isReader()).toBe(false);
      await press(page, confirmNewsletterMessages.submit);
      await expect(main(page).getByRole('status')).toHaveText(confirmNewsletterMessages.done);
      expect(await isReader()).toBe(true);

      const joined = (await inbox(email, 2)).at(-1);
      await page.setContent(joined?.html ?? '');
      await page.getByRole('link', { name: mailTexts.unsubscribe }).click();
      await expect(page).toHaveTitle('Unsubscribe | Crystalline');
      expect(await isReader()).toBe(true);
      await press(page, leaveNewsletterMessages.submit);
      await expect(main(page).getByRole('status')).toHaveText(leaveNewsletterMessages.done);
      expect(await isReader()).toBe(false);
    });

    test('links without their secret say so', async ({ page }) => {
      await page.goto('/newsletter/confirm');
      await expect(main(page).getByRole('alert')).toHaveText(confirmNewsletterMessages.invalid);

      await page.goto('/newsletter/unsubscribe');
      await expect(main(page).getByRole('alert')).toHaveText(leaveNewsletterMessages.invalid);
    });
  });

test('a mail program ends the letters by itself, with neither cookie nor origin (RFC 8058)', async ({ shop, sql }) => {
  const email = someone();
  const { rows } = await sql.query(
    'insert into newsletter_subscribers (email, confirmed_at) values ($1, now()) returning token',
    [email],
  );

  const response = await fetch(`${shop.url}/newsletter/unsubscribe?token=${rows[0].token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });

  expect(response.status).toBe(200);
  const { rows: left } = await sql.query(
    'select unsubscribed_at is not null as left from newsletter_subscribers where email = $1',
    [email],
  );
  expect(left).toEqual([{ left: true }]);
});

for (const path of ['/newsletter/confirm', '/newsletter/unsubscribe'])
  test(`RTE-019 axe finds nothing on ${path}`, async ({ page }) => {
    await page.goto(`${path}?token=${crypto.randomUUID()}`);

    await isForEverybody(page);
  });
