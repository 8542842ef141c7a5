import type { Page } from '@playwright/test';
import { campaignMessages, adminCampaignMessages as texts } from '@shop/contracts/campaigns/messages';
import type { Pool } from 'pg';
import { expectAdminStatusMessage } from '../../pages/admin.ts';
import { confirmEmail, gotoHydrated, main, register } from '../../support/account.ts';
import { sendCampaign } from '../../support/admin-session.ts';
import { expect, test } from '../../support/fixtures.ts';

const optIn = (sql: Pool, userId: string) =>
  sql.query('update users set wants_marketing = true, marketing_consent_at = now() where id = $1', [userId]);
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

test('a campaign is written, previewed, tested, scheduled, stopped and sent; who unsubscribes gets no other', async ({
  page,
  browser,
  inbox,
  shop,
  signIn,
  sql,
}) => {
  test.slow();
  const contexts = [await browser.newContext(), await browser.newContext()] as const;
  const [customer, other] = [await register(contexts[0], shop), await register(contexts[1], shop)];
  for (const { id } of [customer, other]) {
    await confirmEmail(sql, id);
    await optIn(sql, id);
  }
  const title = `Quiet sale ${crypto.randomUUID()}`;
  const me = await signIn('manager');
  await gotoHydrated(page, '/admin/campaigns');
  await page.getByRole('link', { name: texts.create }).first().click();
  await press(page, texts.save);
  await expect(page.getByText(campaignMessages.titleMissing)).toBeVisible();

  await page.getByLabel(/^Title/).fill(title);
  await page.getByLabel(/^Message/).fill('All **rings** at half price.');
  await page.getByLabel(/^Link/).fill('/products');
  await page.getByLabel('Notification in the account').check();
  await press(page, texts.save);
  await expectAdminStatusMessage(page, texts.created);
  await expect(main(page)).toContainText(/[\d,]+ people/);
  const preview = await page.request.get((await page.getByTitle(texts.previewOf(title)).getAttribute('src')) ?? '');
  expect(await preview.text()).toContain('All <strong>rings</strong> at half price.');

  await press(page, texts.test);
  await expectAdminStatusMessage(page, texts.tested);
  await inbox(me.email, title);

  await page.getByLabel(texts.at).fill('2099-03-05T10:30');
  await press(page, texts.schedule);
  await press(page, /^Schedule for [\d,]+ people$/);
  await expectAdminStatusMessage(page, texts.scheduled);
  await expect(main(page)).toContainText('This campaign is sent on Mar 5, 2099');
  await press(page, texts.stop);
  await expectAdminStatusMessage(page, texts.stopped);

  await press(page, texts.sendNow);
  await expect(page.getByText(/^[\d,]+ emails are sent, [\d,]+ notifications are sent\.$/)).toBeVisible();
  await expect(page.getByText(texts.keep)).toBeVisible();
  await press(page, /^Send to [\d,]+ people$/);
  await expectAdminStatusMessage(page, texts.started);

  const [received] = await inbox(customer.email, title);
  const url = /Unsubscribe: (\S+)/.exec(received?.text ?? '')?.[1] ?? '';
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect(response.status).toBe(200);

  const next = `Loud sale ${crypto.randomUUID()}`;
  await sendCampaign({ browser, shop, sql }, { title: next, message: 'Again.' }, ['email', 'notification']);
  const recipients = async () =>
    (await sql.query<{ email: string }>('select to_email as email from email_messages where subject = $1', [next]))
      .rows;
  expect(await recipients()).toContainEqual({ email: other.email });
  expect(await recipients()).not.toContainEqual({ email: customer.email });
  await sql.query('update users set wants_marketing = false, marketing_consent_at = null where id = $1', [other.id]);
  for (const context of contexts) await context.close();
});
