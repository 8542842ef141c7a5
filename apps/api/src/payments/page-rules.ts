import { createHash } from 'node:crypto';
import { z } from 'zod';

/** What PCI DSS 11.6.1 requires to be monitored on the payment page. */
export const PaymentPageSnapshot = z.object({
  headers: z.record(z.string(), z.string()),
  /** Scripts that are not, byte by byte, those of this build: by URL, with the hash of the response. */
  foreignScripts: z.record(z.string(), z.string()),
  inlineScriptsWithoutNonce: z.number(),
});
export type PaymentPageSnapshot = z.infer<typeof PaymentPageSnapshot>;

const WATCHED = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
];

/** Nonces are masked, as each response has its own. */
export const headersOf = (headers: Headers) =>
  Object.fromEntries(
    WATCHED.map((name) => [name, (headers.get(name) ?? '').replaceAll(/'nonce-[^']+'/g, "'nonce-…'")] as const),
  );

/** Every script URL of a page, and the number of inline scripts that its policy would block. */
export function scriptsIn(html: string, policy: string) {
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
  const tags = [...html.matchAll(/<script\b([^>]*)>/gi)].map(([, attributes = '']) => attributes);
  const preloads = [...html.matchAll(/<link\b([^>]*)>/gi)]
    .map(([, attributes = '']) => attributes)
    .filter((attributes) => /preload/i.test(attributeIn(attributes, 'rel') ?? '') && /\.m?js\b/.test(attributes));
  return {
    urls: [
      ...tags.flatMap((attributes) => attributeIn(attributes, 'src') ?? []),
      ...preloads.flatMap((attributes) => attributeIn(attributes, 'href') ?? []),
    ],
    withoutNonce: tags.filter(
      (attributes) =>
        attributeIn(attributes, 'src') === undefined && (!nonce || !attributes.includes(`nonce="${nonce}"`)),
    ).length,
  };
}

/** In either kind of quotes, or unquoted. */
const attributeIn = (attributes: string, name: string) =>
  new RegExp(`(?:^|[\\s/"'])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i')
    .exec(attributes)
    ?.slice(1)
    .find((value) => value !== undefined);

export const hashOf = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

/** The names of the headers and scripts that changed. */
export function changesBetween(accepted: PaymentPageSnapshot, current: PaymentPageSnapshot) {
  const names = (was: Record<string, string>, is: Record<string, string>) =>
    [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((name) => was[name] !== is[name]);
  return [
    ...names(accepted.headers, current.headers),
    ...names(accepted.foreignScripts, current.foreignScripts),
    ...(accepted.inlineScriptsWithoutNonce === current.inlineScriptsWithoutNonce ? [] : ['inline script']),
  ];
}
