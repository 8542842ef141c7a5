import { randomBytes } from 'node:crypto';
import { adminCollectionMessages as texts } from '@shop/contracts/catalog/collection-admin-messages';
import type pg from 'pg';
import { confirmation, expectAdminStatusMessage, heading } from '../../pages/admin.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { gotoHydrated } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

const unique = () => randomBytes(5).toString('hex');

/** Two tags with different numbers of published products. */
async function twoTags(sql: pg.Pool) {
  const { rows } = await sql.query<{ tag: string; count: number }>(
    `select distinct on (count(*)) tag, count(*)::int as count from products, unnest(tags) tag
      where status = 'published' group by tag having count(*) > 1 order by count(*), tag limit 2`,
  );
  const [few, many] = rows;
  if (!few || !many) throw new Error('The sample data has too few tags.');
  return { few, many };
}

const countMembers = async (sql: pg.Pool, slug: string) =>
  (
    await sql.query(
      `select from collection_products m join collections c on c.id = m.collection_id
        where c.slug = $1 and c.refreshed_version = c.rules_version`,
      [slug],
    )
  ).rowCount;

test('a collection by rules is previewed, saved, shown in the store and deleted', async ({ page, signIn, sql }) => {
  const { few, many } = await twoTags(sql);
  const slug = `e2e-${unique()}`;
  await signIn('manager');
  await gotoHydrated(page, '/admin/collections');
  await page.getByRole('link', { name: texts.add }).click();
  await expect(heading(page, texts.add)).toBeVisible();

  await page.getByRole('button', { name: texts.create }).click();
  await expect(page.getByText(texts.nameRequired)).toBeVisible();
  await page.getByLabel(/^Name \(/).fill(slug);
  const value = page.getByLabel(texts.value(1));
  const preview = page.getByRole('region', { name: texts.livePreview }).getByRole('status');
  await value.fill(`no-${unique()}`);
  await expect(preview).toHaveText(texts.previewNone);
  await value.fill(many.tag);
  await expect(preview).toHaveText(texts.previewCount(`${many.count}`));
  await page.getByRole('button', { name: texts.create }).click();
  await expectAdminStatusMessage(page, texts.created);
  await expect.poll(() => countMembers(sql, slug), { timeout: 30_000 }).toBe(many.count);
  await expectAccessible(page);

  await value.fill(few.tag);
  await page.getByLabel(texts.status).selectOption('published');
  await page.getByRole('button', { name: texts.save }).click();
  await expectAdminStatusMessage(page, texts.savedChange(`${many.count}`, `${few.count}`));
  await expect.poll(() => countMembers(sql, slug), { timeout: 30_000 }).toBe(few.count);

  await page.getByRole('link', { name: texts.viewInStore }).click();
  await expect(heading(page, slug)).toBeVisible();
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(few.count);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`/collections/${slug}$`));
  await page.goBack();

  await page.getByRole('button', { name: texts.delete }).click();
  const question = confirmation(page, texts.confirmDelete(slug));
  await expect(question).toContainText('1 collection is deleted.');
  await question.getByRole('button', { name: texts.delete }).click();
  await expectAdminStatusMessage(page, texts.deleted);
  await page.goto(`/collections/${slug}`);
  await expect(page).toHaveURL(/\/products$/);
});

test('the old URL of a renamed collection redirects permanently', async ({ request, sql }) => {
  const slug = `e2e-${unique()}`;
  await sql.query(
    `insert into collections (name, slug, kind, sort, status) values ($1, $1, 'manual', 'manual', 'published')`,
    [slug],
  );
  await sql.query(`update collections set slug = slug || '-new' where slug = $1`, [slug]);

  const response = await request.get(`/collections/${slug}`, { maxRedirects: 0 });

  expect([response.status(), response.headers().location]).toEqual([301, `/collections/${slug}-new`]);
});

test.describe('before the scripts have started', () => {
  test.beforeEach(({ page }) => page.route('**/*.js', (route) => route.abort()));

  test('rules are added and previewed, and products are picked and reordered', async ({ page, signIn, sql }) => {
    const { many } = await twoTags(sql);
    await signIn('manager');
    await page.goto('/admin/collections/new');
    await page.getByRole('button', { name: texts.addRule }).click();
    await page.getByLabel(texts.value(1)).fill(many.tag);
    await page.getByRole('button', { name: texts.removeRule(2) }).click();
    await page.getByRole('button', { name: texts.preview }).click();
    await expect(page.getByText(texts.previewCount(`${many.count}`))).toBeVisible();

    const { rows } = await sql.query<{ id: string }>(
      `insert into collections (name, slug, kind, sort) values ($1, $1, 'manual', 'manual') returning id`,
      [`e2e-${unique()}`],
    );
    const { rows: products } = await sql.query<{ id: string; name: string }>(
      `select id, name from products where status = 'published' order by id limit 2`,
    );
    for (const { name } of products) {
      await page.goto(`/admin/collections/${rows[0]?.id}?q=${encodeURIComponent(name)}`);
      await page.getByRole('button', { name: texts.addProduct(name), exact: true }).click();
    }
    await page.getByRole('button', { name: texts.moveUp(products[1]?.name ?? ''), exact: true }).click();

    const { rows: picked } = await sql.query<{ product_id: string }>(
      'select product_id from collection_products where collection_id = $1 order by sort_key',
      [rows[0]?.id],
    );
    expect(picked.map(({ product_id }) => product_id)).toEqual([products[1]?.id, products[0]?.id]);
  });
});
