import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

const SMTP_URL = 'smtp://mail.internal:587';
const SECRET = '7dd1f0c4b9e24a3d8c5566a10e9b27f3';

const S3 = { MEDIA_DRIVER: 's3', S3_BUCKET: 'images', S3_REGION: 'eu-central-1' };

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
    [
      { INBOUND_MAIL_ADDRESS: 'support@in.example.com' },
      'INBOUND_MAIL_SECRET must be set together with INBOUND_MAIL_ADDRESS.',
    ],
    [{ INBOUND_MAIL_SECRET: SECRET }, 'INBOUND_MAIL_ADDRESS must be set together with INBOUND_MAIL_SECRET.'],
    [
      { INBOUND_MAIL_ADDRESS: 'customer-service@example.com', INBOUND_MAIL_SECRET: SECRET },
      'INBOUND_MAIL_ADDRESS must have at most 11 characters before the @.',
    ],
    [{ RAZORPAY_API_URL: 'api.razorpay.com' }, 'RAZORPAY_API_URL must be an address like https://api.razorpay.com.'],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
      'OTEL_EXPORTER_OTLP_ENDPOINT must be an address like http://collector:4318.',
    ],
    [{ OTEL_TRACES_SAMPLER_ARG: '10' }, 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.'],
    [{ SENTRY_DSN: 'key' }, 'SENTRY_DSN must be an address like https://key@errors.example.com/1.'],
    [
      { CRASH_FILE: '/tmp/crash', PUBLIC_URL: 'https://shop.example.com' },
      'CRASH_FILE must not be set but for a test on localhost.',
    ],
    [{ MEDIA_DRIVER: 's3', S3_REGION: 'eu' }, "S3_BUCKET must be set when MEDIA_DRIVER is 's3'."],
    [{ ...S3, S3_ACCESS_KEY_ID: 'key' }, 'S3_SECRET_ACCESS_KEY must be set together with S3_ACCESS_KEY_ID.'],
    [
      { ...S3, S3_ENDPOINT: 'https://minio.internal' },
      'S3_ACCESS_KEY_ID must be set where S3_ENDPOINT is not of Amazon Web Services.',
    ],
    [
      { PUBLIC_URL: 'http://shop.internal' },
      'PUBLIC_URL must start with https:// unless it is local: the session cookie is sent over TLS only.',
    ],
    [{ AUTH_SECRET: SECRET, AUTH_SECRET_PREVIOUS: 'short' }, 'AUTH_SECRET_PREVIOUS must have at least 32 characters.'],
    [
      { AUTH_SECRET: SECRET, AUTH_SECRET_PREVIOUS: SECRET },
      'AUTH_SECRET_PREVIOUS must not be the same as AUTH_SECRET.',
    ],
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
    expect(readConfig({ ...production, AUTH_SECRET: SECRET }).authSecret).toHaveLength(32);
  });

  test('CHK-035 requires payment provider settings in production, and defaults to the sandbox on localhost', () => {
    const production = { NODE_ENV: 'production', AUTH_SECRET: SECRET };
    const open = {
      ...production,
      PUBLIC_URL: 'https://shop.example.com',
      MAIL_FROM: 'hello@crystalline.shop',
      SMTP_URL,
    };
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
    AUTH_SECRET: SECRET,
    RAZORPAY_API_URL: 'https://api.razorpay.com',
    RAZORPAY_KEY_ID: 'rzp_live_1',
    RAZORPAY_KEY_SECRET: 'secret',
    RAZORPAY_WEBHOOK_SECRET: 'another',
    MAIL_FROM: 'hello@crystalline.shop',
    SMTP_URL,
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
      'SMTP_URL',
      'MAIL_FROM',
    ]);
    expect(invalidSettings(OPEN)).toEqual([]);
    const { authSecret, payment } = readConfig({});
    for (const [name, published] of [
      ['AUTH_SECRET', authSecret],
      ['AUTH_SECRET', 'x'.repeat(40)],
      ['AUTH_SECRET', 'changeme'.repeat(5)],
      ['AUTH_SECRET', 'ab12'.repeat(8).concat('ab1')],
      ['AUTH_SECRET_PREVIOUS', authSecret],
      ['PUBLIC_URL', 'http://shop.example.com'],
      ['SMTP_URL', ''],
      ['SMTP_URL', 'smtp://127.0.0.1:2525'],
      ['SMTP_URL', 'smtp://localhost:2525'],
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
      AUTH_SECRET: SECRET,
      PUBLIC_URL: 'https://shop.example.com',
      RAZORPAY_API_URL: 'https://api.razorpay.com',
      RAZORPAY_KEY_ID: 'rzp_live_1',
      RAZORPAY_KEY_SECRET: 'secret',
      RAZORPAY_WEBHOOK_SECRET: 'another',
      MAIL_FROM: 'hello@crystalline.shop',
      SMTP_URL,
    };
    const withPrevious = (secret: string) => readConfig({ ...env, RAZORPAY_WEBHOOK_SECRET_PREVIOUS: secret });

    expect(withPrevious('last year’s').payment.previousWebhookSecret).toBe('last year’s');
    expect(() => withPrevious(readConfig({}).payment.webhookSecret)).toThrow('RAZORPAY_WEBHOOK_SECRET_PREVIOUS');
  });

  test('accepts a mail relay on port 25 of the same machine on a public URL', () => {
    expect(readConfig({ ...OPEN, SMTP_URL: 'smtp://127.0.0.1:25' }).email.smtpUrl).toBe('smtp://127.0.0.1:25');
  });

  test('accepts S3 without keys, which are then those of the machine, but for other stores than Amazon’s', () => {
    expect(readConfig(S3).media).toMatchObject({ driver: 's3', accessKeyId: undefined });
    expect(readConfig({ ...S3, S3_ENDPOINT: 'https://s3.eu-central-1.amazonaws.com' }).media).toMatchObject({
      accessKeyId: undefined,
    });
  });

  test('accepts the current and the previous AUTH_SECRET, and signs with the current one', () => {
    const previous = 'e5a0b61f94c34d2f8a77bd3391c0de42';

    expect(readConfig({ AUTH_SECRET: SECRET })).toMatchObject({ authSecret: SECRET, acceptedAuthSecrets: [SECRET] });
    expect(readConfig({ AUTH_SECRET: SECRET, AUTH_SECRET_PREVIOUS: previous })).toMatchObject({
      authSecret: SECRET,
      acceptedAuthSecrets: [SECRET, previous],
    });
  });
});

