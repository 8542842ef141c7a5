import { z } from 'zod';
import { CRASH_POINTS } from './crash-point.ts';

const DEVELOPMENT_SECRET = 'a-fixed-secret-for-development-only';

/** The payment sandbox of a development machine, which moves no money. */
const SANDBOX = {
  RAZORPAY_API_URL: 'http://127.0.0.1:3004',
  RAZORPAY_KEY_ID: 'rzp_test_sandbox',
  RAZORPAY_KEY_SECRET: 'a-fixed-key-secret-for-development-only',
  RAZORPAY_WEBHOOK_SECRET: 'a-fixed-webhook-secret-for-development-only',
} as const;
const SANDBOX_NAMES = [
  'RAZORPAY_API_URL',
  'RAZORPAY_KEY_ID',
  'RAZORPAY_KEY_SECRET',
  'RAZORPAY_WEBHOOK_SECRET',
] as const;

/** Reserved for documentation (RFC 2606): email from there is rejected, and replies to it are lost. */
const EXAMPLE_DOMAIN = /[@.]example\.(?:com|net|org)$/i;

const integerSetting = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));
const port = integerSetting(0, 65_535);
const urlSetting = (protocol: RegExp, like: string) => z.url({ protocol, error: `must be an address like ${like}` });

const Environment = z
  .object({
    NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
    DATABASE_URL: urlSetting(/^postgres(ql)?$/, 'postgres://user@host:5432/database').default(
      'postgres://postgres@127.0.0.1:5432/crystalline',
    ),
    DATABASE_OWNER_URL: urlSetting(/^postgres(ql)?$/, 'postgres://owner@host:5432/database').optional(),
    REDIS_URL: urlSetting(/^rediss?$/, 'redis://host:6379/0').default('redis://127.0.0.1:6379/0'),
    PUBLIC_URL: urlSetting(/^https?$/, 'https://shop.example.com').default('http://localhost:3000'),
    HOST: z.string().default('127.0.0.1'),
    API_PORT: port.default(3001),
    TRUSTED_PROXIES: z
      .string()
      .default('127.0.0.1')
      .transform((list) => list.split(',').map((proxy) => proxy.trim()))
      .pipe(
        z.array(
          z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'must be addresses or CIDR blocks, comma-separated'),
        ),
      ),
    AUTH_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
    MEDIA_DRIVER: z.enum(['fs', 's3']).default('fs'),
    MEDIA_DIR: z.string().default('var/media'),
    ERASURES_DIR: z.string().default('var/erasures'),
    S3_BUCKET: z.string().optional(),
    S3_REGION: z.string().optional(),
    S3_ENDPOINT: z.url('must be an address like https://s3.example.com').optional(),
    S3_ACCESS_KEY_ID: z.string().optional(),
    S3_SECRET_ACCESS_KEY: z.string().optional(),
    RAZORPAY_API_URL: urlSetting(/^https?$/, 'https://api.razorpay.com').default(SANDBOX.RAZORPAY_API_URL),
    RAZORPAY_KEY_ID: z.string().default(SANDBOX.RAZORPAY_KEY_ID),
    RAZORPAY_KEY_SECRET: z.string().default(SANDBOX.RAZORPAY_KEY_SECRET),
    RAZORPAY_WEBHOOK_SECRET: z.string().default(SANDBOX.RAZORPAY_WEBHOOK_SECRET),
    RAZORPAY_WEBHOOK_SECRET_PREVIOUS: z.string().optional(),
    SMTP_URL: urlSetting(/^smtps?$/, 'smtp://user:password@host:587').default('smtp://127.0.0.1:2525'),
    MAIL_FROM: z.email('must be an e-mail address').default('shop@example.com'),
    BROWSE_POOL: integerSetting(1, 1_000).default(10),
    CHECKOUT_POOL: integerSetting(1, 1_000).default(10),
    SEARCH_POOL: integerSetting(1, 1_000).default(3),
    RATE_LIMIT_FACTOR: integerSetting(1, 1_000_000).default(1),
    DRAIN_SECONDS: integerSetting(0, 8).default(1),
    CRASH_AT: z.enum(Object.keys(CRASH_POINTS), 'must be the name of a crash point').optional(),
    LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  })
  .superRefine((env, context) => {
    const missing = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
    const local = isLocal(env.PUBLIC_URL);
    // The defaults are published in this repository: anyone could sign sessions or payments of a store that uses them.
    if ((env.NODE_ENV === 'production' || !local) && (env.AUTH_SECRET ?? DEVELOPMENT_SECRET) === DEVELOPMENT_SECRET)
      missing('AUTH_SECRET', 'must be set to a secret of your own in production, and wherever PUBLIC_URL is not local');
    for (const name of SANDBOX_NAMES)
      if (!local && env[name] === SANDBOX[name])
        missing(name, "must be set to the payment provider's wherever PUBLIC_URL is not local");
    if (!local && env.RAZORPAY_WEBHOOK_SECRET_PREVIOUS === SANDBOX.RAZORPAY_WEBHOOK_SECRET)
      missing('RAZORPAY_WEBHOOK_SECRET_PREVIOUS', "must not be the payment sandbox's wherever PUBLIC_URL is not local");
    if (!local && EXAMPLE_DOMAIN.test(env.MAIL_FROM))
      missing('MAIL_FROM', 'must be set to an address of yours wherever PUBLIC_URL is not local');
    if (env.CRASH_AT && !local) missing('CRASH_AT', 'must not be set but for a test on localhost');
    if (env.MEDIA_DRIVER === 's3' && !env.S3_BUCKET) missing('S3_BUCKET', "must be set when MEDIA_DRIVER is 's3'");
    if (env.MEDIA_DRIVER === 's3' && !env.S3_REGION) missing('S3_REGION', "must be set when MEDIA_DRIVER is 's3'");
  });

