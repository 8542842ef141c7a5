import { createHmac, timingSafeEqual } from 'node:crypto';

const HEX_SHA256 = /^[0-9a-f]{64}$/;

/** Constant-time comparison: timing must not reveal how much of a forged signature is correct. */
export function isSigned(text: string | Buffer, signature: string, secret: string) {
  const expected = createHmac('sha256', secret).update(text).digest();
  return HEX_SHA256.test(signature) && timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}

/** Checks every secret, even after a match: timing must not reveal which one matched. */
export const isSignedWithAny = (text: string | Buffer, signature: string, secrets: string[]) =>
  secrets.map((secret) => isSigned(text, signature, secret)).includes(true);
