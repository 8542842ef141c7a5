import { addressMessages, postalCodeMessages } from '@shop/contracts/identity/account-messages';
import { identityMessages } from '@shop/contracts/identity/auth-messages';
import { COUNTRIES } from '@shop/contracts/identity/constants';
import { Address, User } from '@shop/contracts/identity/schema';
import { describe, expect, test } from 'vitest';
import type { TestStore } from '#test/harness.ts';
import { UNKNOWN_ID } from '#test/ids.ts';
import { createTestStore } from '#test/test-store.ts';

const { aShopper, guest, sql } = await createTestStore();
/** As clients send it that set the header for every request. */
const JSON_TYPE = { 'content-type': 'application/json' };
const POSTAL_CODES: Record<(typeof COUNTRIES)[number], string> = {
  'United States': '62701',
  Canada: 'K1A 0B1',
  'United Kingdom': 'LS1 1AA',
  Australia: '2000',
  India: '560001',
};
type Shopper = Awaited<ReturnType<TestStore['aShopper']>>;

const home = (more: Record<string, unknown> = {}) => ({
  name: 'Home',
  line1: '1 Main Street',
  line2: 'Apartment 3',
  city: 'Springfield',
  state: 'Illinois',
  postalCode: '62701',
  country: 'United States',
  isDefault: false,
  ...more,
});

/** Saves addresses one after the other; returns their ids by name. */
async function save(customer: Shopper, ...names: string[]) {
  for (const name of names) await customer.post('/api/addresses', home({ name }));
  const { addresses } = User.parse((await customer.get('/api/user/me')).json());
  return Object.fromEntries(addresses.map((address) => [address.name, address.id]));
}
const defaults = (user: User) => user.addresses.filter(({ isDefault }) => isDefault).map(({ name }) => name);

describe('a new address', () => {
  test('API-016 API-017 API-019 ADDR-015 ENT-004 ROLE-002 is saved, and the response is the customer with all addresses', async () => {
    const ada = await aShopper();

    const response = await ada.post('/api/addresses', home({ isDefault: true }));

    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toBe('private, no-store');
    const user = User.parse(response.json());
    expect(user).toMatchObject({ id: ada.id, addresses: [home({ id: expect.any(String), isDefault: true })] });
    expect(Object.keys(response.json().addresses[0]).sort()).toEqual(Object.keys(Address.shape).sort());
    expect((await ada.get('/api/user/me')).json()).toEqual(response.json());
  });

  test('API-018 gets an id from the server, whatever id the client sends', async () => {
    const ada = await aShopper();

    const { addresses } = (await ada.post('/api/addresses', home({ id: 'address-1710000000000' }))).json();

    expect(addresses).toMatchObject([{ id: expect.stringMatching(/^[0-9a-f-]{36}$/) }]);
  });

  test.each([[{ line2: undefined }], [{ line2: null }], [{ line2: '' }], [{ line2: '  ' }]])(
    'VAL-015 with %o is saved without a second line',
    async (overrides) => {
      const ada = await aShopper();

      const response = await ada.post('/api/addresses', home(overrides));

      expect(response.json().addresses).toMatchObject([{ line2: null }]);
    },
  );

  test('can be in any country we ship to', async () => {
    const ada = await aShopper();

    for (const country of COUNTRIES)
      await ada.post('/api/addresses', home({ name: country, country, postalCode: POSTAL_CODES[country] }));

    const { addresses } = (await ada.get('/api/user/me')).json();
    expect(addresses.map(({ country }: Address) => country)).toEqual([...COUNTRIES]);
  });

  test.each([
    ['VAL-010', 'name', addressMessages.nameRequired],
    ['VAL-011', 'line1', addressMessages.line1Required],
    ['VAL-012', 'city', addressMessages.cityRequired],
    ['VAL-013', 'state', addressMessages.stateRequired],
    ['VAL-014', 'postalCode', addressMessages.postalCodeRequired],
  ])('%s without %s is rejected: %s', async (_id, field, message) => {
    const ada = await aShopper();

    for (const nothing of [undefined, null, '', '   ', 7]) {
      const response = await ada.post('/api/addresses', home({ [field]: nothing }));
      expect(response.statusCode).toBe(422);
      expect(response.json().errors).toEqual([{ field, message }]);
    }
    expect((await ada.get('/api/user/me')).json().addresses).toEqual([]);
  });

  test.each([
    ['country', 'Atlantis', addressMessages.countryInvalid],
    ['name', 'x'.repeat(201), addressMessages.tooLong],
    ['line1', 'x'.repeat(201), addressMessages.tooLong],
    ['line2', 'x'.repeat(201), addressMessages.tooLong],
    ['city', 'x'.repeat(101), addressMessages.tooLong],
    ['state', 'x'.repeat(101), addressMessages.tooLong],
    ['postalCode', 'x'.repeat(21), addressMessages.tooLong],
    ['postalCode', 'not a zip code!!', postalCodeMessages['United States']],
    ['recipient', 'x'.repeat(201), addressMessages.tooLong],
    ['phone', 'call me', identityMessages.phoneInvalid],
    ['phone', '5'.repeat(41), identityMessages.phoneInvalid],
  ])('with an invalid %s is rejected with a field error', async (field, value, message) => {
    const response = await (await aShopper()).post('/api/addresses', home({ [field]: value }));

    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toEqual([{ field, message }]);
  });

  test('is saved with its recipient, phone number and the postal code as the country writes it', async () => {
    const ada = await aShopper();
    const gift = { recipient: ' Grace Hopper ', phone: ' +44 20 7946 0000 ', country: 'United Kingdom' };

    const response = await ada.post('/api/addresses', home({ ...gift, postalCode: 'w1j7nt' }));

    expect(response.json().addresses).toMatchObject([
      { name: 'Home', recipient: 'Grace Hopper', phone: '+44 20 7946 0000', postalCode: 'W1J 7NT' },
    ]);
  });

  test('with the postal code of another country is rejected, and so is a change of the country alone', async () => {
    const ada = await aShopper();
    const ids = await save(ada, 'Home');

    for (const response of [
      await ada.post('/api/addresses', home({ country: 'India' })),
      await ada.put('/api/addresses', home({ id: ids.Home, country: 'India' })),
    ]) {
      expect(response.statusCode).toBe(422);
      expect(response.json().errors).toEqual([{ field: 'postalCode', message: postalCodeMessages.India }]);
    }
  });

  test('saved with another postal code before the check is still readable', async () => {
    const ada = await aShopper();
    const ids = await save(ada, 'Home');
    await sql.query(`update addresses set country = 'India', postal_code = 'not a pin code!!' where id = $1`, [
      ids.Home,
    ]);

    expect((await ada.get('/api/user/me')).json().addresses).toMatchObject([{ postalCode: 'not a pin code!!' }]);
  });

  test('with emoji and fields of maximum length is stored unchanged', async () => {
    const ada = await aShopper();
    const longest = home({ name: '🏠'.repeat(100), line1: 'x'.repeat(200), city: 'y'.repeat(100), isDefault: true });

    expect((await ada.post('/api/addresses', longest)).json().addresses).toMatchObject([longest]);
  });

  test('is rejected once there are 50', async () => {
    const ada = await aShopper();
    await sql.query(
      `insert into addresses (user_id, name, line1, city, state, postal_code, country, is_default)
       select $1, 'Home', '1', 'S', 'I', '6', 'India', n = 1 from generate_series(1, 49) n`,
      [ada.id],
    );

    const responses = await Promise.all([ada.post('/api/addresses', home()), ada.post('/api/addresses', home())]);

    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(responses.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      code: 'too_many_addresses',
      message: addressMessages.tooMany,
    });
  });
});

