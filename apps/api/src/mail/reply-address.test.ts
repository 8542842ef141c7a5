import { expect, test } from 'vitest';
import { plainAddress, replyAddress, ticketOfReplyAddress } from './reply-address.ts';

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const INBOUND = 'Support@in.example.com';
const address = replyAddress(INBOUND, ID, 'current');

test('a reply address leads to its ticket, whatever a mail server makes of its case', () => {
  expect(address.split('@')[0]?.length).toBeLessThanOrEqual(64);
  for (const given of [address, address.toUpperCase(), `"Crystalline" <${address}>`])
    expect(ticketOfReplyAddress(INBOUND, ['someone@example.com', given], ['current'])).toBe(ID);
});

test('a reply address signed with the previous secret is accepted during a rotation', () => {
  expect(ticketOfReplyAddress(INBOUND, [address], ['next', 'current'])).toBe(ID);
  expect(ticketOfReplyAddress(INBOUND, [address], ['next'])).toBeUndefined();
});

test.each([
  ['another ticket', address.replace('01890a5d', '01890a5e')],
  ['another signature', address.replace(/.@/, (end) => (end === '0@' ? '1@' : '0@'))],
  ['no signature', address.replace(/.{20}@/, '@')],
  ['no token', INBOUND],
  ['another domain', address.replace('in.example.com', 'evil.example.com')],
  ['another mailbox', address.replace(/^support/i, 'sales')],
  ['nothing', ''],
])('an address with %s leads to no ticket', (_what, given) => {
  expect(ticketOfReplyAddress(INBOUND, [given], ['current'])).toBeUndefined();
});

test('the address of a header is the one in angle brackets', () => {
  expect(plainAddress('"ada@example.com" <Eve@Example.com>')).toBe('eve@example.com');
  expect(plainAddress(' Ada@Example.com ')).toBe('ada@example.com');
});
