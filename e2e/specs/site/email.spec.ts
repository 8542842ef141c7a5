import { alertMessages } from '@shop/contracts/alerts/messages';
import { STORE_NAME } from '@shop/contracts/common/constants';
import { emailTexts } from '@shop/contracts/mail/messages';
import { supportMessages } from '@shop/contracts/support/messages';
import { expect, test } from '../../support/fixtures.ts';

test('a support ticket is confirmed by an email whose button leads to Support', async ({ page, inbox }) => {
  const email = `ada-${Date.now()}@example.com`;
  await page.goto('/contact');
  const form = page.getByRole('region', { name: supportMessages.formTitle });
  await form.getByLabel(supportMessages.name).fill('Ada <b>Lovelace</b>');
  await form.getByLabel(supportMessages.email).fill(email);
  await form.getByLabel(supportMessages.subject).fill('A ring');
  await form.getByLabel(supportMessages.message).fill('Does it come in platinum?');

  await form.getByRole('button', { name: supportMessages.send }).click();
  const [emailMessage, ...more] = await inbox(email);
  // Scripts of the page that are still loading would replace the email.
  await page.goto('about:blank');
  await page.setContent(emailMessage?.html ?? '');

  expect(more).toEqual([]);
  const { button } = emailTexts(STORE_NAME).ticket_opened('', false);
  await expect(page.getByText('Hello,', { exact: true })).toBeVisible();
  await expect(page.getByText(/Ada|A ring/)).toHaveCount(0);
  await expect(page.getByRole('link', { name: button })).toHaveAttribute('href', emailMessage?.link ?? '');
  await page.getByRole('link', { name: button }).click();
  await expect(page.getByRole('heading', { name: 'Support', level: 1 })).toBeVisible();
});

test('the welcome email links to the confirmation of the email address', async ({ page, signIn, inbox }) => {
  const { email } = await signIn();

  const [emailMessage, ...more] = await inbox(email);
  await page.setContent(emailMessage?.html ?? '');
  await page.getByRole('link', { name: emailTexts(STORE_NAME).welcome.button }).click();

  expect(more).toEqual([]);
  await expect(page).toHaveURL(/\/confirm-email\?token=/);
});

test('AOTH-006 the store alert email names low stock', async ({ page, signIn, inbox, sql }) => {
  const { email } = await signIn('admin');
  await sql.query('delete from alerts');
  await sql.query("select graphile_worker.add_job('notify_owners')");

  const [digest] = await inbox(email, alertMessages.title);
  await page.setContent(digest?.html ?? '');

  await expect(page.getByText(/\d+ variants are low in stock\./).last()).toBeVisible();
  await expect(page.getByRole('link', { name: emailTexts(STORE_NAME).store_alert([]).button })).toHaveAttribute(
    'href',
    /\/admin$/,
  );
});
