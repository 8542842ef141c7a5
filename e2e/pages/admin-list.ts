/** Locators of the lists in the admin panel. */
import type { Page } from '@playwright/test';
import { listMessages } from '@shop/contracts/admin/list-messages';
import { adminMessages } from '@shop/contracts/admin/messages';

export const views = (page: Page) => page.getByRole('navigation', { name: listMessages.views });

const chip = (page: Page, label: string) =>
  page.locator('details', { has: page.locator('summary').filter({ hasText: new RegExp(`^${label}(:|$)`) }) });

/** Opens the filter chip, chooses a value and applies it. */
export async function filterBy(page: Page, label: string, value: string) {
  const filter = chip(page, label);
  await filter.locator('summary').click();
  await filter.getByLabel(value, { exact: true }).check();
  await filter.getByRole('button', { name: adminMessages.apply }).click();
}

/** Changes whether optional columns are shown. */
export async function chooseColumns(page: Page, ...labels: string[]) {
  await page.locator(`summary[aria-label="${listMessages.display}"]`).click();
  for (const label of labels) await page.getByLabel(label, { exact: true }).check();
  await page.getByRole('button', { name: listMessages.applyDisplay, exact: true }).click();
}

/** The form that opens with this button of the tab line. */
export const viewForm = (page: Page, label: string) =>
  page.locator('details', { has: page.locator(`summary[aria-label="${label}"]`) });

/** Saves the filters of the list as a view. */
export async function saveView(page: Page, name: string) {
  const form = viewForm(page, listMessages.saveView);
  await form.locator('summary').click();
  await form.getByLabel(listMessages.viewName).fill(name);
  await page.getByRole('button', { name: listMessages.save, exact: true }).click();
}
