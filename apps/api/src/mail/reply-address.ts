import { createHmac, timingSafeEqual } from 'node:crypto';

const MAC_CHARACTERS = 20;
const TOKEN = /^([0-9a-f]{32})([0-9a-f]{20})$/;

const macOf = (id: string, secret: string) =>
  createHmac('sha256', secret).update(`reply address ${id}`).digest('hex').slice(0, MAC_CHARACTERS);

/** The address for replies to this ticket, `support+<token>@…`. It grants nothing but writing, with a matching sender. */
export function replyAddress(inboundAddress: string, ticketId: string, secret: string) {
  const [local = '', domain = ''] = splitAddress(inboundAddress);
  return `${local}+${ticketId.replaceAll('-', '')}${macOf(ticketId, secret)}@${domain}`;
}

/** The ticket of the first of these addresses that was signed with an accepted secret. */
export function ticketOfReplyAddress(inboundAddress: string, addresses: string[], accepted: readonly string[]) {
  const [local = '', domain = ''] = splitAddress(inboundAddress.toLowerCase());
  for (const address of addresses) {
    const [theirLocal = '', theirDomain = ''] = splitAddress(plainAddress(address));
    if (theirDomain !== domain || !theirLocal.startsWith(`${local}+`)) continue;
    const [, hex = '', mac = ''] = TOKEN.exec(theirLocal.slice(local.length + 1)) ?? [];
    const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    if (id && accepted.some((secret) => timingSafeEqual(Buffer.from(macOf(id, secret)), Buffer.from(mac)))) return id;
  }
  return undefined;
}

/** 'Ada <Ada@Example.com>' → 'ada@example.com'. The display name may hold another address. */
export function plainAddress(header: string) {
  const open = header.lastIndexOf('<');
  const address = open === -1 ? header : header.slice(open + 1, header.indexOf('>', open));
  return address.trim().toLowerCase();
}

const splitAddress = (address: string) => {
  const at = address.lastIndexOf('@');
  return [address.slice(0, at), address.slice(at + 1)];
};
