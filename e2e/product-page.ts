import type { Page } from '@playwright/test';
import { productMessages } from '@shop/contracts/product-texts';

/** What the journeys to a product share: well-known pieces of the sample shop, and where things stand on their page. */
export const RING = '/product/aurora-solitaire-ring';
export const NECKLACE = '/product/riviere-crystal-necklace';

/** Once the visitor is known, the page listens. */
export const open = (page: Page, path: string) =>
  Promise.all([page.waitForResponse('**/api/session'), page.goto(path)]);

export const main = (page: Page) => page.getByRole('main');
export const images = (page: Page) => page.getByRole('region', { name: productMessages.images });
export const reviews = (page: Page) => page.getByRole('region', { name: productMessages.reviews });
export const quantity = (page: Page) => page.getByRole('spinbutton', { name: 'Quantity' });

export const one = <T>([row]: T[]) => {
  if (row === undefined) throw new Error('The sample shop has no such row.');
  return row;
};
