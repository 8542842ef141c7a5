import { unsavedMessages } from '@shop/contracts/admin/unsaved-messages';
import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import { confirmation } from '../../pages/admin.ts';
import { addProduct, field, main, test } from '../../pages/admin-product.ts';
import { expectStatusMessage, gotoHydrated } from '../../support/account.ts';
import { expect } from '../../support/fixtures.ts';

test.describe('the edit product form', () => {
  test('APRD-010 APRD-011 APRD-013 is filled with the product of the URL', async ({ page, context, shop, signIn }) => {
    await signIn('admin');
    const { id, name } = await addProduct(
      { context, shop },
      { tags: ['moon', 'ring'], specifications: { Stone: 'Opal' } },
    );
    await page.goto(`/admin/products/edit/${id}`);

    await expect(page.getByRole('heading', { level: 1, name: 'Edit Product' })).toBeVisible();
    await expect(field(page, messages.name)).toHaveValue(name);
    await expect(field(page, 'Price')).toHaveValue('120');
    await expect(field(page, 'Category')).toHaveValue('Jewelry');
    await expect(field(page, 'Tags')).toHaveValue('moon, ring');
    await expect(field(page, 'Specification 1 value')).toHaveValue('Opal');
    await expect(main(page).getByRole('button', { name: 'Update Product' })).toBeVisible();
  });

  test('shows the edit conflict to the second of two editors, keeps the input and can overwrite', async ({
    page,
    context,
    shop,
    signIn,
  }) => {
    await signIn('admin');
    const { id } = await addProduct({ context, shop });
    const other = await context.newPage();
    await gotoHydrated(page, `/admin/products/edit/${id}`);
    await gotoHydrated(other, `/admin/products/edit/${id}`);
    await field(other, 'Price').fill('200');
    await other.getByRole('button', { name: 'Update Product' }).click();
    await expectStatusMessage(other, messages.saved);

    await field(page, 'Description').fill('My better text.');
    await main(page).getByRole('button', { name: 'Update Product' }).click();

    const conflict = main(page).getByRole('alert').filter({ hasText: 'Grace Hopper changed this product' });
    await expect(conflict).toBeInViewport();
    await expect(main(page).getByText(messages.currentValue('200'))).toBeVisible();
    await expect(field(page, 'Description')).toHaveValue('My better text.');
    await main(page).getByRole('button', { name: messages.saveAnyway }).click();
    await expectStatusMessage(page, messages.saved);
    await expect(field(page, 'Price')).toHaveValue('120');
  });

  test('adjusts stock by a delta with a reason, and undoes an edit', async ({ page, context, shop, signIn }) => {
    await signIn('admin');
    const { id, variants } = await addProduct({ context, shop }, { quantity: 7 });
    await gotoHydrated(page, `/admin/products/edit/${id}`);
    await field(page, 'Description').fill('Text that is still being typed.');

    await field(page, messages.delta).fill('-8');
    await field(page, messages.reason).fill('Lost');
    await main(page).getByRole('button', { name: messages.adjustStock }).click();
    await expect(main(page).getByRole('alert')).toHaveText(messages.insufficientStock(7));
    await field(page, messages.delta).fill('5');
    await main(page).getByRole('button', { name: messages.adjustStock }).click();
    const question = confirmation(page, messages.confirmStock(variants[0]?.sku ?? ''));
    await expect(question).toContainText('5 units are added to stock.');
    await question.getByRole('button', { name: messages.adjustStock }).click();
    await expectStatusMessage(page, messages.stockAdjusted(variants[0]?.sku ?? '', 12));
    await expect(field(page, 'Description')).toHaveValue('Text that is still being typed.');
    await expect(field(page, messages.quantity)).toHaveValue('12');

    await main(page).getByRole('button', { name: 'Update Product' }).click();
    await expectStatusMessage(page, messages.saved);
    await main(page)
      .getByRole('button', { name: messages.undoOf('Edited: Description') })
      .click();
    await expectStatusMessage(page, messages.undone);
    await expect(field(page, 'Description')).toHaveValue('A ring like the moon.');
  });

  test('is not covered by a notification that arrives while it has unsaved changes', async ({
    page,
    context,
    shop,
    signIn,
    sql,
  }) => {
    const me = await signIn('admin');
    const { id } = await addProduct({ context, shop });
    const path = `/admin/products/edit/${id}`;
    await Promise.all([page.waitForResponse('**/api/notifications/stream*'), gotoHydrated(page, path)]);
    await field(page, 'Price').fill('130');
    const update = main(page).getByRole('button', { name: 'Update Product' });
    await update.hover();

    await sql.query(
      `insert into notifications (user_id, type, title, message) values ($1, 'other', 'Rain', 'Today.')`,
      [me.id],
    );
    await sql.query(
      `select graphile_worker.add_job('publish_notifications', json_build_object('userIds', $1::text[]))`,
      [[me.id]],
    );
    await expectStatusMessage(page, 'Rain: Today.');

    const isOnTop = await update.evaluate((button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
    expect(isOnTop).toBe(true);
  });

  test('duplicates a product as a draft, which is then saved like any other', async ({
    page,
    context,
    shop,
    signIn,
  }) => {
    await signIn('admin');
    const { id, name } = await addProduct({ context, shop });
    await gotoHydrated(page, `/admin/products/edit/${id}`);
    const bar = main(page).getByRole('region', { name: unsavedMessages.unsaved });
    await field(page, 'Price').fill('130');
    await main(page).getByRole('button', { name: 'Update Product' }).click();
    await expect(bar).toHaveCount(0);
    await main(page).getByRole('button', { name: messages.duplicate }).click();

    await expectStatusMessage(page, messages.duplicated);
    await expect(field(page, messages.name)).toHaveValue(messages.copyOf(name));
    await expect(field(page, 'Status')).toHaveValue('draft');
    for (const price of ['140', '150']) {
      await field(page, 'Price').fill(price);
      await main(page).getByRole('button', { name: 'Update Product' }).click();
      await expect(bar).toHaveCount(0);
    }
  });
});
