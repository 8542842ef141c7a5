import { parseArgs } from 'node:util';
import { reencryptTotpSecrets } from '../../apps/api/src/identity/auth/totp-secrets.ts';
import { readConfig } from '../../apps/api/src/platform/config.ts';
import { withDatabase } from './connection.ts';

export async function runRotateSecret(args: string[]) {
  parseArgs({ args, options: {} });
  const config = readConfig(process.env);
  const { current, reencrypted, left } = await withDatabase(10_000, (db) => reencryptTotpSecrets(db, config));
  console.log(`Two-factor secrets: ${reencrypted} encrypted again, ${current} already current, ${left} left.`);
  if (left > 0)
    throw new Error(
      `${left} cannot be decrypted: set AUTH_SECRET_PREVIOUS to the secret they were encrypted with, and run this again.`,
    );
  if (config.acceptedAuthSecrets.length > 1)
    console.log(
      'No two-factor secret needs AUTH_SECRET_PREVIOUS. Remove it 30 days after the last process started with the new ' +
        'AUTH_SECRET: sessions and unsubscribe links signed before then work until it is removed.',
    );
}
