/** Shared by the tests of the product list and its filters: a phone, and locators. */
import type { Page } from '@playwright/test';

export const PHONE = { width: 375, height: 800 };

export const filters = (page: Page) => page.getByRole('form', { name: 'Filters' });
export const group = (page: Page, name: string) => filters(page).getByRole('group', { name });
export const cards = (page: Page) => page.getByRole('main').getByRole('article');
/** The count after an option depends on the other filters. */
export const labelPattern = (label: string) => new RegExp(`^${label.replace(/[$+.]/g, '\\$&')}( \\(\\d+\\))?$`);
