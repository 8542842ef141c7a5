import type { Page } from '@playwright/test';
import { STORE_NAME } from '@shop/contracts/common/constants';
import {
  forgotPasswordMessages,
  identityMessages,
  loginMessages,
  resetPasswordMessages,
} from '@shop/contracts/identity/auth-messages';
import { emailTexts } from '@shop/contracts/mail/messages';
import { expectFieldError, expectGuest, expectLoggedIn, fillIn, logIn, main, press } from '../../pages/login.ts';
import { expect, test } from '../../support/fixtures.ts';

const NEW_PASSWORD = 'quite another password';

async function choose(page: Page, password: string, again = password) {
  await fillIn(page, { 'New password': password, 'Confirm new password': again });
  await press(page, resetPasswordMessages.submit);
}

test('RTE-001 RTE-008 /forgot-password opens for guests', async ({ page }) => {
  const response = await page.goto('/forgot-password');

  expect(response?.status()).toBe(200);
  await expect(page).toHaveTitle('Forgot password | Crystalline');
});

for (const javaScriptEnabled of [true, false])
  test.describe(`RTE-018 JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('AUTH-013 a forgotten password is reset by a link sent by email', { tag: '@journey' }, async ({
      page,
      signIn,
      inbox,
    }) => {
      const { email, password } = await signIn();
      await page.goto('/forgot-password');
      await fillIn(page, { Email: email });
      await press(page, forgotPasswordMessages.submit);
      await expect(main(page).getByRole('status')).toHaveText(forgotPasswordMessages.sent);
      const [emailMessage] = await inbox(email, emailTexts(STORE_NAME).reset_password.subject);

      await page.goto(emailMessage?.link ?? '');
      await choose(page, NEW_PASSWORD);
      await expect(main(page).getByRole('status')).toHaveText(resetPasswordMessages.done);

      // The reset ended all sessions.
      await main(page).getByRole('link', { name: resetPasswordMessages.toLogin }).click();
      await logIn(page, { email, password });
      await expect(main(page).getByRole('alert')).toHaveText(loginMessages.invalidCredentials);
      await logIn(page, { email, password: NEW_PASSWORD });
      await expect(page).toHaveURL((url) => url.pathname === '/');
      await expectLoggedIn(page);
    });

    test('AUTH-013 the link works once', async ({ page, context, shop, signIn, inbox }) => {
      const { email } = await signIn();
      const headers = { origin: shop.url };
      await context.request.post('/api/auth/forgot-password', { headers, data: { email } });
      const [emailMessage] = await inbox(email, emailTexts(STORE_NAME).reset_password.subject);
      const token = new URL(emailMessage?.link ?? '').searchParams.get('token');
      await page.goto(emailMessage?.link ?? '');
      await context.request.post('/api/auth/reset-password', { headers, data: { token, password: NEW_PASSWORD } });

      await choose(page, 'and yet another one');

      await expect(main(page).getByRole('alert')).toHaveText(resetPasswordMessages.invalid);
      await main(page).getByRole('link', { name: resetPasswordMessages.requestNewLink }).click();
      await expect(page).toHaveURL(/\/forgot-password$/);
    });

    test('AUTH-013 an email address without an account gets the same message and no email', async ({ page, sql }) => {
      const email = `unknown-${crypto.randomUUID()}@example.com`;
      await page.goto('/forgot-password');

      await fillIn(page, { Email: email });
      await press(page, forgotPasswordMessages.submit);

      await expect(main(page).getByRole('status')).toHaveText(forgotPasswordMessages.sent);
      const { rows } = await sql.query('select 1 from email_messages where to_email = $1', [email]);
      expect(rows).toEqual([]);
    });

    test('shows errors beside their fields', async ({ page }) => {
      await page.goto('/forgot-password');
      await fillIn(page, { Email: 'ada' });
      await press(page, forgotPasswordMessages.submit);
      await expectFieldError(page, 'Email', 'Email is invalid');

      await page.goto('/reset-password?token=anything');
      await choose(page, 'short');
      await expectFieldError(page, 'New password', identityMessages.passwordTooShort);
      await choose(page, 'long enough', 'something else');
      await expectFieldError(page, 'Confirm new password', 'Passwords do not match');
    });

    test('shows an error for a link without a token', async ({ page }) => {
      await page.goto('/reset-password');

      await expect(main(page).getByRole('alert')).toHaveText(resetPasswordMessages.invalid);
      await expectGuest(page);
    });
  });

test('the reset token is not sent in later requests or Referer headers', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.url()} ${request.headers().referer ?? ''}`));
  const response = await page.goto('/reset-password?token=the-secret-of-a-link', { waitUntil: 'networkidle' });
  const [, ...later] = requests;

  expect(response?.headers()).toMatchObject({
    'referrer-policy': 'strict-origin',
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
  });
  expect(later.length).toBeGreaterThan(0);
  expect(later.filter((line) => line.includes('the-secret-of-a-link'))).toEqual([]);
});
