import { discountCodeMessages as texts } from '@shop/contracts/discounts/admin-messages';
import { describe, expect, test } from 'vitest';
import { aGuest, aVariant, cartIn } from '#test/builders/cart.ts';
import { aCustomerWithCart, type CustomerWithCart } from '#test/builders/store-with-payments.ts';
import { checkInvariantsAfterAll, failedInvariants } from '#test/invariants-after-all.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
checkInvariantsAfterAll(shop);
const { sql, anAdmin } = shop;
const maya = await anAdmin({ role: 'manager' });

const terms = {
  title: 'Spring',
  description: '',
  percent: 12.5,
  startsAt: null,
  endsAt: null,
  usageLimit: null,
  perUserLimit: null,
};
const create = (change: object) => maya.post('/api/admin/discount-codes', { code: 'SPRING', ...terms, ...change });
const discountOf = async (code: string) => {
  const guest = aGuest(shop);
  await guest.post('/api/cart/items', { variantId: (await aVariant(shop, { price: 100 })).variantId });
  const response = await guest.post('/api/cart/discount', { code });
  return response.statusCode === 200 ? cartIn(response).discount : 'rejected';
};

test('discount codes are sorted by date or code without gaps or repeats between pages', async () => {
  await sql.query(
    `insert into discount_codes (code, percent_bp) select upper('PAGED' || md5(n::text)), 100 from generate_series(1, 51) n`,
  );
  const { rows } = await sql.query<{ code: string }>(
    `select code from discount_codes where code like 'PAGED%' order by id`,
  );
  const walk = async (sort: string) => {
    const codes: string[] = [];
    for (let path: string | undefined = `/api/admin/discount-codes?sort=${sort}`; path; ) {
      const response = await maya.get(path);
      expect(response.statusCode, response.body).toBe(200);
      codes.push(...response.json().map(({ code }: { code: string }) => code));
      path = /<([^>]+)>/.exec(String(response.headers.link ?? ''))?.[1];
    }
    return codes.filter((code) => code.startsWith('PAGED'));
  };

  const byDate = rows.map(({ code }) => code);
  const byCode = byDate.toSorted();
  expect(byDate.length).toBeGreaterThan(50);
  expect(await walk('code')).toEqual(byCode);
  expect(await walk('-code')).toEqual(byCode.toReversed());
  expect(await walk('created')).toEqual(byDate);
  expect(await walk('')).toEqual(byDate.toReversed());
});

