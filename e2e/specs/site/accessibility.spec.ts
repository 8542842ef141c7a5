import { expectAccessible, expectNoOverflow } from '../../support/accessibility.ts';
import { gotoHydrated } from '../../support/account.ts';
import { test } from '../../support/fixtures.ts';

for (const path of ['/', '/dev/ui', '/product/aurora-solitaire-ring', '/product/moonlit-tiara', '/size-guide'])
  test(`RTE-019 ${path} has no axe violations and does not scroll horizontally at 320 px`, async ({ page }) => {
    await gotoHydrated(page, path);

    await expectNoOverflow(page, 320);
    await expectAccessible(page);
  });
