/** Shared by the tests of the checkout: a customer ready to pay, and the provider's window. */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { CheckoutStarted, PlacedOrder } from '@shop/contracts/checkout/schema';
import { addressMessages } from '@shop/contracts/identity/account-messages';
import type { Pool } from 'pg';
import { type Customer, confirmEmail, gotoHydrated, insertAddresses } from '../support/account.ts';
import { sandboxControl } from '../support/sandbox-control.ts';
import { fillCart } from './cart.ts';

/** Without options, with enough stock, and not counted by any test. */
export const CUFFLINKS = { slug: 'onyx-crystal-cufflinks', name: 'Onyx Crystal Cufflinks', price: 76 };

/** Per variant and in total. High, because all tests order to the same delivery address. */
export const UNIT_LIMIT = 5_000;

export const main = (page: Page) => page.getByRole('main');
/** The saved addresses, or the form of the first one. */
export const address = (page: Page) => main(page).getByRole('group', { name: checkoutMessages.address });
export const addressField = (page: Page, name: keyof typeof addressMessages) =>
  address(page).getByLabel(new RegExp(`^${addressMessages[name]}`));
export const method = (page: Page, name: string) => main(page).getByRole('radio', { name, exact: true });
export const payButton = (page: Page) =>
  main(page).getByRole('button', { name: /^(Pay now|Place order|Processing\.\.\.)$/ });
export const errorAlert = (page: Page, text: string) => main(page).getByRole('alert').filter({ hasText: text });

type Visit = { page: Page; context: BrowserContext; shop: { url: string }; sql: Pool };

/** Opens the checkout, logged in, with an address and one item in the cart. */
export async function atCheckout(visit: Visit & { signIn: () => Promise<Customer> }) {
  const customer = await visit.signIn();
  await insertAddresses(visit.sql, customer.id, 'Home');
  await fillCart(visit, CUFFLINKS);
  await gotoHydrated(visit.page, '/checkout');
  return customer;
}

/** The checkout is hydrated, however it was reached. */
export const checkoutIsHydrated = (page: Page) =>
  page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/session') && new URL(response.request().frame().url()).pathname === '/checkout',
  );

/** Waits for the provider's window. */
export async function paymentWindow(page: Page) {
  const window = page.frameLocator('iframe');
  await expect(window.getByRole('heading', { name: 'Crystalline' })).toBeVisible();
  return window;
}

type PaymentWindow = Awaited<ReturnType<typeof paymentWindow>>;
const confirm = (window: PaymentWindow) => window.getByRole('button', { name: /^Pay ₹/ }).click();

async function payAtBank(window: PaymentWindow) {
  await confirm(window);
  await window.getByRole('button', { name: 'Success' }).click();
}

export async function payByCard(window: PaymentWindow, number = '4100280000001007') {
  await window.getByLabel('Card number').fill(number);
  await window.getByLabel('Expiry').fill('12/49');
  await window.getByLabel('CVV').fill('123');
  await confirm(window);
}

/** Pays by each online method, which is preselected in the window. */
export const ONLINE = {
  Card: payByCard,
  UPI: async (window: PaymentWindow) => {
    await window.getByLabel('UPI ID').fill('success@razorpay');
    await confirm(window);
  },
  Wallet: payAtBank,
  'Net banking': payAtBank,
};

export const expectOrderPlaced = async (page: Page) => {
  await expect(page.getByRole('heading', { name: 'Order Placed Successfully!' })).toBeVisible({ timeout: 30_000 });
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
};

type Guest = Omit<Visit, 'page'>;
type ProductRef = { slug: string };

/** Places a cash on delivery order through the API. */
export async function placeOrder(visit: Guest, customer: Customer, ...products: ProductRef[]) {
  const started = await startCheckout(visit, customer, 'cod', products);
  if (!('placed' in started)) throw new Error('Cash on delivery was not placed at once.');
  return started.placed.orderId;
}

type PayingGuest = Guest & { shop: { payment: Record<string, string> } };

/** Places an order paid by card through the API. */
export async function placePaidOrder(visit: PayingGuest, customer: Customer, ...products: ProductRef[]) {
  const started = await startCheckout(visit, customer, 'card', products);
  if (!('order' in started)) throw new Error('There was nothing to pay.');
  const sandbox = sandboxControl(visit.shop.payment.SANDBOX_CONTROL_PORT ?? '');
  const response = await visit.context.request.post(`${visit.shop.url}/api/payment/verify`, {
    headers: { origin: visit.shop.url },
    data: await sandbox.pay(started.order.id),
  });
  return PlacedOrder.parse(await response.json()).orderId;
}

async function startCheckout(visit: Guest, customer: Customer, paymentMethod: 'cod' | 'card', products: ProductRef[]) {
  await insertAddresses(visit.sql, customer.id, ...((await hasAddress(visit.sql, customer.id)) ? [] : ['Home']));
  await confirmEmail(visit.sql, customer.id);
  await fillCart(visit, ...products);
  const response = await visit.context.request.post(`${visit.shop.url}/api/payment/create-order`, {
    headers: { origin: visit.shop.url, 'idempotency-key': crypto.randomUUID() },
    data: { paymentMethod },
  });
  return CheckoutStarted.parse(await response.json());
}

async function hasAddress(sql: Pool, userId: string) {
  const { rowCount } = await sql.query('select 1 from addresses where user_id = $1', [userId]);
  return Boolean(rowCount);
}
