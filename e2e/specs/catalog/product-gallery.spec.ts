import type { Page } from '@playwright/test';
import { productMessages } from '@shop/contracts/catalog/product-messages';
import { images, main, RING } from '../../pages/product.ts';
import { gotoHydrated } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

const thumbnail = (page: Page, position: number) =>
  images(page).getByRole('link', { name: productMessages.imageOf(position, 2) });
const largeImage = (page: Page, position: number) => page.locator(`#picture-${position}`).getByRole('link');

test('PDP-004 the gallery moves by thumbnails and arrow buttons, and wraps around', async ({ page }) => {
  await gotoHydrated(page, RING);

  await thumbnail(page, 2).click();
  await expect(thumbnail(page, 2)).toHaveAttribute('aria-current', 'true');
  await expect(largeImage(page, 2)).toBeInViewport({ ratio: 0.5 });

  await page.getByRole('button', { name: productMessages.nextImage }).click();
  await expect(thumbnail(page, 1)).toHaveAttribute('aria-current', 'true');
  await page.getByRole('button', { name: productMessages.previousImage }).click();
  await expect(thumbnail(page, 2)).toHaveAttribute('aria-current', 'true');
});

test('the gallery moves by arrow keys, and the focus follows', async ({ page }) => {
  await gotoHydrated(page, RING);
  await largeImage(page, 1).focus();

  await page.keyboard.press('ArrowRight');

  await expect(thumbnail(page, 2)).toHaveAttribute('aria-current', 'true');
  await expect(largeImage(page, 2)).toBeFocused();
});

test('the gallery enlarges an image in a dialog that returns the focus', async ({ page }) => {
  await gotoHydrated(page, RING);
  await largeImage(page, 1).click();
  const dialog = page.getByRole('dialog', { name: 'Aurora Solitaire Ring' });

  await dialog.getByRole('button', { name: productMessages.zoomIn }).click();
  await expect(dialog.getByRole('button', { name: productMessages.zoomOut })).toBeVisible();
  await dialog.getByRole('button', { name: productMessages.nextImage }).click();
  await expect(dialog.getByRole('status')).toHaveText(productMessages.imageOf(2, 2));

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(largeImage(page, 1)).toBeFocused();
});

test('the word Zoom enlarges the shown image', async ({ page }) => {
  await gotoHydrated(page, RING);
  await thumbnail(page, 2).click();
  await expect(thumbnail(page, 2)).toHaveAttribute('aria-current', 'true');

  await images(page).getByRole('button', { name: productMessages.zoom, exact: true }).click();

  const dialog = page.getByRole('dialog', { name: 'Aurora Solitaire Ring' });
  await expect(dialog.getByRole('status')).toHaveText(productMessages.imageOf(2, 2));
});

test('on phones an image that Tab reaches is scrolled into view', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await gotoHydrated(page, RING);
  await largeImage(page, 1).focus();

  await page.keyboard.press('Tab');

  await expect(largeImage(page, 2)).toBeFocused();
  await expect(largeImage(page, 2)).toBeInViewport({ ratio: 0.9 });
});

test('PDP-004 on phones a part of the next image shows, and a counter follows the swipe', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 700 });
  await gotoHydrated(page, RING);
  await expect(thumbnail(page, 1)).toBeHidden();
  await expect(largeImage(page, 2)).toBeInViewport();
  await expect(images(page).getByText('1 / 2')).toBeVisible();

  await largeImage(page, 2).evaluate((image) => image.scrollIntoView({ block: 'nearest', inline: 'start' }));

  await expect(images(page).getByText('2 / 2')).toBeVisible();
});

test('CONST-020 a product without an image shows a placeholder', async ({ page, sql }) => {
  await sql.query(
    `delete from product_images using products where product_id = products.id and slug = 'lucky-charm-keyring'`,
  );

  await gotoHydrated(page, '/product/lucky-charm-keyring');

  const placeholder = main(page)
    .locator('span')
    .filter({ has: page.locator('svg.lucide-gem') });
  await expect(placeholder).toHaveText('Lucky Charm Keyring');
  await expect(placeholder.locator('svg')).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('RTE-018 thumbnails move the gallery, and an image links to its largest size', async ({ page }) => {
    await page.goto(RING);

    await thumbnail(page, 2).click();

    await expect(largeImage(page, 2)).toBeInViewport({ ratio: 0.5 });
    await expect(largeImage(page, 2)).toHaveAttribute('href', /\/media\/.+\/1920\.webp$/);
  });
});

test('an image that fails is loaded once more, and no more', async ({ page }) => {
  const requests = new Map<string, number>();
  await page.route('**/media/**', async (route) => {
    const url = route.request().url();
    const count = (requests.get(url) ?? 0) + 1;
    requests.set(url, count);
    // The first image of the product recovers, all others never do.
    if (count > 1 && url.includes('aurora-solitaire-ring-1')) await route.fallback();
    else await route.abort('connectionreset');
  });

  await page.goto(RING);

  const image = largeImage(page, 1).locator('img');
  await expect.poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBeGreaterThan(0);
  await page.waitForLoadState('networkidle');
  // Of photos of reviews, the page can have two images, and others are out of reach.
  const ofGallery = [...requests].filter(([url]) => url.includes('aurora-solitaire-ring'));
  expect([...new Set(ofGallery.map(([, count]) => count))]).toEqual([2]);
});
