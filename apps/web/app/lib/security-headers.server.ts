import { randomBytes } from 'node:crypto';

/** Fresh for every answer: a script or style without it does not run. */
export const freshNonce = () => randomBytes(16).toString('base64');

/**
 * Nothing inline runs without the answer's nonce. `style` attributes are refused too: React sets them through the
 * CSSOM in the browser, which the policy allows, so only server-rendered ones are lost. Use classes there.
 */
export function contentSecurityPolicy(nonce: string, provider?: Provider) {
  // Vite's development server puts styles into the page by script, without a nonce.
  const styles = import.meta.env.DEV ? "'unsafe-inline'" : `'nonce-${nonce}'`;
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${also(provider?.script)}`,
    `style-src 'self' ${styles}`,
    // A product may show a picture of another site; a picture can run nothing.
    "img-src 'self' data: https:",
    `connect-src 'self'${also(provider?.window)}`,
    ...(provider ? [`frame-src ${provider.window}`] : []),
    "font-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ].join('; ');
}

const also = (origin: string | undefined) => (origin ? ` ${origin}` : '');

type Provider = { script: string; window: string };

/** The payment provider's script, and the window it opens: the real one's comes from other hosts of the provider's. */
export function providerOrigins(checkoutScript: string): Provider {
  const { origin, hostname } = new URL(checkoutScript);
  return { script: origin, window: hostname.endsWith('.razorpay.com') ? 'https://*.razorpay.com' : origin };
}

/** For answers that are no page of ours: opened as one they load and run nothing. */
export const NO_PAGE_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** What every answer of the web server carries, pages and files alike. A page replaces the policy by its own. */
export function securityHeaders({ overTls }: { overTls: boolean }): Record<string, string> {
  return {
    'content-security-policy': NO_PAGE_POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    ...(overTls && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}