const isLocal = (url: string) => ['localhost', '127.0.0.1', '[::1]'].includes(URL.parse(url)?.hostname ?? '');

/** All settings of the API and the worker, read once at startup. Throws an error that names all invalid ones. */
export function readConfig(env: NodeJS.ProcessEnv) {
  // An empty value in .env means unset, as in .env.example.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success)
    throw new Error(parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}.`).join('\n'));

  const settings = parsed.data;
  return {
    production: settings.NODE_ENV === 'production',
    pretty: settings.NODE_ENV === 'development',
    databaseUrl: settings.DATABASE_URL,
    databaseOwnerUrl: settings.DATABASE_OWNER_URL ?? settings.DATABASE_URL,
    redisUrl: settings.REDIS_URL,
    publicOrigin: new URL(settings.PUBLIC_URL).origin,
    host: settings.HOST,
    port: settings.API_PORT,
    trustedProxies: settings.TRUSTED_PROXIES,
    authSecret: settings.AUTH_SECRET ?? DEVELOPMENT_SECRET,
    media: mediaSettings(settings),
    erasuresDir: settings.ERASURES_DIR,
    payment: {
      url: settings.RAZORPAY_API_URL,
      keyId: settings.RAZORPAY_KEY_ID,
      keySecret: settings.RAZORPAY_KEY_SECRET,
      webhookSecret: settings.RAZORPAY_WEBHOOK_SECRET,
      previousWebhookSecret: settings.RAZORPAY_WEBHOOK_SECRET_PREVIOUS,
    },
    crashAt: settings.CRASH_AT,
    email: { smtpUrl: settings.SMTP_URL, from: settings.MAIL_FROM },
    browsePool: settings.BROWSE_POOL,
    checkoutPool: settings.CHECKOUT_POOL,
    searchPool: settings.SEARCH_POOL,
    rateLimitFactor: settings.RATE_LIMIT_FACTOR,
    drainMs: settings.DRAIN_SECONDS * 1_000,
    logLevel: settings.LOG_LEVEL,
  };
}
export type Config = ReturnType<typeof readConfig>;

export type MediaSettings =
  | { driver: 'fs'; directory: string }
  | {
      driver: 's3';
      bucket: string;
      region: string;
      endpoint?: string;
      accessKeyId?: string;
      secretAccessKey?: string;
    };

function mediaSettings(settings: z.infer<typeof Environment>): MediaSettings {
  if (settings.MEDIA_DRIVER === 'fs') return { driver: 'fs', directory: settings.MEDIA_DIR };
  return {
    driver: 's3',
    bucket: settings.S3_BUCKET ?? '',
    region: settings.S3_REGION ?? '',
    endpoint: settings.S3_ENDPOINT,
    accessKeyId: settings.S3_ACCESS_KEY_ID,
    secretAccessKey: settings.S3_SECRET_ACCESS_KEY,
  };
}
