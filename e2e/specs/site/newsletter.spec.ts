import { STORE_NAME } from '@shop/contracts/common/constants';
import { emailLayoutTexts, emailTexts } from '@shop/contracts/mail/messages';
import {
  confirmNewsletterMessages,
  newsletterMessages,
  unsubscribeMessages,
} from '@shop/contracts/newsletter/messages';
import { main, press } from '../../pages/login.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { expect, test } from '../../support/fixtures.ts';

const anEmail = () => `subscriber-${crypto.randomUUID()}@example.com`;

for (const javaScriptEnabled of [true, false])
  test.describe(`RTE-018 JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('subscribing and unsubscribing each need the button on the page their email links to', async ({
      page,
      inbox,
      sql,
    }) => {
      const email = anEmail();
      const isSubscribed = async () =>
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
      expect(await isSubscribed()).toBe(false);
      await press(page, confirmNewsletterMessages.submit);
      await expect(main(page).getByRole('status')).toHaveText(confirmNewsletterMessages.done);
      expect(await isSubscribed()).toBe(true);

      const [welcomeEmail] = await inbox(email, emailTexts(STORE_NAME).newsletter_welcome.subject);
      // Scripts of the page that are still loading would replace the email.
      await page.goto('about:blank');
      await page.setContent(welcomeEmail?.html ?? '');
      await page.getByRole('link', { name: emailLayoutTexts.unsubscribe }).click();
      await expect(page).toHaveTitle('Unsubscribe | Crystalline');
      expect(await isSubscribed()).toBe(true);
      await press(page, unsubscribeMessages.submit);
      await expect(main(page).getByRole('status')).toHaveText(unsubscribeMessages.done);
      expect(await isSubscribed()).toBe(false);
    });

    test('links without a token show an error', async ({ page }) => {
      await page.goto('/newsletter/confirm');
      await expect(main(page).getByRole('alert')).toHaveText(confirmNewsletterMessages.invalid);

      await page.goto('/newsletter/unsubscribe');
      await expect(main(page).getByRole('alert')).toHaveText(unsubscribeMessages.invalid);
    });
  });

test('an email client unsubscribes with one click, without cookie or origin (RFC 8058)', async ({ shop, sql }) => {
  const email = anEmail();
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
  const { rows: unsubscribed } = await sql.query(
    'select unsubscribed_at is not null as unsubscribed from newsletter_subscribers where email = $1',
    [email],
  );
  expect(unsubscribed).toEqual([{ unsubscribed: true }]);
});

for (const path of ['/newsletter/confirm', '/newsletter/unsubscribe'])
  test(`RTE-019 ${path} has no axe violations`, async ({ page }) => {
    await page.goto(`${path}?token=${crypto.randomUUID()}`);

    await expectAccessible(page);
  });
