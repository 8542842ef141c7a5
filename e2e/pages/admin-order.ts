/** Shared by the tests of the admin order pages: orders of other customers, and locators. */
import type { Page } from '@playwright/test';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import { register } from '../support/account.ts';
import { test as base, expect } from '../support/fixtures.ts';
import { CUFFLINKS, placeOrder, placePaidOrder } from './checkout.ts';

type OrderOptions = { name?: string; slug?: string; slugs?: string[]; paid?: boolean };
type CreatedOrder = { id: string; number: string; customer: Awaited<ReturnType<typeof register>> };

export const test = base.extend<{ orderOf: (options?: OrderOptions) => Promise<CreatedOrder> }>({
  /** An order of another customer: cash on delivery, or paid online with `paid`. */
  orderOf: async ({ browser, shop, sql }, use) =>
    use(async ({ name = 'Ada Quill', slug = CUFFLINKS.slug, slugs = [slug], paid = false } = {}) => {
      const context = await browser.newContext();
      const customer = await register(context, shop, name);
      const products = slugs.map((slug) => ({ slug }));
      const id = await (paid ? placePaidOrder : placeOrder)({ context, shop, sql }, customer, ...products);
      await context.close();
      return { id, number: id.slice(-8), customer };
    }),
});

export const row = (page: Page, number: string) => page.getByRole('row').filter({ hasText: `#${number}` });
export const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
export const statusForm = (page: Page) => panel(page, adminOrderMessages.changeStatus);
export const chooseStatus = (page: Page, label: string) =>
  statusForm(page).getByLabel(adminOrderMessages.newStatus).selectOption(label);
export const refundSummary = (page: Page) => page.locator('summary', { hasText: adminOrderMessages.refundHeading });
/** Unfolds the refund form. */
export async function openRefund(page: Page) {
  await refundSummary(page).click();
  return panel(page, adminOrderMessages.refundHeading);
}
export const updateButton = (page: Page) => statusForm(page).getByRole('button');
/** Confirms what a form does: in a dialog or, without JavaScript, in a section of the page. */
export async function confirmEffects(page: Page, title: string, button: string, sentence: string | RegExp) {
  const named = { name: title, exact: true };
  const confirmation = page.getByRole('alertdialog', named).or(page.getByRole('region', named));
  await expect(confirmation.getByRole('status')).toContainText(sentence);
  await confirmation.getByRole('button', { name: button, exact: true }).click();
}
export const confirmRefund = (page: Page, amount: string) =>
  confirmEffects(
    page,
    adminOrderMessages.refund,
    adminOrderMessages.refundOfAmount(amount),
    `${amount} is refunded to `,
  );