describe('a discount code', () => {
  test('is created, used, changed, deactivated and activated again', async () => {
    const { id, code, status } = (await create({ code: 'SPRING-26' })).json();
    expect([code, status]).toEqual(['SPRING-26', 'active']);
    expect(await discountOf('spring-26')).toBe(12.5);

    await maya.put(`/api/admin/discount-codes/${id}`, { ...terms, percent: 50 });
    expect(await discountOf('SPRING-26')).toBe(50);

    const deactivated = await maya.put(`/api/admin/discount-codes/${id}/active`, { active: false });
    expect(deactivated.json().status).toBe('deactivated');
    expect(await discountOf('SPRING-26')).toBe('rejected');

    await maya.put(`/api/admin/discount-codes/${id}/active`, { active: true });
    expect(await discountOf('SPRING-26')).toBe(50);
    expect((await maya.get('/api/admin/discount-codes')).json()[0]).toMatchObject({ id, status: 'active', used: 0 });
  });

  test('is stored in capitals and without surrounding spaces', async () => {
    expect((await create({ code: ' autumn-26 ' })).json().code).toBe('AUTUMN-26');
  });

  test.each([
    [{ startsAt: '2999-01-01T00:00:00Z' }, 'scheduled'],
    [{ endsAt: '2020-01-01T00:00:00Z' }, 'expired'],
  ])('with %j is %s, and gives no discount', async (limits, status) => {
    const code = `TIMED-${status}`.toUpperCase();

    expect((await create({ code, ...limits })).json()).toMatchObject({ status });
    expect(await discountOf(code)).toBe('rejected');
  });

  test('is unique, even when created twice concurrently', async () => {
    const responses = await Promise.all([create({ code: 'TWICE' }), create({ code: 'twice' })]);

    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
    expect(responses.find(({ statusCode }) => statusCode === 409)?.json().errors).toEqual([
      { field: 'code', message: texts.codeTaken },
    ]);
  });

  test('cannot be limited to fewer uses than it already has', async () => {
    const { id } = (await create({ code: 'BUSY', usageLimit: 10 })).json();
    await sql.query('update discount_codes set used = 5 where id = $1', [id]);

    const rejected = await maya.put(`/api/admin/discount-codes/${id}`, { ...terms, usageLimit: 4 });

    expect([rejected.statusCode, rejected.json().errors]).toEqual([
      409,
      [{ field: 'usageLimit', message: texts.belowUsed }],
    ]);
    const saved = await maya.put(`/api/admin/discount-codes/${id}`, { ...terms, usageLimit: 5 });
    expect(saved.json().status).toBe('limit_reached');
    await sql.query('update discount_codes set used = 0 where id = $1', [id]);
  });

  test('with a per-customer limit below past uses gives no more discounts and passes the integrity checks', async () => {
    const { variantId } = await aVariant(shop, { quantities: [9] });
    const { id } = (await create({ code: 'OFTEN' })).json();
    const [ada, ben] = [await aCustomerWithCart(shop, []), await aCustomerWithCart(shop, [])];
    const order = async (customer: CustomerWithCart) => {
      await customer.fill([{ variantId }]);
      await sql.query('update carts set discount_code_id = $1 where user_id = $2', [id, customer.id]);
      const { orderId } = (await customer.start({ paymentMethod: 'cod' })).json().placed;
      return (await customer.get(`/api/orders/${orderId}`)).json().discountCode;
    };
    expect([await order(ada), await order(ada)]).toEqual(['OFTEN', 'OFTEN']);

    const saved = await maya.put(`/api/admin/discount-codes/${id}`, { ...terms, perUserLimit: 1 });

    expect(saved.json()).toMatchObject({ perUserLimit: 1, used: 2 });
    expect([await order(ada), await order(ben), await order(ben)]).toEqual([null, 'OFTEN', null]);
    expect(await failedInvariants(shop.db)).toEqual([]);

    // A redemption over the limit after that is still detected.
    await sql.query("update discount_redemptions set created_at = now() + interval '1 minute' where user_id = $1", [
      ada.id,
    ]);
    expect(await failedInvariants(shop.db)).toMatchObject([{ id: 'I16', violations: 1 }]);
    await sql.query('update discount_redemptions set created_at = now() where user_id = $1', [ada.id]);
    await sql.query('update discount_codes set per_user_limit = null where id = $1', [id]);
  });

  test.each([
    [{ code: '' }, 'code', texts.codeMissing],
    [{ code: 'A B' }, 'code', texts.badCode],
    [{ percent: 0 }, 'percent', texts.badPercent],
    [{ percent: 100.01 }, 'percent', texts.badPercent],
    [{ usageLimit: 0 }, 'usageLimit', texts.badLimit],
    [{ startsAt: '2026-02-01T00:00:00Z', endsAt: '2026-01-01T00:00:00Z' }, 'endsAt', texts.endsTooSoon],
    [{ endsAt: 'tomorrow' }, 'endsAt', texts.badTime],
    [{ title: 'x'.repeat(121) }, 'title', texts.titleTooLong],
    [{ used: 0 }, 'used', expect.any(String)],
    [{ active: true }, 'active', expect.any(String)],
  ])('with %j is rejected with a field error', async (wrong, field, message) => {
    const response = await create(wrong);

    expect(response.statusCode).toBe(422);
    expect(response.json().errors[0]).toEqual({ field, message });
  });
});
