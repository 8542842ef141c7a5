import type { Page } from '@playwright/test';
import { productMessages } from '@shop/contracts/catalog/product-messages';
import { sizeGuideMessages as messages } from '@shop/contracts/catalog/size-guide-messages';
import { main, RING, size } from '../../pages/product.ts';
import { expectNoAxeViolations, expectNoOverflow } from '../../support/accessibility.ts';
import { gotoHydrated } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

const guideLink = (page: Page) => main(page).getByRole('link', { name: messages.title });
const dialog = (page: Page) => page.getByRole('dialog', { name: messages.title });
const unit = (page: Page, name: string) =>
  page.getByRole('navigation', { name: messages.units }).getByRole('link', { name, exact: true });
const category = (page: Page, name: string) =>
  page.getByRole('navigation', { name: messages.categories }).getByRole('link', { name, exact: true });

test('PDP-018 a row of the size guide picks the size on the product page', async ({ page }) => {
  await gotoHydrated(page, RING);

  await guideLink(page).click();
  await expect(dialog(page).getByRole('row', { name: /^US 9/ })).toContainText(productMessages.outOfStock);
  await dialog(page).locator('label').filter({ hasText: 'US 7' }).click();
  await expectNoAxeViolations(page);
  await expectNoOverflow(page, 375);
  await dialog(page)
    .getByRole('button', { name: messages.use('US 7') })
    .click();

  await expect(dialog(page)).toBeHidden();
  await expect(page).toHaveURL(`${RING}?Ring+size=US+7`);
  await expect(size(page, 'US 7')).toBeChecked();
  await expect(guideLink(page)).toBeFocused();
});

test('the size guide opens on the category of the product, and rows of others are no choices', async ({ page }) => {
  await gotoHydrated(page, '/product/opaline-halter-gown');

  await guideLink(page).click();
  await expect(category(page, messages.guides.clothing)).toHaveAttribute('aria-current', 'true');
  await expect(dialog(page).getByRole('radio', { name: 'US 4' })).toBeVisible();
  await expect(dialog(page).getByRole('radio', { name: 'XL' })).toHaveCount(0);
  await category(page, messages.guides.rings).click();

  await expect(dialog(page).getByRole('rowheader', { name: 'US 7' })).toBeVisible();
  await expect(dialog(page).getByRole('radio')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
});

test('the size guide remembers the unit', async ({ page }) => {
  await gotoHydrated(page, '/size-guide');
  await expect(main(page).getByRole('row', { name: /^US 7/ })).toContainText('0.68 in');

  await unit(page, 'cm').click();
  await expect(page).toHaveURL(/unit=cm/);
  await expect(main(page).getByRole('row', { name: /^US 7/ })).toContainText('17.3 mm');
  await gotoHydrated(page, RING);
  await guideLink(page).click();

  await expect(dialog(page).getByRole('row', { name: /^US 7/ })).toContainText('17.3 mm');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('RTE-018 the size guide of a product is a page, with category and unit as links', async ({ page }) => {
    await page.goto(RING);

    await guideLink(page).click();
    await expect(page).toHaveURL('/size-guide?guide=rings');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(messages.title);
    await unit(page, 'cm').click();
    await expect(main(page).getByRole('row', { name: /^US 7/ })).toContainText('17.3 mm');
    await category(page, messages.guides.clothing).click();

    await expect(page).toHaveURL('/size-guide?guide=clothing&unit=cm');
    await expect(main(page).getByRole('row', { name: /^XS/ })).toContainText('81');
  });
});
