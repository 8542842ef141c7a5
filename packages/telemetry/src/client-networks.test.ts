import { expect, test } from 'vitest';
import { clientNetworks, lineNetworks } from './client-networks.ts';

test('an IPv6 address is counted by its /64, /56 and /48, with rising limits', () => {
  expect(clientNetworks('2001:db8:1:203::9')).toEqual([
    { network: '20010db800010203/64', factor: 1 },
    { network: '20010db8000102/56', factor: 3 },
    { network: '20010db80001/48', factor: 10 },
  ]);
});

test('a line counts its /56 like one IPv4 address', () => {
  expect(lineNetworks('2001:db8:1:203::9')).toEqual([
    { network: '20010db8000102/56', factor: 1 },
    { network: '20010db80001/48', factor: 3 },
  ]);
});

test.each([
  ['2001:DB8:0:0:1:2:3:4', '20010db800000000/64'],
  ['2001:db8::', '20010db800000000/64'],
  ['::1', '0000000000000000/64'],
  ['fe80::1%eth0', 'fe80000000000000/64'],
  ['64:ff9b::192.0.2.33', '0064ff9b00000000/64'],
  ['::ffff:192.0.2.33', '192.0.2.33'],
  ['::ffff:c000:221', '192.0.2.33'],
  ['192.0.2.33', '192.0.2.33'],
  ['', ''],
])('%s is a client of %s', (ip, network) => {
  expect(clientNetworks(ip)[0]).toEqual({ network, factor: 1 });
});

test('the networks of one line share its /56, and those of another line do not', () => {
  const lineOf = (ip: string) => lineNetworks(ip)[0]?.network;

  expect(lineOf('2001:db8:aa00:1::1')).toBe(lineOf('2001:db8:aa00:ff:1::2'));
  expect(lineOf('2001:db8:aa00:1::1')).not.toBe(lineOf('2001:db8:aa00:100::1'));
});
