import { pageTitle, STORE_NAME } from '@shop/contracts/common/constants';
import { homeMessages } from '@shop/contracts/home/messages';
import type { MetaDescriptor } from 'react-router';

/** The `matches` of a route; the root's loader data has the configured public origin. */
type Matches = [{ loaderData: { publicOrigin: string } }, ...unknown[]];
type ToAbsoluteUrl = (path: string) => string;

/** Structured data (schema.org), with absolute URLs. */
export type JsonLd = (absoluteUrl: ToAbsoluteUrl) => Record<string, unknown>;

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
  const absoluteUrl: ToAbsoluteUrl = (to) => new URL(to, matches[0].loaderData.publicOrigin).href;
  return [
    { title: pageTitle(title) },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: absoluteUrl(path) },
    { property: 'og:site_name', content: STORE_NAME },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: absoluteUrl(path) },
    ...(image ? [{ property: 'og:image', content: absoluteUrl(image) }] : []),
    { name: 'twitter:card', content: image ? 'summary_large_image' : 'summary' },
    // The router escapes `</script>`. It is data, not a script, so the content security policy does not apply.
    ...jsonLd.map((build) => ({ 'script:ld+json': { '@context': 'https://schema.org', ...build(absoluteUrl) } })),
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
  (absoluteUrl) => ({
    '@type': 'Organization',
    name: STORE_NAME,
    url: absoluteUrl('/'),
    logo: absoluteUrl('/favicon.svg'),
    description: homeMessages.description,
  }),
  (absoluteUrl) => ({
    '@type': 'WebSite',
    name: STORE_NAME,
    url: absoluteUrl('/'),
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${absoluteUrl('/search')}?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  }),
];
