import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  HTTPS_REQUIRED,
  isLocalUrl,
  portSetting,
  readEnv,
  serverSettings,
  shareSetting,
  telemetryConfig,
  urlSetting,
} from '@shop/contracts/common/env';
import { z } from 'zod';

const httpUrl = (example: string) => urlSetting(/^https?$/, example);

/** The payment sandbox for a local PUBLIC_URL, the real provider for any other. */
const CHECKOUT_SCRIPTS = {
  sandbox: 'http://localhost:3004/v1/checkout.js',
  provider: 'https://checkout.razorpay.com/v1/checkout.js',
};

/** The provider's page for browsers without JavaScript. The real provider has it on the host of its API. */
const hostedPageOf = (checkoutScript: string) =>
  new URL(checkoutScript).hostname.endsWith('.razorpay.com')
    ? 'https://api.razorpay.com/v1/checkout/embedded'
    : new URL('/v1/checkout/embedded', checkoutScript).href;

const Environment = z
  .object({
    NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
    API_URL: httpUrl('http://127.0.0.1:3001').default('http://127.0.0.1:3001'),
    WEB_PORT: portSetting.default(3000),
    WEB_INTERNAL_PORT: portSetting.default(3007),
    RAZORPAY_CHECKOUT_URL: httpUrl(CHECKOUT_SCRIPTS.provider).optional(),
    ASSETS_DIR: z.string().optional(),
    DEV_PAGES: z.literal('show', "must be 'show' or empty").optional(),
    WEB_VITALS_SAMPLE: shareSetting.default(0.1),
    ...serverSettings,
  })
  .superRefine((env, context) => {
    if (isLocalUrl(env.PUBLIC_URL)) return;
    const addIssue = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
    if (URL.parse(env.PUBLIC_URL)?.protocol === 'http:') addIssue('PUBLIC_URL', HTTPS_REQUIRED);
    if (env.RAZORPAY_CHECKOUT_URL && new URL(env.RAZORPAY_CHECKOUT_URL).protocol !== 'https:')
      addIssue('RAZORPAY_CHECKOUT_URL', "must be the payment provider's, over https, wherever PUBLIC_URL is not local");
    if (env.DEV_PAGES) addIssue('DEV_PAGES', 'must not be set wherever PUBLIC_URL is not local');
    if (env.NODE_ENV !== 'production') addIssue('NODE_ENV', "must be 'production' wherever PUBLIC_URL is not local");
  });

/** All settings of the web server. */
function readConfig(env: NodeJS.ProcessEnv) {
  const settings = readEnv(Environment, env, (path) => readFileSync(path, 'utf8'));
  const publicUrl = new URL(settings.PUBLIC_URL);
  const checkoutScript =
    settings.RAZORPAY_CHECKOUT_URL ?? CHECKOUT_SCRIPTS[isLocalUrl(settings.PUBLIC_URL) ? 'sandbox' : 'provider'];
  return {
    publicOrigin: publicUrl.origin,
    overTls: publicUrl.protocol === 'https:',
    apiUrl: new URL(settings.API_URL).origin,
    host: settings.HOST,
    port: settings.WEB_PORT,
    internalPort: settings.WEB_INTERNAL_PORT,
    commit: settings.BUILD_COMMIT,
    trustedProxies: settings.TRUSTED_PROXIES,
    rateLimitFactor: settings.RATE_LIMIT_FACTOR,
    checkoutScript,
    hostedPage: hostedPageOf(checkoutScript),
    assetsDir: settings.ASSETS_DIR && resolve(settings.ASSETS_DIR),
    drainMs: settings.DRAIN_SECONDS * 1_000,
    logLevel: settings.LOG_LEVEL,
    telemetry: telemetryConfig(settings),
    webVitalsSample: settings.WEB_VITALS_SAMPLE,
    showDevPages: settings.DEV_PAGES === 'show' || settings.NODE_ENV === 'development',
  };
}

export const config = readConfig(process.env);