describe('a setting read from a file', () => {
  const directory = mkdtempSync(join(tmpdir(), 'crystalline-secrets-'));
  afterAll(() => rmSync(directory, { recursive: true }));
  const fileWith = (content: string) => {
    const path = join(directory, `${files++}`);
    writeFileSync(path, content);
    return path;
  };
  let files = 0;

  test.each([
    ['AUTH_SECRET', SECRET, 'authSecret'],
    ['DATABASE_URL', 'postgres://app:pw@db:5432/shop', 'databaseUrl'],
    ['DATABASE_OWNER_URL', 'postgres://owner:pw@db:5432/shop', 'databaseOwnerUrl'],
    ['REDIS_URL', 'redis://:pw@cache:6379/0', 'redisUrl'],
    ['SMTP_URL', 'smtps://user:pw@mail:465', 'email.smtpUrl'],
    ['RAZORPAY_KEY_ID', 'rzp_live_1', 'payment.keyId'],
    ['RAZORPAY_KEY_SECRET', 'key secret', 'payment.keySecret'],
    ['RAZORPAY_WEBHOOK_SECRET', 'webhook secret', 'payment.webhookSecret'],
    ['RAZORPAY_WEBHOOK_SECRET_PREVIOUS', 'older secret', 'payment.previousWebhookSecret'],
  ])('%s_FILE has the same effect as the setting itself', (name, value, key) => {
    expect(readConfig({ [`${name}_FILE`]: fileWith(`${value}\n`) })).toHaveProperty(key, value);
  });

  test('loses one line break at its end, and nothing else', () => {
    const read = (content: string) => readConfig({ RAZORPAY_KEY_SECRET_FILE: fileWith(content) }).payment.keySecret;

    expect([read(' a \n\n'), read('a\r\n'), read('a')]).toEqual([' a \n', 'a', 'a']);
  });

  test('must not be given in the environment as well', () => {
    expect(() => readConfig({ AUTH_SECRET: SECRET, AUTH_SECRET_FILE: fileWith(SECRET) })).toThrow(
      /^AUTH_SECRET_FILE must not be set together with AUTH_SECRET\.$/,
    );
  });

  test('must be in a readable file that is not empty, and each fault is one sentence', () => {
    const [missing, empty] = [join(directory, 'missing'), fileWith('\n')];

    expect(() => readConfig({ AUTH_SECRET_FILE: missing, SMTP_URL_FILE: empty, API_PORT: 'x' })).toThrow(
      new Error(
        `AUTH_SECRET_FILE must name a readable file, and ${missing} is none (ENOENT).\n` +
          `SMTP_URL_FILE must name a file with the value, and ${empty} is empty.\n` +
          'API_PORT must be a whole number.',
      ),
    );
    expect(() => readConfig({ AUTH_SECRET_FILE: directory })).toThrow(`and ${directory} is none (EISDIR).`);
  });

  test('is checked like the setting itself, and named by the setting', () => {
    expect(() => readConfig({ AUTH_SECRET_FILE: fileWith('short') })).toThrow('AUTH_SECRET must have at least');
  });

  test('is reported once where a public URL requires it and the file is missing', () => {
    expect(() =>
      readConfig({ PUBLIC_URL: 'https://shop.example.com', AUTH_SECRET_FILE: join(directory, 'missing') }),
    ).toThrow(/^AUTH_SECRET_FILE must name a readable file.*\nRAZORPAY_API_URL/);
  });
});
