import { readFileSync } from 'node:fs';
import {
  HTTPS_REQUIRED,
  integerSetting,
  isLocalUrl,
  portSetting,
  readEnv,
  serverSettings,
  telemetryConfig,
  urlSetting,
} from '@shop/contracts/common/env';
import { z } from 'zod';
import { POOLERS } from './database/connection.ts';

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

const AuthSecret = z.string().min(32, 'must have at least 32 characters');
/** Fewer different characters, or a short text repeated, can be guessed whatever its length. */
const LEAST_CHARACTERS = 8;
const isGuessable = (secret: string) => new Set(secret).size < LEAST_CHARACTERS || /^(.{1,16}?)\1+$/.test(secret);

/** The email viewer of a development machine, which delivers nothing; a relay on the same machine has another port. */
const EMAIL_VIEWER = { hosts: ['127.0.0.1', 'localhost', '[::1]'], port: '2525' };
const isEmailViewer = (smtpUrl: string) => {
  const url = URL.parse(smtpUrl);
  return url !== null && EMAIL_VIEWER.hosts.includes(url.hostname) && url.port === EMAIL_VIEWER.port;
};

/** With the token of a ticket (52) and a plus sign, the local part has at most 64 characters (RFC 5321). */
const LOCAL_PART_MAX = 11;
const LOCAL_PART_TOO_LONG = `must have at most ${LOCAL_PART_MAX} characters before the @`;
const hasShortLocalPart = (address: string) => address.lastIndexOf('@') <= LOCAL_PART_MAX;

const Environment = z
  .object({
    NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
    DATABASE_URL: urlSetting(/^postgres(ql)?$/, 'postgres://user@host:5432/database').default(
      'postgres://postgres@127.0.0.1:5432/crystalline',
    ),
    DATABASE_OWNER_URL: urlSetting(/^postgres(ql)?$/, 'postgres://owner@host:5432/database').optional(),
    DATABASE_DIRECT_URL: urlSetting(/^postgres(ql)?$/, 'postgres://user@host:5432/database').optional(),
    DATABASE_POOLER: z.enum(POOLERS, "must be 'none' or 'transaction'").default('none'),
    DATABASE_REPLICA_URL: urlSetting(/^postgres(ql)?$/, 'postgres://user@replica:5432/database').optional(),
    DATABASE_REPLICA_MAX_LAG_SECONDS: integerSetting(1, 300).default(5),
    REDIS_URL: urlSetting(/^rediss?$/, 'redis://host:6379/0').default('redis://127.0.0.1:6379/0'),
    API_PORT: portSetting.default(3001),
    WORKER_PORT: portSetting.default(3006),
    AUTH_SECRET: AuthSecret.optional(),
    AUTH_SECRET_PREVIOUS: AuthSecret.optional(),
    MEDIA_DRIVER: z.enum(['fs', 's3']).default('fs'),
    MEDIA_DIR: z.string().default('var/media'),
    ERASURES_DIR: z.string().default('var/erasures'),
    BACKUP_STATUS_FILE: z.string().optional(),
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
    INBOUND_MAIL_ADDRESS: z
      .email('must be an e-mail address')
      .refine(hasShortLocalPart, LOCAL_PART_TOO_LONG)
      .optional(),
    INBOUND_MAIL_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
    BROWSE_POOL: integerSetting(1, 1_000).default(10),
    CHECKOUT_POOL: integerSetting(1, 1_000).default(10),
    SEARCH_POOL: integerSetting(1, 1_000).default(3),
    CRASH_FILE: z.string().optional(),
    ...serverSettings,
  })
  .superRefine((env, context) => {
    const missing = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
    const local = isLocalUrl(env.PUBLIC_URL);
    // The defaults are published in this repository: anyone could sign sessions or payments of a store that uses them.
    if ((env.NODE_ENV === 'production' || !local) && (env.AUTH_SECRET ?? DEVELOPMENT_SECRET) === DEVELOPMENT_SECRET)
      missing('AUTH_SECRET', 'must be set to a secret of your own in production, and wherever PUBLIC_URL is not local');
    else if (!local && env.AUTH_SECRET && isGuessable(env.AUTH_SECRET))
      missing(
        'AUTH_SECRET',
        'must be random, for example from `openssl rand -hex 32`, wherever PUBLIC_URL is not local',
      );
    if (env.AUTH_SECRET_PREVIOUS && env.AUTH_SECRET_PREVIOUS === env.AUTH_SECRET)
      missing('AUTH_SECRET_PREVIOUS', 'must not be the same as AUTH_SECRET');
    if (!local && env.AUTH_SECRET_PREVIOUS === DEVELOPMENT_SECRET)
      missing('AUTH_SECRET_PREVIOUS', 'must not be the published one of development wherever PUBLIC_URL is not local');
    if (!local && URL.parse(env.PUBLIC_URL)?.protocol === 'http:') missing('PUBLIC_URL', HTTPS_REQUIRED);
    for (const name of SANDBOX_NAMES)
      if (!local && env[name] === SANDBOX[name])
        missing(name, "must be set to the payment provider's wherever PUBLIC_URL is not local");
    if (!local && env.RAZORPAY_WEBHOOK_SECRET_PREVIOUS === SANDBOX.RAZORPAY_WEBHOOK_SECRET)
      missing('RAZORPAY_WEBHOOK_SECRET_PREVIOUS', "must not be the payment sandbox's wherever PUBLIC_URL is not local");
    if (!local && isEmailViewer(env.SMTP_URL))
      missing('SMTP_URL', 'must be set to your mail server wherever PUBLIC_URL is not local');
    if (!local && EXAMPLE_DOMAIN.test(env.MAIL_FROM))
      missing('MAIL_FROM', 'must be set to an address of yours wherever PUBLIC_URL is not local');
    if (env.INBOUND_MAIL_ADDRESS && !env.INBOUND_MAIL_SECRET)
      missing('INBOUND_MAIL_SECRET', 'must be set together with INBOUND_MAIL_ADDRESS');
    if (env.INBOUND_MAIL_SECRET && !env.INBOUND_MAIL_ADDRESS)
      missing('INBOUND_MAIL_ADDRESS', 'must be set together with INBOUND_MAIL_SECRET');
    if (env.DATABASE_POOLER !== 'none' && !env.DATABASE_DIRECT_URL)
      missing('DATABASE_DIRECT_URL', "must be set when DATABASE_POOLER is 'transaction'");
    if (env.CRASH_FILE && !local) missing('CRASH_FILE', 'must not be set but for a test on localhost');
    if (env.MEDIA_DRIVER === 's3' && !env.S3_BUCKET) missing('S3_BUCKET', "must be set when MEDIA_DRIVER is 's3'");
    if (env.MEDIA_DRIVER === 's3' && !env.S3_REGION) missing('S3_REGION', "must be set when MEDIA_DRIVER is 's3'");
    for (const [name, message] of s3KeyFaults(env)) missing(name, message);
  });

