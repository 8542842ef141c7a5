/** Shared by the tests of the product page: products of the sample data, and locators. */
import type { Page } from '@playwright/test';
import { productMessages } from '@shop/contracts/catalog/product-messages';

export const RING = '/product/aurora-solitaire-ring';
export const NECKLACE = '/product/riviere-crystal-necklace';

export const main = (page: Page) => page.getByRole('main');
export const images = (page: Page) => page.getByRole('region', { name: productMessages.images });
export const reviews = (page: Page) => page.getByRole('region', { name: productMessages.reviews });
export const quantity = (page: Page) => page.getByRole('spinbutton', { name: 'Quantity' });

export const firstOrFail = <T>([row]: T[]) => {
  if (row === undefined) throw new Error('The sample data has no such row.');
  return row;
};
