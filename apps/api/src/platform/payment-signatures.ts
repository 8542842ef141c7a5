import { createHmac, timingSafeEqual } from 'node:crypto';

const HEX_SHA256 = /^[0-9a-f]{64}$/;

/** In constant time: how long a forged signature is looked at must not tell how much of it was right. */
export function isSigned(text: string | Buffer, signature: string, secret: string) {
  const expected = createHmac('sha256', secret).update(text).digest();
  return HEX_SHA256.test(signature) && timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}

/** Every secret is tried, whichever fits: the time it takes does not tell which one did. */
export const isSignedWithAny = (text: string | Buffer, signature: string, secrets: string[]) =>
  secrets.map((secret) => isSigned(text, signature, secret)).includes(true);
