import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { pageMessages as texts } from '@shop/contracts/content/admin-messages';
import { confirmation, expectAdminStatusMessage, expectHtml, heading } from '../../pages/admin.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { gotoHydrated } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

const aSlug = () => `page-${randomBytes(5).toString('hex')}`;

async function createPage(page: Page, slug: string, body: string) {
  await gotoHydrated(page, '/admin/pages/new');
  await page.getByLabel(/^URL slug/).fill(slug);
  await page.getByLabel(/^Title/).fill('Gift wrapping');
  await page.getByLabel(/^Text/).fill(body);
  await page.getByRole('button', { name: texts.create }).click();
}

test('a page is drafted, previewed, published, restored and deleted', async ({ page, context, signIn }) => {
  const slug = aSlug();
  await signIn('content');
  await createPage(page, slug, 'Wrapping costs {{price}}.');
  await expect(page.getByText(texts.unknownPlaceholder('price'))).toBeVisible();
  await page.getByLabel(/^Text/).fill('## Paper\n\nRecycled **paper**, with {{standardShipping}} shipping.');
  await page.getByRole('button', { name: texts.create }).click();
  await expectAdminStatusMessage(page, texts.created);
  await expectAccessible(page);
  expect((await page.request.get(`/pages/${slug}`)).status()).toBe(404);

  await page.getByRole('button', { name: texts.preview }).click();
  await expect(page.getByText(texts.previewNotice)).toBeVisible();
  await expect(heading(page, 'Gift wrapping')).toBeVisible();
  await expect(page.getByRole('main')).toContainText(/Recycled paper, with \$\d+\.\d\d shipping\./);
  await page.getByRole('link', { name: texts.backToEditor }).click();

  await page.getByRole('button', { name: texts.publish, exact: true }).click();
  await expectAdminStatusMessage(page, texts.publishedDone);
  await expectHtml(page, `/pages/${slug}`).toContain('Recycled');
  const visit = await context.newPage();
  await visit.goto(`/pages/${slug}`);
  await expect(visit.getByRole('heading', { name: 'Paper', exact: true })).toBeVisible();
  await expect(visit.getByRole('main')).toContainText('Recycled paper');

  await page.getByLabel(/^Text/).fill('Cotton ribbon.');
  await page.getByRole('button', { name: texts.save }).click();
  await expectAdminStatusMessage(page, texts.saved);
  await expectHtml(page, `/pages/${slug}`).toContain('Recycled');
  await page.getByRole('button', { name: texts.publish, exact: true }).click();
  await expectAdminStatusMessage(page, texts.publishedDone);
  await expectHtml(page, `/pages/${slug}`).toContain('Cotton ribbon.');
  await page.getByRole('button', { name: texts.publish, exact: true }).click();
  await expectAdminStatusMessage(page, texts.nothingToPublish);

  await page.getByRole('button', { name: texts.restoreOf(1) }).click();
  await expectAdminStatusMessage(page, texts.restored);
  await expect(page.getByLabel(/^Text/)).toHaveValue(/Recycled/);
  await page.getByRole('button', { name: texts.publish, exact: true }).click();
  await expectAdminStatusMessage(page, texts.publishedDone);
  await expectHtml(page, `/pages/${slug}`).toContain('Recycled');

  await page.getByRole('button', { name: texts.delete }).click();
  await expect(confirmation(page, texts.confirmDelete)).toContainText('1 page is deleted.');
  await confirmation(page, texts.confirmDelete).getByRole('button', { name: texts.delete }).click();
  await expectAdminStatusMessage(page, texts.deleted);
  await expect.poll(async () => (await page.request.get(`/pages/${slug}`)).status()).toBe(404);
});

test('a page edited by two staff members is not overwritten', async ({ page, signIn, sql }) => {
  const slug = aSlug();
  await signIn('content');
  await createPage(page, slug, 'First text.');
  await expectAdminStatusMessage(page, texts.created);
  await sql.query(`update pages set draft_body = 'Second text.', version = version + 1 where slug = $1`, [slug]);

  await page.getByLabel(/^Text/).fill('Third text.');
  await page.getByRole('button', { name: texts.save }).click();

  await expect(page.getByText(texts.editConflict)).toBeVisible();
  await expect(page.getByLabel(/^Text/)).toHaveValue('Third text.');
  expect((await sql.query('select draft_body from pages where slug = $1', [slug])).rows).toEqual([
    { draft_body: 'Second text.' },
  ]);
});

test('staff who can only read see a page without buttons to change it', async ({ page, signIn, sql }) => {
  const { rows } = await sql.query(`select id from pages where slug = 'terms'`);
  await signIn('read-only');
  await page.goto(`/admin/pages/${rows[0].id}`);

  await expect(page.getByText(texts.readOnly)).toBeVisible();
  await expect(page.getByRole('button', { name: texts.publish, exact: true })).toHaveCount(0);
});
