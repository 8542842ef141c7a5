/** Accessibility checks: axe violations, and overflow at several viewport widths. */
import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

/** At this viewport width the page does not scroll horizontally. */
export async function expectNoOverflow(page: Page, width: number) {
  await page.setViewportSize({ width, height: 900 });
  const contentWidth = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(contentWidth, `content width at ${width} px`).toBeLessThanOrEqual(width);
}

/** Colors halfway through a transition have too little contrast. Animations without an end are not waited for. */
async function endOfTransitions() {
  const finite = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(finite.map(({ finished }) => finished));
}

/**
 * By default axe opens an extra page to merge the results of cross-origin frames and returns more than violations:
 * twice the work. Pages have such a frame only while the provider's window is open, which has tests of its own.
 */
export async function expectNoAxeViolations(page: Page, within?: string) {
  base.slow();
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (within) axe.include(within);
  await page.evaluate(endOfTransitions);
  const { violations } = await axe.analyze();
  const width = page.viewportSize()?.width;
  const details = violations.map(({ id, nodes }) => [id, nodes.map((node) => node.target.join(' '))]);
  expect(details, `axe violations at ${width} px`).toEqual([]);
}

/**
 * Resizes the viewport instead of loading the page again for each width. CI runs axe at the first width only: it takes
 * one to two seconds of a core.
 */
export async function expectAccessible(page: Page, widths = [375, 768, 1280]) {
  for (const [index, width] of widths.entries()) {
    await expectNoOverflow(page, width);
    if (index === 0 || !process.env.CI) await expectNoAxeViolations(page);
  }
}
