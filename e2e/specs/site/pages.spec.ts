import type { Page } from '@playwright/test';
import { orderMessages, trackOrderMessages } from '@shop/contracts/orders/messages';
import { supportMessages } from '@shop/contracts/support/messages';
import { expectAccessible, expectNoAxeViolations } from '../../support/accessibility.ts';
import { expect, test } from '../../support/fixtures.ts';

const TEXTS = [
  { id: 'RTE-010', path: '/about', title: 'About', heading: 'About Crystalline', section: 'How we choose' },
  { id: 'RTE-011', path: '/contact', title: 'Contact', heading: 'Contact us', section: 'Before you contact us' },
  {
    id: 'RTE-013',
    path: '/faq',
    title: 'Frequently asked questions',
    heading: 'Frequently asked questions',
    section: 'Can I cancel an order?',
  },
  {
    id: 'RTE-014',
    path: '/shipping',
    title: 'Shipping and returns',
    heading: 'Shipping and returns',
    section: 'Returns',
  },
  { id: 'RTE-015', path: '/terms', title: 'Terms of service', heading: 'Terms of service', section: '4. Payment' },
  { id: 'RTE-016', path: '/privacy', title: 'Privacy policy', heading: 'Privacy policy', section: 'Your rights' },
  { id: 'RTE-017', path: '/support', title: 'Support', heading: 'Support', section: 'Product care' },
];
const PAGES = [...TEXTS.map(({ path }) => path), '/track-order'];

for (const { id, path, title, heading, section } of TEXTS)
  test(`${id} RTE-001 RTE-008 ${path} has its title, heading and sections`, async ({ page }) => {
    const response = await page.goto(path);

    expect(response?.status()).toBe(200);
    await expect(page).toHaveTitle(`${title} | Crystalline`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.getByRole('heading', { name: section, exact: true })).toBeVisible();
  });

test('RTE-014 shipping price, tax rate and charge currency are those of the store settings', async ({ page, sql }) => {
  const { rows } = await sql.query<{ standard: string; tax: number; currency: string }>(
    `select (standard_shipping_cents / 100.0)::numeric(12, 2)::text as standard, (tax_bp / 100.0)::float as tax,
            payment_currency as currency
       from store_settings`,
  );
  await page.goto('/shipping');

  const main = page.getByRole('main');
  await expect(main).toContainText(`$${rows[0]?.standard} (Standard)`);
  await expect(main).toContainText(`The ${rows[0]?.tax}% tax at checkout`);
  await expect(page.getByRole('contentinfo')).toContainText(`(${rows[0]?.currency})`);
});

test('RTE-014 a link to a section of another page scrolls there without a full page load', async ({ page }) => {
  await Promise.all([page.waitForResponse('**/api/session'), page.goto('/contact')]);
  await page.evaluate(() => Object.assign(window, { stayed: true }));

  await page.getByRole('link', { name: 'Payment and currency' }).click();

  await expect(page).toHaveURL(/\/faq#payment-and-currency$/);
  await expect(page.getByRole('heading', { name: 'Payment and currency' })).toBeInViewport();
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true);
});

test('RTE-013 a long page lists its sections', async ({ page }) => {
  await page.goto('/faq');

  await page
    .getByRole('navigation', { name: 'On this page' })
    .getByRole('link', { name: 'Returns and repairs' })
    .click();

  await expect(page.getByRole('heading', { name: 'Returns and repairs' })).toBeInViewport();
});

async function write(page: Page, { email, message }: { email: string; message: string }) {
  const form = page.getByRole('region', { name: supportMessages.formTitle });
  await form.getByLabel(supportMessages.name).fill('Grace Hopper');
  await form.getByLabel(supportMessages.email).fill(email);
  await form.getByLabel(supportMessages.subject).fill('A question');
  await form.getByLabel(supportMessages.message).fill(message);
  await form.getByRole('button', { name: supportMessages.send }).click();
}

async function track(page: Page, number: string, email: string) {
  const main = page.getByRole('main');
  await main.getByLabel(trackOrderMessages.number).fill(number);
  await main.getByLabel(trackOrderMessages.email).fill(email);
  await main.getByRole('button', { name: trackOrderMessages.track }).click();
}