describe('the default address', () => {
  test('is the first one, requested or not', async () => {
    const ada = await aShopper();

    const first = await ada.post('/api/addresses', home({ isDefault: false }));
    const second = await ada.post('/api/addresses', home({ name: 'Work', isDefault: false }));

    expect(defaults(first.json())).toEqual(['Home']);
    expect(defaults(second.json())).toEqual(['Home']);
  });

  test('changes to a new address saved as default', async () => {
    const ada = await aShopper();
    await save(ada, 'Home');

    const response = await ada.post('/api/addresses', home({ name: 'Work', isDefault: true }));

    expect(defaults(response.json())).toEqual(['Work']);
  });

  test('STATE-020 API-019 API-020 ADDR-017 changes with "Set as Default", which takes no body', async () => {
    const ada = await aShopper();
    const ids = await save(ada, 'Home', 'Work');

    const response = await ada.patch(`/api/addresses/${ids.Work}/set-default`, '', JSON_TYPE);

    expect(response.statusCode).toBe(200);
    expect(defaults(response.json())).toEqual(['Work']);
    expect((await ada.get('/api/user/me')).json()).toEqual(response.json());
  });

  test('stays the same when it is set again', async () => {
    const ada = await aShopper();
    const ids = await save(ada, 'Home', 'Work');

    expect(defaults((await ada.patch(`/api/addresses/${ids.Home}/set-default`)).json())).toEqual(['Home']);
  });

  test('changes when another address is saved as default, and stays when that is saved without the flag', async () => {
    const ada = await aShopper();
    const ids = await save(ada, 'Home', 'Work');

    const moved = await ada.put('/api/addresses', home({ id: ids.Work, name: 'Work', isDefault: true }));
    const unchanged = await ada.put('/api/addresses', home({ id: ids.Work, name: 'Work', isDefault: false }));

    expect(defaults(moved.json())).toEqual(['Work']);
    expect(defaults(unchanged.json())).toEqual(['Work']);
  });

  test('passes to the oldest other address when it is deleted', async () => {
    const ada = await aShopper();
    const ids = await save(ada, 'Oldest', 'Middle', 'Newest');
    await ada.patch(`/api/addresses/${ids.Newest}/set-default`);

    expect(defaults((await ada.delete(`/api/addresses/${ids.Newest}`)).json())).toEqual(['Oldest']);
    expect(defaults((await ada.delete(`/api/addresses/${ids.Oldest}`)).json())).toEqual(['Middle']);
    expect((await ada.delete(`/api/addresses/${ids.Middle}`)).json().addresses).toEqual([]);
  });

  test('stays when another address is deleted', async () => {
    const ada = await aShopper();
    const ids = await save(ada, 'Home', 'Work');

    expect(defaults((await ada.delete(`/api/addresses/${ids.Work}`)).json())).toEqual(['Home']);
  });

  test('is exactly one after concurrent changes', async () => {
    const ada = await aShopper();
    const ids = Object.values(await save(ada, 'A', 'B', 'C', 'D'));

    for (let round = 0; round < 10; round++) {
      const responses = await Promise.all([
        ...ids.map((id) => ada.patch(`/api/addresses/${id}/set-default`)),
        ada.put('/api/addresses', home({ id: ids[round % 4], name: 'Changed', isDefault: true })),
        ada.post('/api/addresses', home({ name: `New ${round}`, isDefault: true })),
        ada.delete(`/api/addresses/${ids[3]}`),
      ]);

      expect(responses.map(({ statusCode }) => statusCode).filter((code) => code !== 200 && code !== 404)).toEqual([]);
      for (const response of responses)
        if (response.statusCode === 200) expect(defaults(response.json())).toHaveLength(1);
      const { rows } = await sql.query('select from addresses where user_id = $1 and is_default', [ada.id]);
      expect(rows).toHaveLength(1);
    }
  });

  test('is exactly one when the first addresses are saved concurrently', async () => {
    const ada = await aShopper();

    await Promise.all(Array.from({ length: 5 }, () => ada.post('/api/addresses', home())));

    const { addresses, ...user } = User.parse((await ada.get('/api/user/me')).json());
    expect(addresses).toHaveLength(5);
    expect(defaults({ ...user, addresses })).toHaveLength(1);
  });
});

