import { isIPv6 } from 'node:net';

type Prefixes = readonly (readonly [bits: number, factor: number])[];

/** Requests: a network carries more users the larger it is, and mobile carriers give each device a /64. */
const PER_NETWORK: Prefixes = [
  [64, 1],
  [56, 3],
  [48, 10],
];
/** What one client may achieve (guess, create, reserve): a line with a /56 gets as much as one with an IPv4 address. */
const PER_LINE: Prefixes = [
  [56, 1],
  [48, 3],
];

/** A limit of one IP address holds `factor` times for this network. */
export type ClientNetwork = { network: string; factor: number };

/**
 * The networks to count a client by, from the smallest. A home has an IPv6 /56 of 256 networks /64, a rented server often
 * a /48 of 65,536, so that one prefix alone is no limit. An IPv4 address, also mapped to IPv6, is one client.
 */
export const clientNetworks = (ip: string) => networksOf(ip, PER_NETWORK);

/** The same for attempts, accounts and stock: the whole line of a /56 counts like one IPv4 address. */
export const lineNetworks = (ip: string) => networksOf(ip, PER_LINE);

function networksOf(ip: string, prefixes: Prefixes): ClientNetwork[] {
  const groups = groupsOf(ip);
  if (!groups) return [{ network: ip, factor: 1 }];
  const hex = groups.map((group) => group.toString(16).padStart(4, '0')).join('');
  const [, ipv4 = ''] = /^0{20}ffff(.{8})$/.exec(hex) ?? [];
  if (ipv4) return [{ network: [...Buffer.from(ipv4, 'hex')].join('.'), factor: 1 }];
  return prefixes.map(([bits, factor]) => ({ network: `${hex.slice(0, bits / 4)}/${bits}`, factor }));
}

/** The eight groups of an IPv6 address; nothing for any other, such as that of a connection that was closed meanwhile. */
function groupsOf(ip: string) {
  if (!isIPv6(ip)) return;
  const [address = ''] = ip.split('%');
  const [head = [], tail] = address.split('::').map((half) => half.split(':').filter(Boolean).flatMap(numbersOf));
  return tail ? [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail] : head;
}

/** A group, or the two groups of an IPv4 address at the end. */
function numbersOf(part: string) {
  if (!part.includes('.')) return [Number.parseInt(part, 16)];
  const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number);
  return [a * 256 + b, c * 256 + d];
}
