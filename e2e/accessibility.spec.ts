import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { gotoHydrated } from './account.ts';
import { test } from './fixtures.ts';

for (const path of ['/', '/dev/ui', '/product/aurora-solitaire-ring', '/product/moonlit-tiara'])
  test(`RTE-019 ${path} has no axe violations and does not scroll horizontally at 320 px`, async ({ page }) => {
    await gotoHydrated(page, path);

    await expectNoOverflow(page, 320);
    await expectAccessible(page);
  });
