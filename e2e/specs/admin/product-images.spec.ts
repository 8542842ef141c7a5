import type { Page } from '@playwright/test';
import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import { field, main, test } from '../../pages/admin-product.ts';
import { gotoHydrated } from '../../support/account.ts';
import { expect } from '../../support/fixtures.ts';

test.describe('product images', () => {
  const PLACES = [1, 2, 3];
  const order = (page: Page) =>
    Promise.all(PLACES.map(async (place) => (await field(page, messages.imageUrl(place)).inputValue()).slice(-5, -4)));

  test.beforeEach(async ({ page, signIn }) => {
    await signIn('admin');
    await gotoHydrated(page, '/admin/products/new');
    for (const place of PLACES) {
      if (place > 1) await main(page).getByRole('button', { name: messages.addImage }).click();
      await field(page, messages.imageUrl(place)).fill(`https://images.example.com/${'abc'[place - 1]}.jpg`);
    }
  });

  test('are reordered by dragging, and keep their order when it is cancelled', async ({ page }) => {
    const handle = (place: number) =>
      main(page)
        .getByTitle(messages.dragImage)
        .nth(place - 1);
    const drag = async (from: number, to: number) => {
      await handle(from).hover();
      await page.mouse.down();
      const target = await handle(to).boundingBox();
      await page.mouse.move((target?.x ?? 0) + 5, (target?.y ?? 0) + 5, { steps: 5 });
    };

    await drag(3, 1);
    expect(await order(page)).toEqual(['a', 'b', 'c']);
    await page.mouse.up();
    await expect.poll(() => order(page)).toEqual(['c', 'a', 'b']);

    await drag(1, 2);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(await order(page)).toEqual(['c', 'a', 'b']);
  });

  test('RTE-019 are reordered by keyboard, which keeps the focus and announces the new position', async ({ page }) => {
    await main(page)
      .getByRole('button', { name: messages.moveDown(1) })
      .focus();
    await page.keyboard.press('Enter');
    await expect(main(page).getByRole('button', { name: messages.moveDown(2) })).toBeFocused();
    await expect(
      main(page)
        .getByRole('status')
        .filter({ hasText: messages.imageMoved(2, 3) }),
    ).toBeAttached();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');

    expect(await order(page)).toEqual(['b', 'c', 'a']);
    await expect(main(page).getByRole('button', { name: messages.moveDown(3) })).toBeFocused();
  });
});
