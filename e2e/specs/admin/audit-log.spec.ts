import { listMessages } from '@shop/contracts/admin/list-messages';
import { auditMessages } from '@shop/contracts/audit/messages';
import { undoMessages } from '@shop/contracts/audit/undo-messages';
import { confirmation } from '../../pages/admin.ts';
import { addProduct, aName, main, test } from '../../pages/admin-product.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { expectStatusMessage, gotoHydrated } from '../../support/account.ts';
import { expect } from '../../support/fixtures.ts';

test('22 entries of the audit log take up to 1,500 px', async ({ page, signIn, sql }) => {
  const me = await signIn('admin');
  await sql.query(
    `insert into audit_log (actor_user_id, action, entity, entity_id, before, after)
     select $1, 'settings.save', 'settings', 'store', '{"taxPercent": 8}', '{"taxPercent": 7.25}'
       from generate_series(1, 22)`,
    [me.id],
  );
  await page.setViewportSize({ width: 1280, height: 900 });
  await gotoHydrated(page, `/admin/audit-log?who=${me.email}`);

  const entries = main(page).getByRole('listitem').filter({ hasText: 'changed the store settings' });
  await expect(entries).toHaveCount(22);
  const [first, last] = [await entries.first().boundingBox(), await entries.last().boundingBox()];
  if (!first || !last) throw new Error('The entries are not visible.');

  expect(last.y + last.height - first.y).toBeLessThanOrEqual(1_500);
  await expectAccessible(page);
});

test('a price is undone from the audit log by keyboard', async ({ page, context, shop, signIn }) => {
  await signIn('admin');
  const product = await addProduct({ context, shop }, { name: aName('Moonlit Ring'), price: 120, salePrice: 0 });
  await context.request.put(`${shop.url}/api/products/${product.id}`, {
    headers: { origin: shop.url },
    data: {
      name: product.name,
      description: product.description,
      price: 150,
      salePrice: 0,
      category: product.category,
      brand: product.brand,
      images: product.images,
    },
  });
  await gotoHydrated(page, `/admin/audit-log?entity=product&entityId=${product.id}`);
  const sentence = `changed the price of ${product.name}`;
  const entry = main(page).getByRole('listitem').filter({ hasText: sentence });
  await expect(entry).toContainText('$120.00');
  await expect(entry.getByRole('link', { name: product.name })).toHaveAttribute(
    'href',
    `/admin/products/edit/${product.id}`,
  );

  await entry.getByRole('button', { name: undoMessages.undoOf(sentence) }).focus();
  await page.keyboard.press('Enter');
  const dialog = confirmation(page, undoMessages.question(sentence));
  await expect(dialog).toContainText('1 price is changed.');
  await expect(dialog).toContainText('Price $120.00');
  await dialog.getByRole('button', { name: undoMessages.confirm }).focus();
  await page.keyboard.press('Enter');

  await expectStatusMessage(page, undoMessages.done);
  await expect(entry).toContainText(undoMessages.undone);
  await expect(main(page)).toContainText(`undid a change to the product ${product.name}`);
  await page.getByRole('link', { name: listMessages.removeFilter(auditMessages.oneThing) }).click();
  await expect(page).toHaveURL(/\/admin\/audit-log$/);
});