for (const javaScriptEnabled of [true, false])
  test.describe(`RTE-018 JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    for (const path of ['/contact', '/support'])
      test(`RTE-011 RTE-017 the contact form on ${path} opens a ticket`, async ({ page, sql }) => {
        const email = `${path.slice(1)}-${javaScriptEnabled}-${Date.now()}@example.com`;
        await page.goto(path);

        await write(page, { email, message: 'Where is it?' });

        await expect(page.getByRole('heading', { name: supportMessages.sentTitle })).toBeVisible();
        const { rows } = await sql.query('select number from support_tickets where email = $1', [email]);
        expect(rows).toHaveLength(1);
        await expect(page.getByRole('status').filter({ hasText: rows[0].number })).toBeVisible();
      });

    test('RTE-011 shows errors beside their fields and keeps the input', async ({ page }) => {
      await page.goto('/contact');

      await write(page, { email: 'grace', message: 'Where is it?' });

      const email = page.getByLabel(supportMessages.email).first();
      await expect(email).toHaveAttribute('aria-invalid', 'true');
      await expect(email).toHaveAccessibleDescription(supportMessages.invalidEmail);
      await expect(email).toHaveValue('grace');
      await expect(page.getByRole('textbox', { name: supportMessages.message })).toHaveValue('Where is it?');
      if (javaScriptEnabled) await expect(email).toBeFocused();
    });

    test('RTE-012 order number and email show the order', async ({ page }) => {
      await page.goto('/track-order');

      await track(page, '#7C41E2B9', 'Ada@Example.com');

      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order #7c41e2b9');
      await expect(page.getByText('TRK48210937')).toBeVisible();
      const steps = page.getByRole('list', { name: orderMessages.progress }).getByRole('listitem');
      await expect(steps).toHaveText([
        /Order Placed, completed/,
        /Processing, completed/,
        /Shipped, current step/,
        /Delivered, upcoming/,
      ]);
      await expect(page.getByText('Aurora Solitaire Ring')).toBeVisible();
      expect(page.url()).not.toContain('ada');
    });

    test('RTE-012 an unknown order and a wrong email show the same message', async ({ page }) => {
      for (const [number, email] of [
        ['00000000', 'ada@example.com'],
        ['7c41e2b9', 'eve@example.com'],
      ] as const) {
        await page.goto('/track-order');
        await track(page, number, email);

        await expect(page.getByRole('main').getByRole('alert')).toHaveText(trackOrderMessages.notFound);
        await expect(page.getByLabel(trackOrderMessages.number)).toHaveValue(number);
      }
    });
  });

test('RTE-012 a cancelled order shows a banner instead of its progress', async ({ page, sql }) => {
  const { rows } = await sql.query<{ id: string }>("select id from orders where number = 'd2f8406c'");
  await sql.query(
    `insert into order_status_history (order_id, seq, from_status, to_status, actor)
     select id, 2, 'pending', 'cancelled', 'customer' from orders where id = $1 and status = 'pending'`,
    [rows[0]?.id],
  );
  await sql.query("update orders set status = 'cancelled' where id = $1", [rows[0]?.id]);
  await page.goto('/track-order');

  await track(page, 'd2f8406c', 'ada@example.com');

  await expect(page.getByText(/This order was cancelled on /)).toBeVisible();
  await expect(page.getByRole('list', { name: orderMessages.progress })).toHaveCount(0);
});

test('a bot that fills in the hidden field opens no ticket', async ({ request, sql, shop }) => {
  const email = `bot-${Date.now()}@example.com`;
  const response = await request.post('/contact', {
    form: { name: 'Bot', email, subject: 'Buy', message: 'Now', orderNumber: '', website: 'https://spam.example' },
    headers: { origin: shop.url },
  });

  expect(response.status()).toBe(422);
  expect((await sql.query('select from support_tickets where email = $1', [email])).rows).toEqual([]);
});

test('the contact form does not ask a customer for name and email address', async ({ page, sql, signIn }) => {
  const { id, email } = await signIn();
  await page.goto('/contact');
  const form = page.getByRole('region', { name: supportMessages.formTitle });

  await expect(form.getByText(supportMessages.fromAccount)).toBeVisible();
  await expect(form.getByLabel(supportMessages.name)).toHaveCount(0);
  await form.getByLabel(supportMessages.subject).fill('My order');
  await form.getByLabel(supportMessages.message).fill('Where is it?');
  await form.getByRole('button', { name: supportMessages.send }).click();

  await expect(page.getByRole('heading', { name: supportMessages.sentTitle })).toBeVisible();
  const { rows } = await sql.query('select email from support_tickets where user_id = $1', [id]);
  expect(rows).toEqual([{ email }]);
});

test('RTE-011 RTE-019 the contact form is filled in and sent by keyboard alone', async ({ page, sql }) => {
  const email = `keys-${Date.now()}@example.com`;
  await page.goto('/contact');
  await page.getByLabel(supportMessages.name).focus();

  for (const text of ['Grace Hopper', email, '', 'By keys', 'No mouse here.']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: supportMessages.sentTitle })).toBeFocused();
  expect((await sql.query('select from support_tickets where email = $1', [email])).rows).toHaveLength(1);
});

for (const path of PAGES)
  test(`RTE-019 ${path} has no axe violations and does not scroll horizontally`, async ({ page }) => {
    await Promise.all([page.waitForResponse('**/api/session'), page.goto(path)]);

    await expectAccessible(page, [320, 768, 1280]);
  });

test('RTE-019 a rejected form and a tracked order have no axe violations', async ({ page }) => {
  await page.goto('/contact');
  await page.getByRole('button', { name: supportMessages.send }).click();
  await expect(page.getByText(supportMessages.nameMissing)).toBeVisible();
  await expectNoAxeViolations(page);

  await page.goto('/track-order');
  await track(page, '7c41e2b9', 'ada@example.com');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order #7c41e2b9');
  await expectNoAxeViolations(page);
});
