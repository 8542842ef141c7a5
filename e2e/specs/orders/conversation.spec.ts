import { STORE_NAME } from '@shop/contracts/common/constants';
import { conversationMessages as texts } from '@shop/contracts/support/conversation-messages';
import { supportMessages } from '@shop/contracts/support/messages';
import { FRAME, TRIO } from '../../pages/cart.ts';
import { main, placeOrder } from '../../pages/checkout.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { expectStatusMessage, gotoHydrated } from '../../support/account.ts';
import { answerTicket } from '../../support/admin-session.ts';
import { expect, test } from '../../support/fixtures.ts';
import { UNKNOWN_ID } from '../../support/shop.ts';

for (const javaScriptEnabled of [true, false])
  test.describe(`JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('Need help on an order opens a conversation that goes both ways', { tag: '@journey' }, async ({
      page,
      context,
      browser,
      shop,
      sql,
      signIn,
    }) => {
      const orderId = await placeOrder({ context, shop, sql }, await signIn(), TRIO, FRAME);
      await page.goto(`/orders/${orderId}`);
      const thread = page.getByRole('list', { name: texts.thread });
      const menuLink = page.getByRole('navigation', { name: 'My account' }).getByRole('link', { name: /^Messages/ });

      await main(page).getByRole('link', { name: texts.help }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.helpHeading);
      await main(page).getByRole('button', { name: texts.send }).click();
      await expect(main(page).getByText(supportMessages.messageMissing)).toBeVisible();
      await main(page).getByLabel(texts.reply).fill('Can you wrap it?\nIt is a gift.');
      await main(page).getByRole('button', { name: texts.send }).click();

      await expectStatusMessage(page, texts.sent);
      await expect(thread.getByRole('listitem')).toHaveText([/^You.*Can you wrap it\?/s]);
      const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
      await answerTicket({ browser, shop, sql }, id, 'Of course.');

      await page.goto('/account');
      await expect(menuLink).toContainText('1');
      await menuLink.click();
      const card = main(page).getByRole('article', { name: texts.subjectOfOrder(orderId.slice(-8)) });
      await expect(card).toContainText(texts.unread);
      await card.getByRole('link').click();
      await expect(thread.getByRole('listitem')).toHaveCount(2);
      await expect(menuLink).not.toContainText('1');
      await expect(main(page).getByText(texts.states.answered)).toBeVisible();
      await main(page).getByLabel(texts.reply).fill('Thank you!');
      await main(page).getByRole('button', { name: texts.send }).click();
      await expect(thread.getByRole('listitem')).toHaveCount(3);
      if (javaScriptEnabled) await expectAccessible(page);

      await page.goto(`/orders/${orderId}?show=messages`);
      const timeline = main(page).getByRole('region', { name: 'Timeline' });
      await expect(timeline.getByRole('heading', { level: 3 })).toHaveText([
        texts.youWrote,
        texts.storeReplied(STORE_NAME),
        texts.youWrote,
      ]);
      await timeline.getByRole('link', { name: texts.open }).first().click();
      await expect(page).toHaveURL(`${shop.url}/account/messages/${id}`);
    });

    test('the timeline of an order is filtered by its links', async ({ page, context, shop, sql, signIn }) => {
      const orderId = await placeOrder({ context, shop, sql }, await signIn(), TRIO);
      await page.goto(`/orders/${orderId}`);
      const timeline = main(page).getByRole('region', { name: 'Timeline' });
      await expect(timeline.getByRole('heading', { level: 3 })).toHaveText(['Order placed']);

      await timeline.getByRole('link', { name: 'Payments' }).click();

      await expect(timeline.getByText('Nothing to show yet.')).toBeVisible();
      await expect(timeline.getByRole('link', { name: 'Payments' })).toHaveAttribute('aria-current', 'true');
      await timeline.getByRole('link', { name: 'Everything' }).click();
      await expect(timeline.getByRole('heading', { level: 3 })).toHaveText(['Order placed']);
    });

    test('the contact form of a customer asks neither name nor email address, and leads to the conversation', async ({
      page,
      signIn,
    }) => {
      await signIn();
      await page.goto('/contact');
      const form = page.getByRole('region', { name: supportMessages.formTitle });
      await expect(form.getByText(supportMessages.fromAccount)).toBeVisible();
      await expect(form.getByLabel(supportMessages.email)).toHaveCount(0);

      await form.getByLabel(supportMessages.subject).fill('A ring');
      await form.getByLabel(supportMessages.message).fill('Does it come in platinum?');
      await form.getByRole('button', { name: supportMessages.send }).click();
      await main(page).getByRole('link', { name: texts.open }).click();

      await expect(main(page).getByRole('heading', { name: 'A ring', level: 2 })).toBeVisible();
      await expect(main(page)).toContainText('Does it come in platinum?');
    });
  });

test('a conversation of another customer and an unknown one redirect to the list', async ({ page, sql, signIn }) => {
  const { rows } = await sql.query<{ id: string }>(
    `with t as (insert into support_tickets (name, email, subject) values ('Eve', 'eve@example.com', 'Private') returning id)
     insert into support_messages (ticket_id, from_staff, body) select id, false, 'Private' from t returning ticket_id as id`,
  );
  await signIn();

  for (const id of [rows[0]?.id, UNKNOWN_ID, 'nonsense']) {
    await page.goto(`/account/messages/${id}`);
    await expect(page).toHaveURL(/\/account\/messages$/);
  }
  await expect(main(page).getByRole('heading', { name: texts.none })).toBeVisible();
});

test('the pages of messages and of help have no axe violations and fit a narrow phone', async ({
  page,
  context,
  shop,
  sql,
  signIn,
}) => {
  const orderId = await placeOrder({ context, shop, sql }, await signIn(), TRIO, FRAME);
  await page.setViewportSize({ width: 320, height: 700 });
  for (const path of ['/account/messages', `/orders/${orderId}/help`, `/orders/${orderId}`]) {
    await gotoHydrated(page, path);
    await expectAccessible(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect([path, overflow]).toEqual([path, 0]);
  }
});
