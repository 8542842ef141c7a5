import { homeMessages, pageTitle, STORE_NAME } from '@shop/contracts/site';
import type { MetaDescriptor } from 'react-router';

/** The route's own `matches`: the root among them knows the address the shop is configured with. */
type Matches = [{ loaderData: { publicOrigin: string } }, ...unknown[]];
type ToAbsoluteUrl = (path: string) => string;

/** What a page states for machines (schema.org). It names other pages by their whole address. */
export type JsonLd = (absoluteUrl: ToAbsoluteUrl) => Record<string, unknown>;

type Page = {
  /** The section: the store's name is added. */
  title: string;
  description: string;
  /** The one address under which this page shall be found, whichever filters or campaigns led to it. */
  path: string;
  image?: string;
  jsonLd?: JsonLd[];
};

/** Everything in the head by which a page is found and shown elsewhere: `export const meta = ({ matches }) => …`. */
export function pageMeta(
  matches: Matches,
  { title, description, path, image, jsonLd: facts = [] }: Page,
): MetaDescriptor[] {
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
    // Escaped by the router against `</script>`; data, not a script, so the content security policy lets it be.
    ...facts.map((build) => ({ 'script:ld+json': { '@context': 'https://schema.org', ...build(absoluteUrl) } })),
  ];
}

/** The way to this page, this page last. */
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

/** Who keeps this shop, and where its search is. Stated once, on Home. */
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
