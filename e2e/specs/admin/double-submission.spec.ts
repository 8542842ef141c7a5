import type { APIResponse, Page } from '@playwright/test';
import { ADMIN_PAGES } from '@shop/contracts/admin/pages';
import { insertFailedJob, insertReview } from '../../pages/admin.ts';
import { bodyOf, fieldOf, kindOf, type PlainForm, readForms } from '../../pages/admin-forms.ts';
import { urlOf } from '../../pages/admin-urls.ts';
import { test as base, expect } from '../../support/fixtures.ts';
import { NO_RATE_LIMIT, type Shop, startShop } from '../../support/shop.ts';

/** A store of their own: the tests press every button, also those that delete. */
const test = base.extend<object, { ownShop: Shop }>({
  ownShop: [
    async ({ browserName: _ }, use) => {
      const shop = await startShop({ payments: true, env: NO_RATE_LIMIT });
      await use(shop);
      await shop.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  shop: ({ ownShop }, use) => use(ownShop),
});

// One after the other in one worker, so that one store is started.
test.describe.configure({ mode: 'default' });

/**
 * Fields that make a form take effect once: an idempotency key, the version it was loaded with, or the place in the
 * list of what it moves.
 */
const GUARDS = ['key', 'version', 'place'];

/** Forms without one, by page and a field of theirs. */
const REPEATABLE = [
  { path: '/admin', field: 'intent', value: 'hide', reason: 'a hidden guide stays hidden' },
  { path: '/admin/orders/import', field: 'file', reason: 'checks the file, and changes nothing' },
  { path: '/admin/support-tickets/:ticketId', field: 'status', reason: 'sets a state, which stays' },
  { path: '/admin/reviews', field: 'status', reason: 'sets a state, which stays' },
  { path: '/admin/reviews/:reviewId', field: 'status', reason: 'sets a state, which stays' },
  { path: '/admin/reviews/:reviewId', field: 'reply', reason: 'sets the reply, which stays' },
  { path: '/admin/reviews/:reviewId', field: 'photo', reason: 'a removed photo stays removed' },
  { path: '/admin/promotions', field: 'active', reason: 'sets a state, which stays' },
  { path: '/admin/pages/:pageId', field: 'intent', value: 'review', reason: 'a reviewed page stays reviewed' },
];

/** Pages on which at least one form takes effect with what it holds: a test that changes nothing proves nothing. */
const CHANGING = [
  '/admin/categories',
  '/admin/support-tickets/:ticketId',
  '/admin/reviews',
  '/admin/promotions',
  '/admin/online-store',
  '/admin/system',
];

/** Pressed last: afterwards the page may be gone. */
const ENDING = /delete|remove|merge|discard|revoke|undo/i;

/** Whether sending the form again is known to change nothing: by a field, or by the key in its URL. */
const isGuarded = (path: string, form: PlainForm) =>
  GUARDS.some((name) => fieldOf(form, name)) ||
  /[?&]key=[^&]/.test(form.action ?? '') ||
  REPEATABLE.some((known) => {
    const value = fieldOf(form, known.field);
    return known.path === path && value !== undefined && (known.value === undefined || known.value === value);
  });

/** The request that a browser sends, twice at the same time. Redirects are not followed. */
function sendTwice(page: Page, origin: string, url: string, form: PlainForm) {
  const send = () =>
    page.request.post(new URL(form.action ?? '', url).href, {
      headers: { origin, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      data: bodyOf(form),
      maxRedirects: 0,
    });
  return Promise.all([send(), send()]);
}

async function expectNoServerError(responses: APIResponse[], form: PlainForm) {
  for (const response of responses)
    expect(response.status(), `${kindOf(form)}: ${await response.text()}`).toBeLessThan(500);
}

for (const { path } of ADMIN_PAGES)
  test(`every form of ${path} that is sent twice at once takes effect once`, async ({ page, shop, signIn, sql }) => {
    await insertReview(sql, 'Grace Hopper');
    await insertFailedJob(sql);
    const owner = await signIn('owner');
    const url = new URL(await urlOf(path, sql), shop.url).href;
    const actionsOfOwner = async () => {
      const { rows } = await sql.query<{ action: string }>(
        'select action from audit_log where actor_user_id = $1 order by id',
        [owner.id],
      );
      return rows.map(({ action }) => action);
    };
    /** The forms of the page; none if it is gone. */
    const load = async () => {
      const response = await page.request.get(url, { maxRedirects: 0 });
      if (response.status() !== 200) return [];
      const forms = (await readForms(page, await response.text(), owner.password)).filter(({ action }) =>
        new URL(action ?? '', url).pathname.startsWith('/admin'),
      );
      for (const form of forms) expect(isGuarded(path, form), `a guard in ${kindOf(form)}`).toBe(true);
      return forms;
    };
    const sent = new Set<string>();
    const nextOf = (forms: PlainForm[]) => {
      const open = forms.filter((form) => !form.isUpload && !sent.has(kindOf(form)));
      return open.find((form) => !ENDING.test(kindOf(form))) ?? open[0];
    };

    expect((await page.request.get(url, { maxRedirects: 0 })).status(), url).toBe(200);
    let forms = await load();
    for (let form = nextOf(forms); form; form = nextOf(forms)) {
      sent.add(kindOf(form));
      const before = (await actionsOfOwner()).length;

      const responses = await sendTwice(page, shop.url, url, form);
      await expectNoServerError(responses, form);
      const [answer] = responses;
      const confirmation = (await readForms(page, await answer.text(), owner.password)).find((asked) =>
        fieldOf(asked, 'confirmed'),
      );
      if (confirmation) {
        expect(isGuarded(path, confirmation), `a guard in ${kindOf(confirmation)}`).toBe(true);
        await expectNoServerError(await sendTwice(page, shop.url, url, confirmation), confirmation);
      }

      // One press may record several actions, such as a shipment and a status, but each of them once.
      const actions = (await actionsOfOwner()).slice(before);
      expect(actions, kindOf(form)).toEqual([...new Set(actions)]);
      if (actions.length > 0) forms = await load();
    }
    if (CHANGING.includes(path)) expect(await actionsOfOwner()).not.toEqual([]);
  });
