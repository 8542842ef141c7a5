import { forgotPasswordMessages, loginMessages, logoutMessages } from '@shop/contracts/identity/auth-messages';
import { aRegistration, field, fillIn, logIn, main, press, register } from '../../pages/login.ts';
import { gotoHydrated } from '../../support/account.ts';
import { test as base, expect } from '../../support/fixtures.ts';
import { startSecondInstance } from '../../support/second-instance.ts';

/** Rate limits counted in the process, because no Redis is reachable, so that other tests are not limited. */
const STRICT = { RATE_LIMIT_FACTOR: '1', REDIS_URL: 'redis://127.0.0.1:1/0', LOG_LEVEL: 'silent' };

const test = base.extend<{ instance: Awaited<ReturnType<typeof startSecondInstance>> }>({
  instance: [
    async ({ shop }, use) => {
      const instance = await startSecondInstance(shop.databaseUrl, STRICT);
      await use(instance);
      await instance.close();
    },
    { timeout: 60_000 },
  ],
});

test('ERR-010 too many failed logins show the rate limit message of the API', async ({ page, instance }) => {
  const guess = () =>
    fetch(`${instance.url}/api/auth/login`, {
      method: 'POST',
      headers: { origin: instance.url, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'unknown@example.com', password: 'a guess' }),
    });
  for (let tries = 0; tries < 10; tries += 1) expect((await guess()).status).toBe(401);
  await gotoHydrated(page, `${instance.url}/login`);

  await logIn(page, { email: 'unknown@example.com', password: 'another guess' });

  await expect(main(page).getByRole('alert')).toHaveText(loginMessages.tooMany);
});

for (const javaScriptEnabled of [true, false])
  test.describe(`JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('ERR-007 ERR-009 each form shows an error and keeps the input while the API is unreachable', async ({
      page,
      instance,
    }) => {
      await instance.stopApi();
      const registration = aRegistration();

      await page.goto(`${instance.url}/login`);
      await logIn(page, registration);
      await expect(main(page).getByRole('alert')).toHaveText('An error occurred during login');
      await expect(field(page, 'Email')).toHaveValue(registration.email);

      await page.goto(`${instance.url}/register`);
      await register(page, registration);
      await expect(main(page).getByRole('alert')).toHaveText('An error occurred during registration');
      await expect(field(page, 'Email')).toHaveValue(registration.email);

      await page.goto(`${instance.url}/forgot-password`);
      await fillIn(page, { Email: registration.email });
      await press(page, forgotPasswordMessages.submit);
      await expect(main(page).getByRole('alert')).toHaveText(forgotPasswordMessages.failed);

      await page.goto(`${instance.url}/logout`);
      await press(page, logoutMessages.submit);
      await expect(main(page).getByRole('alert')).toHaveText(logoutMessages.failed);
    });
  });

test('ERR-007 ERR-009 a form shows an error when the network fails and can be sent again', async ({
  page,
  context,
  signIn,
}) => {
  const { email, password } = await signIn();
  await context.clearCookies();
  await gotoHydrated(page, '/register');
  await context.setOffline(true);
  await register(page, aRegistration());
  await expect(main(page).getByRole('alert')).toHaveText('An error occurred during registration');
  await context.setOffline(false);

  await gotoHydrated(page, '/login');
  await context.setOffline(true);
  await logIn(page, { email, password });
  await expect(main(page).getByRole('alert')).toHaveText('An error occurred during login');
  await context.setOffline(false);
  await press(page, loginMessages.submit);

  await expect(page).toHaveURL((url) => url.pathname === '/');
});
