import { insertReview, insertTicket } from '../../pages/admin.ts';
import { expect, test } from '../../support/fixtures.ts';

const PAYLOADS = [
  '<script>window.hacked = true</script>',
  '</script><script>window.hacked = true</script>',
  '<img src=x onerror="window.hacked = true">',
  '<svg/onload=window.hacked=true>',
  '"><svg onload=window.hacked=true>',
  'javascript:window.hacked=true',
  '{{constructor.constructor("window.hacked=true")()}}',
  '\u2028</script><script>window.hacked=true</script>',
];

test('A12 customer input is shown to staff as text and runs no script', async ({ page, signIn, sql }) => {
  const broken: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|Refused/.test(message.text())) broken.push(message.text());
  });
  const allPayloads = PAYLOADS.join(' ');
  const review = await insertReview(sql, allPayloads.slice(0, 200), allPayloads);
  const ticket = await insertTicket(sql, allPayloads.slice(0, 200), 'xss@example.com', allPayloads);
  const me = await signIn('admin');
  await sql.query('update users set name = $2 where id = $1', [me.id, allPayloads.slice(0, 200)]);
  await sql.query(
    `insert into audit_log (actor_user_id, action, entity, entity_id, before, after)
     values ($1, $2, $2, $2, jsonb_build_object($2::text, $2::text), null)`,
    [me.id, allPayloads],
  );

  for (const path of [
    '/admin/reviews',
    `/admin/support-tickets/${ticket}`,
    '/admin/support-tickets?q=xss@example.com',
    `/admin/customers/${me.id}`,
    `/admin/customers?q=${encodeURIComponent(me.email)}`,
    `/admin/audit-log?who=${encodeURIComponent(me.email)}`,
    `/admin/reviews?status=${encodeURIComponent(PAYLOADS[0] ?? '')}`,
  ]) {
    await page.goto(path);
    await expect(page.getByRole('main')).toBeVisible();
    expect([path, await page.evaluate(() => 'hacked' in window)]).toEqual([path, false]);
  }
  expect(broken).toEqual([]);
  await sql.query('delete from reviews where id = $1', [review]);
});

test.describe('A28 a malformed admin path responds with a client error', () => {
  for (const path of [
    '/admin/customers/..%2f..%2fetc%2fpasswd',
    '/admin/customers/%00',
    '/admin/support-tickets/%2e%2e%2fsettings',
    '/admin/promotions/1%27%20or%201=1',
    '/admin/support-tickets/not-an-id',
  ])
    test(path, async ({ page, signIn }) => {
      await signIn('admin');

      const response = await page.request.get(path);

      expect(response.status()).toBeGreaterThanOrEqual(400);
      expect(response.status()).toBeLessThan(500);
    });
});
