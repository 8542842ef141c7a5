import { hash, randomBytes } from 'node:crypto';
import { REPORT_PATH } from './report-path.ts';

/** New for every rendering: an inline script without it does not run. */
export const freshNonce = () => randomBytes(16).toString('base64url');

/** Named by `report-to`. */
export const REPORTING_ENDPOINTS = `reports="${REPORT_PATH}"`;

/**
 * No inline script runs without the nonce; public pages have hashes instead (`allowScriptsByHash`). Inline styles and
 * `style` attributes are blocked: React sets the latter through the CSSOM in the browser, which the policy allows, so
 * only server-rendered ones are lost. Use classes there.
 */
export function contentSecurityPolicy(nonce: string, provider?: Provider) {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${also(provider?.script)}`,
    // Vite's development server injects styles by script.
    `style-src 'self'${also(import.meta.env.DEV ? "'unsafe-inline'" : undefined)}`,
    // A product image may come from another site; an image cannot run code.
    "img-src 'self' data: https:",
    `connect-src 'self'${also(provider?.window)}`,
    ...(provider?.window ? [`frame-src ${provider.window}`] : []),
    "font-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    `form-action 'self'${also(provider?.form)}`,
    "object-src 'none'",
    // Firefox and Safari read the first, Chromium the second.
    `report-uri ${REPORT_PATH}`,
    'report-to reports',
  ].join('; ');
}

/**
 * A nonce is good for one response only. A page that is cached allows the same scripts by their hashes. A script in a
 * text of the store or a customer has neither: the nonce is random and new for each rendering.
 */
export function allowScriptsByHash(html: string, nonce: string, policy: string) {
  const scripts = html.matchAll(new RegExp(`<script(?=[^>]* nonce="${nonce}")[^>]*>(.*?)</script>`, 'gs'));
  const inline = Array.from(scripts, ([, script = '']) => script).filter(Boolean);
  const hashes = new Set(inline.map((script) => `'sha256-${hash('sha256', script, 'base64')}'`));
  return {
    html: html.replaceAll(` nonce="${nonce}"`, ''),
    policy: policy.replace(`'nonce-${nonce}'`, [...hashes].join(' ')),
  };
}

const also = (origin: string | undefined) => (origin ? ` ${origin}` : '');

type Provider = { script?: string; window?: string; form?: string };

/** Of the checkout: origins of the provider's script, and of the window it opens. */
export const windowOrigins = (checkoutScript: string): Provider => ({
  script: new URL(checkoutScript).origin,
  window: providerOrigin(checkoutScript),
});

/** Of the page that posts to the provider's hosted page. Chromium also checks where that redirects to. */
export const hostedOrigin = (checkoutScript: string): Provider => ({ form: providerOrigin(checkoutScript) });

/** The real provider uses several hosts. */
function providerOrigin(checkoutScript: string) {
  const { origin, hostname } = new URL(checkoutScript);
  return hostname.endsWith('.razorpay.com') ? 'https://*.razorpay.com' : origin;
}

/** For responses that are not pages: opened as one, they load and run nothing. */
export const NO_PAGE_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Headers of every response of the web server, pages and files. A page replaces the policy with its own. */
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