type S3Settings = { MEDIA_DRIVER: string } & Partial<
  Record<'S3_ENDPOINT' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY', string>
>;

/** Without both keys the role of the machine is used, which only Amazon Web Services have. */
function s3KeyFaults(env: S3Settings): [name: string, message: string][] {
  if (env.MEDIA_DRIVER !== 's3') return [];
  const names = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  const given = names.filter((name) => env[name]);
  const absent = names.filter((name) => !env[name]);
  if (given.length === 1) return absent.map((name) => [name, `must be set together with ${given[0]}`]);
  const hasRoles = !env.S3_ENDPOINT || /\.amazonaws\.com(\.cn)?$/.test(URL.parse(env.S3_ENDPOINT)?.hostname ?? '');
  return hasRoles ? [] : absent.map((name) => [name, 'must be set where S3_ENDPOINT is not of Amazon Web Services']);
}

/** All settings of the API and the worker. */
export function readConfig(env: NodeJS.ProcessEnv) {
  const settings = readEnv(Environment, env, (path) => readFileSync(path, 'utf8'));
  const authSecret = settings.AUTH_SECRET ?? DEVELOPMENT_SECRET;
  return {
    production: settings.NODE_ENV === 'production',
    pretty: settings.NODE_ENV === 'development',
    databaseUrl: settings.DATABASE_URL,
    databaseDirectUrl: settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL,
    databaseOwnerUrl: settings.DATABASE_OWNER_URL ?? settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL,
    databasePooler: settings.DATABASE_POOLER,
    databaseReplicaUrl: settings.DATABASE_REPLICA_URL,
    databaseReplicaMaxLagSeconds: settings.DATABASE_REPLICA_MAX_LAG_SECONDS,
    redisUrl: settings.REDIS_URL,
    publicOrigin: new URL(settings.PUBLIC_URL).origin,
    host: settings.HOST,
    port: settings.API_PORT,
    workerPort: settings.WORKER_PORT,
    commit: settings.BUILD_COMMIT,
    trustedProxies: settings.TRUSTED_PROXIES,
    /** Signs and encrypts everything new. */
    authSecret,
    /** What was signed or encrypted with one of these is accepted: the current one, and during a rotation the previous. */
    acceptedAuthSecrets: settings.AUTH_SECRET_PREVIOUS ? [authSecret, settings.AUTH_SECRET_PREVIOUS] : [authSecret],
    media: mediaSettings(settings),
    erasuresDir: settings.ERASURES_DIR,
    backupStatusFile: settings.BACKUP_STATUS_FILE,
    payment: {
      url: settings.RAZORPAY_API_URL,
      keyId: settings.RAZORPAY_KEY_ID,
      keySecret: settings.RAZORPAY_KEY_SECRET,
      webhookSecret: settings.RAZORPAY_WEBHOOK_SECRET,
      previousWebhookSecret: settings.RAZORPAY_WEBHOOK_SECRET_PREVIOUS,
    },
    crashFile: settings.CRASH_FILE,
    inboundMail: inboundSettings(settings),
    email: { smtpUrl: settings.SMTP_URL, from: settings.MAIL_FROM },
    browsePool: settings.BROWSE_POOL,
    checkoutPool: settings.CHECKOUT_POOL,
    searchPool: settings.SEARCH_POOL,
    rateLimitFactor: settings.RATE_LIMIT_FACTOR,
    drainMs: settings.DRAIN_SECONDS * 1_000,
    logLevel: settings.LOG_LEVEL,
    telemetry: telemetryConfig(settings),
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

/** Both, or undefined if the store receives no email. */
function inboundSettings({ INBOUND_MAIL_ADDRESS: address, INBOUND_MAIL_SECRET: secret }: z.infer<typeof Environment>) {
  return address && secret ? { address, secret } : undefined;
}

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
