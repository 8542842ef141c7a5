import { mediaAt } from '@shop/contracts/common/media';
import { homeMessages } from '@shop/contracts/home/messages';
import type { StoreProfile } from '@shop/contracts/settings/schema';
import type { MetaDescriptor } from 'react-router';
import { type Matches, titleMeta } from './page-title.ts';

type ToAbsoluteUrl = (path: string) => string;

/** Structured data (schema.org), with absolute URLs. */
export type JsonLd = (absoluteUrl: ToAbsoluteUrl, store: StoreProfile) => Record<string, unknown>;

type Page = {
  /** The section; the store's name is appended. */
  title: string;
  description: string;
  /** The canonical path, whichever filters or campaigns led to the page. */
  path: string;
  image?: string;
  jsonLd?: JsonLd[];
};

/** Title, canonical URL, Open Graph tags and structured data: `export const meta = ({ matches }) => …`. */
export function pageMeta(matches: Matches, { title, description, path, image, jsonLd = [] }: Page): MetaDescriptor[] {
  const { publicOrigin, store } = matches[0].loaderData;
  const absoluteUrl: ToAbsoluteUrl = (to) => new URL(to, publicOrigin).href;
  return [
    titleMeta(matches, title),
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: absoluteUrl(path) },
    { property: 'og:site_name', content: store.storeName },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: absoluteUrl(path) },
    ...(image ? [{ property: 'og:image', content: absoluteUrl(image) }] : []),
    { name: 'twitter:card', content: image ? 'summary_large_image' : 'summary' },
    // The router escapes `</script>`. It is data, not a script, so the content security policy does not apply.
    ...jsonLd.map((build) => ({
      'script:ld+json': { '@context': 'https://schema.org', ...build(absoluteUrl, store) },
    })),
  ];
}

/** The trail ends with the current page. */
export const breadcrumbJsonLd =
  (trail: { name: string; path: string }[]): JsonLd =>
  (absoluteUrl) => ({
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: absoluteUrl(path),
    })),
  });

/** The organization and its search, only on Home. */
export const storeJsonLd: JsonLd[] = [
  (absoluteUrl, store) => ({
    '@type': 'Organization',
    name: store.storeName,
    url: absoluteUrl('/'),
    logo: absoluteUrl(store.logo ? mediaAt(store.logo, 480) : '/favicon.svg'),
    description: homeMessages.description(store.storeName),
    ...sellerJsonLd(store),
  }),
  (absoluteUrl, store) => ({
    '@type': 'WebSite',
    name: store.storeName,
    url: absoluteUrl('/'),
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${absoluteUrl('/search')}?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  }),
];

/** Only what the owner has entered: empty values are invalid structured data. */
const sellerJsonLd = (store: StoreProfile) => ({
  ...(store.legalName && { legalName: store.legalName }),
  ...(store.contactEmail && { email: store.contactEmail }),
  ...(store.contactPhone && { telephone: store.contactPhone }),
  ...(store.taxNumber && { taxID: store.taxNumber }),
  ...(store.country && {
    address: {
      '@type': 'PostalAddress',
      ...(store.addressLine1 && { streetAddress: [store.addressLine1, store.addressLine2].filter(Boolean).join(', ') }),
      ...(store.city && { addressLocality: store.city }),
      ...(store.region && { addressRegion: store.region }),
      ...(store.postalCode && { postalCode: store.postalCode }),
      addressCountry: store.country,
    },
  }),
});
