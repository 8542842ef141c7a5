import { createHash } from 'node:crypto';

/** What PCI DSS 11.6.1 wants watched on the page that takes payments. */
export type PaymentPageSnapshot = {
  headers: Record<string, string>;
  /** Scripts that are not, byte by byte, those of this build: by URL, with the hash of what was answered. */
  foreignScripts: Record<string, string>;
  inlineScriptsWithoutNonce: number;
};

const WATCHED = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
];

/** Each answer has a nonce of its own. */
export const headersOf = (headers: Headers) =>
  Object.fromEntries(
    WATCHED.map((name) => [name, (headers.get(name) ?? '').replaceAll(/'nonce-[^']+'/g, "'nonce-…'")] as const),
  );

/** Every script a page names, and how many it brings itself that its policy would not run. */
export function scriptsIn(html: string, policy: string) {
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
  const tags = [...html.matchAll(/<script\b([^>]*)>/gi)].map(([, attributes = '']) => attributes);
  const preloads = [...html.matchAll(/<link\b([^>]*)>/gi)]
    .map(([, attributes = '']) => attributes)
    .filter((attributes) => /\brel="?(?:modulepreload|preload)\b/i.test(attributes) && /\.m?js\b/.test(attributes));
  return {
    urls: [
      ...tags.flatMap((attributes) => /\bsrc="([^"]*)"/i.exec(attributes)?.[1] ?? []),
      ...preloads.flatMap((attributes) => /\bhref="([^"]*)"/i.exec(attributes)?.[1] ?? []),
    ],
    withoutNonce: tags.filter(
      (attributes) => !/\bsrc=/i.test(attributes) && (!nonce || !attributes.includes(`nonce="${nonce}"`)),
    ).length,
  };
}

export const hashOf = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

/** What is other than it was, in words of a few letters each. */
export function changesBetween(accepted: PaymentPageSnapshot, current: PaymentPageSnapshot) {
  const names = (was: Record<string, string>, is: Record<string, string>) =>
    [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((name) => was[name] !== is[name]);
  return [
    ...names(accepted.headers, current.headers),
    ...names(accepted.foreignScripts, current.foreignScripts),
    ...(accepted.inlineScriptsWithoutNonce === current.inlineScriptsWithoutNonce ? [] : ['inline script']),
  ];
}
