import { expectGuest, expectLoggedIn, logIn } from '../../pages/login.ts';
import { gotoHydrated, register as registerCustomer } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

test('HDR-006 the header follows a logout and the login of another customer without a reload', async ({
  page,
  context,
  shop,
}) => {
  const [ada, bela] = [
    await registerCustomer(context, shop, 'Ada Quill'),
    await registerCustomer(context, shop, 'Bela Fonn'),
  ];
  await context.clearCookies();
  const menu = page.getByRole('banner').getByRole('group', { name: 'Account menu' });
  await gotoHydrated(page, '/');
  await page.evaluate(() => Object.assign(window, { stayed: true }));

  const enter = async (person: { name: string; email: string; password: string }) => {
    await page.getByRole('banner').getByRole('link', { name: 'Login', exact: true }).click();
    await logIn(page, person);
    await page.getByRole('banner').getByRole('button', { name: 'Account menu' }).click();
    await expect(menu).toContainText(person.name);
  };
  await enter(ada);
  await menu.getByRole('button', { name: 'Logout' }).click();
  await expectGuest(page);
  await enter(bela);

  expect(await page.evaluate(() => 'stayed' in window)).toBe(true);
});

test('the header follows an ended session and a new login', async ({ page, signIn, sql }) => {
  const { id, email, password } = await signIn();
  await gotoHydrated(page, '/');
  await expectLoggedIn(page);
  await sql.query('delete from sessions where user_id = $1', [id]);
  await gotoHydrated(page, '/about');
  await expectGuest(page);

  await page.getByRole('banner').getByRole('link', { name: 'Login', exact: true }).click();
  await logIn(page, { email, password });

  await expectLoggedIn(page);
});

test('the menu on a phone contains the logout', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await signIn();
  await page.goto('/');

  await page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();

  await page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true }).click();
  await expectGuest(page);
});

test('a form post from another origin neither logs in nor logs out', async ({ page, signIn, context, shop }) => {
  const { email, password } = await signIn();
  const foreign = { origin: 'https://evil.example' };

  const out = await context.request.post('/logout', { headers: foreign, form: {}, maxRedirects: 0 });
  expect(out.status()).toBe(400);
  await page.goto('/account');
  await expect(page).toHaveURL(/\/account$/);

  await context.clearCookies();
  const login = await context.request.post('/login', { headers: foreign, form: { email, password }, maxRedirects: 0 });
  expect(login.status()).toBe(400);
  expect(await context.cookies(shop.url)).toEqual([]);
});
