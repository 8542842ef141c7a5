import { createHash, createHmac, randomInt } from 'node:crypto';

const STEP_MS = 30_000;
const HASHED = 'sha256:';
/** Without i, l, o, 0 and 1, which are easily confused. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/** TOTP: which of the previous, current and next time step has this code. The same window as the library. */
export function matchingSteps(secret: string, code: string, now: number) {
  const current = Math.floor(now / STEP_MS);
  return [current - 1, current, current + 1].filter((step) => hotp(secret, step) === code);
}

/** RFC 4226, section 5.3. */
function hotp(secret: string, counter: number) {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const digest = createHmac('sha1', secret).update(message).digest();
  const offset = digest.readUInt8(digest.length - 1) & 15;
  const number = digest.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** 24 characters of 31 have 118 bits of entropy: the hash needs neither a salt nor a slow algorithm. */
const recoveryCode = () =>
  Array.from({ length: 24 }, () => ALPHABET[randomInt(ALPHABET.length)])
    .join('')
    .replace(/.{6}(?=.)/g, '$&-');

export const makeRecoveryCodes = () => Array.from({ length: 10 }, recoveryCode);

/** Ignores case, hyphens and spaces. */
export const hashRecoveryCode = (code: string) =>
  HASHED +
  createHash('sha256')
    .update(code.toLowerCase().replace(/[^a-z\d]/g, ''))
    .digest('base64url');

/** Hashed storage. After a code is used, the library passes the remaining ones, already hashed, to `encrypt` again. */
export const recoveryCodeStorage = {
  encrypt: async (codes: string) =>
    JSON.stringify(
      (JSON.parse(codes) as string[]).map((code) => (code.startsWith(HASHED) ? code : hashRecoveryCode(code))),
    ),
  decrypt: async (hashes: string) => hashes,
};
