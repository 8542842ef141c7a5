import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

describe('readConfig', () => {
  test('has local defaults for all settings and treats empty values as unset', () => {
    expect(readConfig({ AUTH_SECRET: '', S3_BUCKET: '' })).toMatchObject({
      databaseUrl: 'postgres://postgres@127.0.0.1:5432/crystalline',
      port: 3001,
      publicOrigin: 'http://localhost:3000',
      media: { driver: 'fs', directory: 'var/media' },
    });
  });

  test.each([
    [{ API_PORT: 'eighty' }, 'API_PORT must be a whole number.'],
    [{ API_PORT: '70000' }, 'API_PORT must be at most 65535.'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be an address like postgres://user@host:5432/database.'],
    [{ DATABASE_POOLER: 'session' }, "DATABASE_POOLER must be 'none' or 'transaction'."],
    [{ DATABASE_POOLER: 'transaction' }, "DATABASE_DIRECT_URL must be set when DATABASE_POOLER is 'transaction'."],
    [{ PUBLIC_URL: 'shop.example.com' }, 'PUBLIC_URL must be an address like https://shop.example.com.'],
    [{ TRUSTED_PROXIES: '10.0.0.0/8, nginx' }, 'TRUSTED_PROXIES must be addresses or CIDR blocks, comma-separated.'],
    [{ AUTH_SECRET: 'short' }, 'AUTH_SECRET must have at least 32 characters.'],
    [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL must be an address like smtp://user:password@host:587.'],
    [{ MAIL_FROM: 'Crystalline' }, 'MAIL_FROM must be an e-mail address.'],
    [{ RAZORPAY_API_URL: 'api.razorpay.com' }, 'RAZORPAY_API_URL must be an address like https://api.razorpay.com.'],
    [{ CRASH_AT: 'C99' }, 'CRASH_AT must be the name of a crash point.'],
    [
      { CRASH_AT: 'C1', PUBLIC_URL: 'https://shop.example.com' },
      'CRASH_AT must not be set but for a test on localhost.',
    ],
    [{ MEDIA_DRIVER: 's3', S3_REGION: 'eu' }, "S3_BUCKET must be set when MEDIA_DRIVER is 's3'."],
  ])('rejects %o and names the variable', (env, message) => {
    expect(() => readConfig(env)).toThrow(message);
  });

  test('reports all invalid settings at once', () => {
    expect(() => readConfig({ API_PORT: 'x', LOG_LEVEL: 'loud' })).toThrow(/API_PORT.*\nLOG_LEVEL/);
  });

  test('requires a custom AUTH_SECRET in production', () => {
    const production = { NODE_ENV: 'production' };
    expect(() => readConfig(production)).toThrow('AUTH_SECRET must be set');
    expect(() => readConfig({ ...production, AUTH_SECRET: readConfig({}).authSecret })).toThrow(
      'AUTH_SECRET must be set',
    );
    expect(readConfig({ ...production, AUTH_SECRET: 'x'.repeat(32) }).authSecret).toHaveLength(32);
  });

  test('CHK-035 requires payment provider settings in production, and defaults to the sandbox on localhost', () => {
    const production = { NODE_ENV: 'production', AUTH_SECRET: 'x'.repeat(32) };
    const open = { ...production, PUBLIC_URL: 'https://shop.example.com', MAIL_FROM: 'hello@crystalline.shop' };
    const keys = { RAZORPAY_KEY_ID: 'rzp_live_1', RAZORPAY_KEY_SECRET: 'secret', RAZORPAY_WEBHOOK_SECRET: 'another' };

    expect(() => readConfig(open)).toThrow(
      /^RAZORPAY_API_URL .*\nRAZORPAY_KEY_ID .*\nRAZORPAY_KEY_SECRET .*\nRAZORPAY_WEBHOOK_SECRET .*$/,
    );
    expect(readConfig({ ...open, ...keys, RAZORPAY_API_URL: 'https://api.razorpay.com' }).payment).toEqual({
      url: 'https://api.razorpay.com',
      keyId: 'rzp_live_1',
      keySecret: 'secret',
      webhookSecret: 'another',
    });
    expect(readConfig(production).payment.keyId).toBe('rzp_test_sandbox');
  });

  const OPEN = {
    PUBLIC_URL: 'https://shop.example.com',
    AUTH_SECRET: 'x'.repeat(32),
    RAZORPAY_API_URL: 'https://api.razorpay.com',
    RAZORPAY_KEY_ID: 'rzp_live_1',
    RAZORPAY_KEY_SECRET: 'secret',
    RAZORPAY_WEBHOOK_SECRET: 'another',
    MAIL_FROM: 'hello@crystalline.shop',
  };
  const NODE_ENVS = [undefined, 'development', 'test', 'production'];

  test.each(NODE_ENVS)('rejects every published default on a public URL with NODE_ENV=%s', (NODE_ENV) => {
    const invalidSettings = (env: NodeJS.ProcessEnv) => {
      try {
        readConfig({ ...env, NODE_ENV });
        return [];
      } catch (error) {
        return String(Object(error).message)
          .split('\n')
          .map((line) => line.split(' ')[0]);
      }
    };

    expect(invalidSettings({ PUBLIC_URL: OPEN.PUBLIC_URL })).toEqual([
      'AUTH_SECRET',
      'RAZORPAY_API_URL',
      'RAZORPAY_KEY_ID',
      'RAZORPAY_KEY_SECRET',
      'RAZORPAY_WEBHOOK_SECRET',
      'MAIL_FROM',
    ]);
    expect(invalidSettings(OPEN)).toEqual([]);
    const { authSecret, payment } = readConfig({});
    for (const [name, published] of [
      ['AUTH_SECRET', authSecret],
      ['RAZORPAY_API_URL', payment.url],
      ['RAZORPAY_KEY_ID', payment.keyId],
      ['RAZORPAY_KEY_SECRET', payment.keySecret],
      ['RAZORPAY_WEBHOOK_SECRET', payment.webhookSecret],
      ['RAZORPAY_WEBHOOK_SECRET_PREVIOUS', payment.webhookSecret],
      ['MAIL_FROM', 'shop@example.com'],
      ['MAIL_FROM', 'orders@mail.EXAMPLE.org'],
    ] as const)
      expect(invalidSettings({ ...OPEN, [name]: published })).toEqual([name]);
  });

  test.each([
    'http://192.168.1.20:3000',
    'http://shop.internal',
    'http://localhost.evil.example',
    'http://[2001:db8::1]',
  ])('treats %s as a public URL', (PUBLIC_URL) => {
    expect(() => readConfig({ PUBLIC_URL })).toThrow('AUTH_SECRET');
  });

  test('rejects the published webhook secret of the sandbox as the previous one in production', () => {
    const env = {
      NODE_ENV: 'production',
      AUTH_SECRET: 'x'.repeat(32),
      PUBLIC_URL: 'https://shop.example.com',
      RAZORPAY_API_URL: 'https://api.razorpay.com',
      RAZORPAY_KEY_ID: 'rzp_live_1',
      RAZORPAY_KEY_SECRET: 'secret',
      RAZORPAY_WEBHOOK_SECRET: 'another',
      MAIL_FROM: 'hello@crystalline.shop',
    };
    const withPrevious = (secret: string) => readConfig({ ...env, RAZORPAY_WEBHOOK_SECRET_PREVIOUS: secret });

    expect(withPrevious('last year’s').payment.previousWebhookSecret).toBe('last year’s');
    expect(() => withPrevious(readConfig({}).payment.webhookSecret)).toThrow('RAZORPAY_WEBHOOK_SECRET_PREVIOUS');
  });
});
