/** Whether a page serves everybody: in windows of any width, with a keyboard, with a screen reader. */
import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

/** In a window this wide nothing is cut off, and nothing scrolls sideways. */
export async function expectNoOverflow(page: Page, width: number) {
  await page.setViewportSize({ width, height: 900 });
  const contentWidth = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(contentWidth, `what it takes at ${width} px`).toBeLessThanOrEqual(width);
}

/**
 * By default axe opens a page of its own to put frames of others together, and hands over all it has seen: twice the
 * work. The shop's pages have such a frame only while the provider's window is open, which its own journeys look into.
 */
export async function expectNoAxeViolations(page: Page, within?: string) {
  base.slow();
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (within) axe.include(within);
  const { violations } = await axe.analyze();
  const width = page.viewportSize()?.width;
  const details = violations.map(({ id, nodes }) => [id, nodes.map((node) => node.target.join(' '))]);
  expect(details, `what axe finds at ${width} px`).toEqual([]);
}

/** The page is asked for once: it is its window that changes. */
export async function expectAccessible(page: Page, widths = [375, 768, 1280]) {
  for (const width of widths) {
    await expectNoOverflow(page, width);
    await expectNoAxeViolations(page);
  }
}
