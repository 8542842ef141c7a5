import { forgotPasswordMessages, loginMessages, logoutMessages } from '@shop/contracts/identity-texts';
import { wake } from './account.ts';
import { test as base, expect } from './fixtures.ts';
import { openSecondDoor } from './shop.ts';
import { field, fillIn, logIn, main, press, register, someone } from './sign-in-page.ts';

/** Its own counters, so that what is refused here is not refused to others. */
const STRICT = { RATE_LIMIT_FACTOR: '1', REDIS_URL: 'redis://127.0.0.1:1/0', LOG_LEVEL: 'silent' };

const test = base.extend<{ door: Awaited<ReturnType<typeof openSecondDoor>> }>({
  door: [
    async ({ shop }, use) => {
      const door = await openSecondDoor(shop.databaseUrl, STRICT);
      await use(door);
      await door.close();
    },
    { timeout: 60_000 },
  ],
});

test('ERR-010 who tries too often is told to wait, in the words of the API', async ({ page, door }) => {
  const guess = () =>
    fetch(`${door.url}/api/auth/login`, {
      method: 'POST',
      headers: { origin: door.url, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'nobody@example.com', password: 'a guess' }),
    });
  for (let tries = 0; tries < 10; tries += 1) expect((await guess()).status).toBe(401);
  await wake(page, `${door.url}/login`);

  await logIn(page, { email: 'nobody@example.com', password: 'another guess' });

  await expect(main(page).getByRole('alert')).toHaveText(loginMessages.tooMany);
});

for (const javaScriptEnabled of [true, false])
  test.describe(`JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('ERR-007 ERR-009 while the API is away each form says so, and keeps what was typed', async ({
      page,
      door,
    }) => {
      await door.stopApi();
      const person = someone();

      await page.goto(`${door.url}/login`);
      await logIn(page, person);
      await expect(main(page).getByRole('alert')).toHaveText('An error occurred during login');
      await expect(field(page, 'Email')).toHaveValue(person.email);

      await page.goto(`${door.url}/register`);
      await register(page, person);
      await expect(main(page).getByRole('alert')).toHaveText('An error occurred during registration');
      await expect(field(page, 'Email')).toHaveValue(person.email);

      await page.goto(`${door.url}/forgot-password`);
      await fillIn(page, { Email: person.email });
      await press(page, forgotPasswordMessages.submit);
      await expect(main(page).getByRole('alert')).toHaveText(forgotPasswordMessages.failed);

      await page.goto(`${door.url}/logout`);
      await press(page, logoutMessages.submit);
      await expect(main(page).getByRole('alert')).toHaveText(logoutMessages.failed);
    });
  });

test('ERR-007 ERR-009 a form that does not get through says so, and is sent again', async ({
  page,
  context,
  signIn,
}) => {
  const { email, password } = await signIn();
  await context.clearCookies();
  await wake(page, '/register');
  await context.setOffline(true);
  await register(page, someone());
  await expect(main(page).getByRole('alert')).toHaveText('An error occurred during registration');
  await context.setOffline(false);

  await wake(page, '/login');
  await context.setOffline(true);
  await logIn(page, { email, password });
  await expect(main(page).getByRole('alert')).toHaveText('An error occurred during login');
  await context.setOffline(false);
  await press(page, loginMessages.submit);

  await expect(page).toHaveURL((url) => url.pathname === '/');
});
