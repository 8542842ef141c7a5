/** Shared by the tests of login, registration and password reset: locators and form helpers. */
import { expect, type Page } from '@playwright/test';
import { loginMessages, logoutMessages, registerMessages } from '@shop/contracts/identity/auth-messages';
import { headerMessages } from '@shop/contracts/layout/messages';
import { PASSWORD } from '../support/shop.ts';

export const main = (page: Page) => page.getByRole('main');
/**
 * Matches the whole label: 'Password' is not 'Confirm password', 'Email' not the newsletter's 'Email address'. Before
 * checkout, the login comes after the email address of a guest.
 */
export const field = (page: Page, label: string) =>
  main(page).getByLabel(`${label} (required)`, { exact: true }).last();
const header = (page: Page) => page.getByRole('banner');

type Registration = { name: string; email: string; password: string };

export async function fillIn(page: Page, texts: Record<string, string>) {
  for (const [label, text] of Object.entries(texts)) await field(page, label).fill(text);
}
export const press = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true }).click();

export async function logIn(page: Page, { email, password }: Pick<Registration, 'email' | 'password'>) {
  await fillIn(page, { Email: email, Password: password });
  await press(page, loginMessages.submit);
}

export async function register(page: Page, { name, email, password }: Registration) {
  await fillIn(page, { Name: name, Email: email, Password: password, 'Confirm password': password });
  await press(page, registerMessages.submit);
}

/** Logout is the last entry of the account menu. */
export async function logOut(page: Page) {
  await header(page).getByRole('button', { name: headerMessages.accountMenu }).click();
  await header(page).getByRole('button', { name: logoutMessages.submit }).click();
}

export const expectLoggedIn = (page: Page) =>
  expect(header(page).getByRole('button', { name: headerMessages.accountMenu })).toBeVisible();
export const expectGuest = (page: Page) =>
  expect(header(page).getByRole('link', { name: headerMessages.login, exact: true })).toBeVisible();

/** The field is marked invalid and described by the error, also for screen readers. */
export async function expectFieldError(page: Page, label: string, message: string) {
  await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, label)).toHaveAccessibleDescription(new RegExp(`^${message}`));
}

export const aRegistration = (name = 'Ada Lovelace'): Registration => ({
  name,
  email: `ada-${crypto.randomUUID()}@example.com`,
  password: PASSWORD,
});
