/** The owner of a drill's store, who logs in with a second factor. */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LoginResponse, SignedIn, TwoFactorSetup } from '@shop/contracts/identity/schema';
import { UploadedImage } from '@shop/contracts/media/schema';
import { TOTP, URI } from 'otpauth';
import { confirmEmail } from '../../support/database.ts';
import { createOwner, PASSWORD } from '../../support/shop.ts';
import { ROOT } from './commands.ts';
import type { DrillStore } from './store.ts';

const EMAIL = 'owner@example.com';
const IMAGES = join(ROOT, 'apps/api/sample/images');

/** Creates the owner's account and turns on two-factor authentication. */
export async function anOwner({ url, env, sql }: DrillStore) {
  await createOwner({ env }, { name: 'Owner', email: EMAIL, password: PASSWORD });
  await confirmEmail(sql, EMAIL);
  let token = '';

  async function post(path: string, body: object | Buffer, contentType = 'application/json') {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: {
        origin: url,
        'content-type': contentType,
        'idempotency-key': randomUUID(),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: body instanceof Buffer ? new Uint8Array(body) : JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} responded with ${response.status}: ${await response.text()}`);
    const answer: unknown = await response.json();
    return answer;
  }
  const submitPassword = async () =>
    LoginResponse.parse(await post('/api/auth/login', { email: EMAIL, password: PASSWORD }));

  const first = await submitPassword();
  if (!('token' in first)) throw new Error('A new account asked for a second factor.');
  token = first.token;
  const { totpUri } = TwoFactorSetup.parse(await post('/api/user/two-factor', { password: PASSWORD }));
  const authenticator = authenticatorOf(totpUri);
  await post('/api/user/two-factor/confirmation', { code: authenticator.generate() });

  /** Fails unless the API can decrypt the secret of the authenticator. Its next code: each is accepted once. */
  async function logIn() {
    token = '';
    const challenged = await submitPassword();
    if (!('challenge' in challenged)) throw new Error('The login asked for no second factor.');
    const code = authenticator.generate({ timestamp: Date.now() + authenticator.period * 1_000 });
    const loggedIn = SignedIn.parse(await post('/api/auth/two-factor', { challenge: challenged.challenge, code }));
    token = loggedIn.token;
  }
  // The confirmation has ended the first session.
  await logIn();

  return {
    logIn,
    async addCategories() {
      await post('/api/admin/categories', { name: 'Jewelry' });
      await post('/api/admin/brands', { name: 'Crystalline' });
    },
    /** Uploads an image and publishes a product with it. */
    async publishProduct(number: number) {
      const files = readdirSync(IMAGES).filter((name) => name.endsWith('.webp'));
      const file = files[number % files.length] ?? '';
      const uploaded = await post('/api/admin/images', readFileSync(join(IMAGES, file)), 'image/webp');
      const { url: image } = UploadedImage.parse(uploaded);
      await post('/api/products', {
        name: `Crystal ${number}`,
        description: 'A crystal.',
        price: 40,
        category: 'Jewelry',
        brand: 'Crystalline',
        quantity: 100_000,
        images: [image],
        status: 'published',
      });
    },
  };
}

function authenticatorOf(totpUri: string) {
  const authenticator = URI.parse(totpUri);
  if (!(authenticator instanceof TOTP)) throw new Error('The URI is not for TOTP.');
  return authenticator;
}