test('API-017 ADDR-016 PUT replaces all fields of an address', async () => {
  const ada = await aShopper();
  const ids = await save(ada, 'Home');
  const moved = home({
    id: ids.Home,
    name: 'Work',
    line1: '2 Side Street',
    line2: null,
    city: 'Leeds',
    state: 'Yorkshire',
    postalCode: 'LS1 1AA',
    country: 'United Kingdom',
    recipient: null,
    phone: null,
    isDefault: true,
  });

  const response = await ada.put('/api/addresses', moved);

  expect(response.json().addresses).toEqual([moved]);
});

test('API-021 an address is deleted without a request body', async () => {
  const ada = await aShopper();
  const ids = await save(ada, 'Home');

  const response = await ada.delete(`/api/addresses/${ids.Home}`, '', JSON_TYPE);

  expect([response.statusCode, response.json().addresses]).toEqual([200, []]);
});

test('an order keeps its shipping address when the saved address is deleted', async () => {
  const ada = await aShopper();
  const ids = await save(ada, 'Home');
  await sql.query(`update orders set address_id = $1, user_id = $2 where id = (select id from orders limit 1)`, [
    ids.Home,
    ada.id,
  ]);

  await ada.delete(`/api/addresses/${ids.Home}`);

  const { rows } = await sql.query('select address_id, shipping_address from orders where user_id = $1', [ada.id]);
  expect(rows).toEqual([
    { address_id: null, shipping_address: expect.objectContaining({ line1: '48 Prospect Street' }) },
  ]);
});

test('API-022 ROLE-011 guests cannot change addresses', async () => {
  for (const response of [
    await guest.post('/api/addresses', home()),
    await guest.put('/api/addresses', home({ id: UNKNOWN_ID })),
    await guest.patch(`/api/addresses/${UNKNOWN_ID}/set-default`),
    await guest.delete(`/api/addresses/${UNKNOWN_ID}`),
  ])
    expect(response.statusCode).toBe(401);
});

test("API-022 another customer's address gives the same response as an unknown one, byte for byte", async () => {
  const ada = await aShopper();
  const eve = await aShopper();
  const { Home: theirs } = await save(ada, 'Home');
  const before = (await ada.get('/api/user/me')).json();
  const named = { 'x-request-id': 'the-same-one' };

  for (const send of [
    (id: string) => eve.put('/api/addresses', home({ id, isDefault: true }), named),
    (id: string) => eve.patch(`/api/addresses/${id}/set-default`, undefined, named),
    (id: string) => eve.delete(`/api/addresses/${id}`, undefined, named),
  ]) {
    const foreignResponse = await send(theirs ?? '');
    const unknownResponse = await send(UNKNOWN_ID);

    expect(foreignResponse.statusCode).toBe(404);
    expect(foreignResponse.json()).toMatchObject({ code: 'address_not_found', message: addressMessages.notFound });
    expect([foreignResponse.body, foreignResponse.headers]).toEqual([
      unknownResponse.body,
      { ...unknownResponse.headers, date: foreignResponse.headers.date },
    ]);
  }
  expect((await ada.get('/api/user/me')).json()).toEqual(before);
});
