/** Shared by the tests of the product page: products of the sample data, and locators. */
import type { Page } from '@playwright/test';
import { productMessages } from '@shop/contracts/catalog/product-messages';

export const RING = '/product/aurora-solitaire-ring';
export const NECKLACE = '/product/riviere-crystal-necklace';

export const main = (page: Page) => page.getByRole('main');
export const images = (page: Page) => page.getByRole('region', { name: productMessages.images });
export const reviews = (page: Page) => page.getByRole('region', { name: productMessages.reviews });
export const quantity = (page: Page) => page.getByRole('spinbutton', { name: 'Quantity' });
/** The radio of an option value. */
export const size = (page: Page, name: string | RegExp) => page.getByRole('radio', { name });
/** By its label: the radio itself is visually hidden. */
export const pickSize = (page: Page, value: string) => page.locator('label').filter({ hasText: value }).click();

export const firstOrFail = <T>([row]: T[]) => {
  if (row === undefined) throw new Error('The sample data has no such row.');
  return row;
};
