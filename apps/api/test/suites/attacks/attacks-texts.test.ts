import { describe, expect, test } from 'vitest';
import { renderEmail } from '#mail/layout.ts';
import { EmailMessage } from '#mail/rules.ts';
import { emailContentFor } from '#mail/templates.ts';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { redisModesIfRequested } from '#test/redis-modes.ts';
import { createTestStore } from '#test/test-store.ts';

const SCRIPTS = [
  '<script>hacked()</script>',
  '</script><script>hacked()</script>',
  '</ScRiPt ><sCrIpT>hacked()</sCrIpT>',
  '</td></table><script>hacked()</script>',
  '</title><script>hacked()</script>',
  '--><script>hacked()</script>',
  ']]><script>hacked()</script>',
  '\u2028<script>hacked()</script>',
  '<!--<script>hacked()',
  '<img src=x onerror=hacked()>',
  '"><img src=x onerror="hacked()">',
  "'><img src=x onerror='hacked()'>",
  '<img src="x`"onerror=hacked()>',
  '<svg/onload=hacked()>',
  '"><svg onload=hacked()>',
  '<svg><script>hacked()</script></svg>',
  '<math><mtext></p><script>hacked()</script>',
  '<iframe srcdoc="<script>hacked()</script>">',
  '<iframe src="javascript:hacked()">',
  '<body onload=hacked()>',
  '<input autofocus onfocus=hacked()>',
  '<details open ontoggle=hacked()>',
  '<video src=x onerror=hacked()>',
  '<style>*{background:red}</style>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=javascript:hacked()">',
  '<a href="javascript:hacked()">here</a>',
  '[here](javascript:hacked())',
  '{{constructor.constructor("hacked()")()}}',
  '&lt;script&gt;hacked()&lt;/script&gt;',
];
const TAGS = /<[a-z!/?][^>]*>/gi;

// That none of the scripts runs on a page is tested end to end in the browser.
describe.each(redisModesIfRequested())('%s', async (_mode, REDIS_URL) => {
  const shop = await createTestStore({ env: { REDIS_URL } });
  const grace = await shop.anAdmin();

  /** Submits the text in every field of a customer; returns the responses, and the HTML tag count of each email. */
  async function submitEverywhere(text: string) {
    const eve = await shop.aShopper({ name: text });
    const { productId, variantId } = await aVariant(shop);
    const address = { name: text, line1: text, city: text, state: text, postalCode: '560001', country: 'India' };
    const written = [
      await eve.post('/api/addresses', address),
      await eve.post('/api/support/tickets', { name: text, email: eve.email, subject: text, message: text }),
    ];
    const order = await anOrder(shop.db, { of: eve, items: [{ variantId, quantity: 1 }], status: 'delivered' });
    written.push(await eve.post(`/api/products/${productId}/reviews`, { rating: 5, comment: text.padEnd(20, '.') }));
    const reads = ['/api/user/me', `/api/orders/${order.id}`, '/api/user/export'];
    const responses = [
      ...written,
      ...(await Promise.all(reads.map((url) => eve.get(url)))),
      await grace.get('/api/admin/tickets'),
      await grace.get(`/api/admin/customers/${eve.id}`),
    ];
    const { rows } = await shop.sql.query(
      'select kind, payload as data from email_messages where to_email = $1 order by id',
      [eve.email],
    );
    const tags = rows.map(
      (row) =>
        renderEmail(emailContentFor(EmailMessage.parse(row), true), shop.config.publicOrigin).html.match(TAGS)
          ?.length ?? 0,
    );
    return { responses, tags };
  }

  test('A12 thirty script payloads are returned as JSON text, and add no tag to any email', async () => {
    const plain = await submitEverywhere('Ada of Ockham Park');
    expect(plain.responses.map(({ statusCode }) => statusCode < 300)).toEqual(plain.responses.map(() => true));
    expect(plain.tags.length).toBeGreaterThan(1);

    for (const text of SCRIPTS) {
      const { responses, tags } = await submitEverywhere(text);
      // Some emails omit a text that contains a link, with its line: fewer tags are possible.
      expect([text, tags.length]).toEqual([text, plain.tags.length]);
      expect([text, tags.filter((count, index) => count > (plain.tags[index] ?? 0))]).toEqual([text, []]);
      for (const { headers, statusCode } of responses) {
        expect(statusCode).toBeLessThan(500);
        expect(headers['content-type']).toMatch(/^application\/(problem\+)?json/);
        expect(headers['x-content-type-options']).toBe('nosniff');
      }
      expect(responses[2]?.statusCode).toBe(200);
    }
  });

  test('A12 no script becomes a product slug or an image URL', async () => {
    for (const text of SCRIPTS.slice(0, 12)) {
      const form = { name: text, description: text, price: 10, category: 'Curiosities', brand: 'House of Tests' };
      const saved = await grace.post('/api/products', { ...form, images: ['https://images.example.com/a.png'] });
      expect([text, saved.statusCode]).toEqual([text, 201]);
      expect(saved.json().slug).toMatch(/^[a-z0-9-]+$/);
      expect((await grace.post('/api/products', { ...form, images: [text] })).statusCode).toBe(422);
    }
  });
});
