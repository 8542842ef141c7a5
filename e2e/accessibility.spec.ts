import { wake } from './account.ts';
import { test } from './fixtures.ts';
import { fits, isForEverybody } from './for-everybody.ts';

for (const path of ['/', '/dev/ui', '/product/aurora-solitaire-ring', '/product/moonlit-tiara'])
  test(`RTE-019 axe finds nothing on ${path}, and it does not scroll sideways at 320 px`, async ({ page }) => {
    await wake(page, path);

    await fits(page, 320);
    await isForEverybody(page);
  });
