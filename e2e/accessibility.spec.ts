import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './fixtures.ts';

const PAGES = ['/', '/dev/ui', '/product/aurora-solitaire-ring', '/product/moonlit-tiara'];
const WIDTHS = [375, 768, 1280];

for (const path of PAGES)
  for (const width of WIDTHS)
    test(`RTE-019 axe finds nothing on ${path} at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await Promise.all([page.waitForResponse('**/api/session'), page.goto(path)]);

      const { violations } = await new AxeBuilder({ page }).analyze();

      expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.target.join(' '))])).toEqual([]);
    });

for (const path of PAGES)
  test(`RTE-019 ${path} does not scroll sideways at 320 px`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto(path);

    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
