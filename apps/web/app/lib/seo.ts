import { homeMessages, pageTitle, STORE_NAME } from '@shop/contracts/site';
import type { MetaDescriptor } from 'react-router';

/** The route's own `matches`: the root among them knows the address the shop is configured with. */
type Matches = [{ loaderData: { publicOrigin: string } }, ...unknown[]];
type AddressOf = (path: string) => string;

/** What a page states for machines (schema.org). It names other pages by their whole address. */
export type Facts = (addressOf: AddressOf) => Record<string, unknown>;

type Page = {
  /** The section: the store's name is added. */
  title: string;
  description: string;
  /** The one address under which this page shall be found, whichever filters or campaigns led to it. */
  path: string;
  image?: string;
  facts?: Facts[];
};

/** Everything in the head by which a page is found and shown elsewhere: `export const meta = ({ matches }) => …`. */
export function pageMeta(matches: Matches, { title, description, path, image, facts = [] }: Page): MetaDescriptor[] {
  const addressOf: AddressOf = (to) => new URL(to, matches[0].loaderData.publicOrigin).href;
  return [
    { title: pageTitle(title) },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: addressOf(path) },
    { property: 'og:site_name', content: STORE_NAME },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: addressOf(path) },
    ...(image ? [{ property: 'og:image', content: addressOf(image) }] : []),
    { name: 'twitter:card', content: image ? 'summary_large_image' : 'summary' },
    // Escaped by the router against `</script>`; data, not a script, so the content security policy lets it be.
    ...facts.map((state) => ({ 'script:ld+json': { '@context': 'https://schema.org', ...state(addressOf) } })),
  ];
}

/** The way to this page, this page last. */
export const breadcrumbFacts =
  (way: { name: string; path: string }[]): Facts =>
  (addressOf) => ({
    '@type': 'BreadcrumbList',
    itemListElement: way.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: addressOf(path),
    })),
  });

/** Who keeps this shop, and where its search is. Stated once, on Home. */
export const storeFacts: Facts[] = [
  (addressOf) => ({
    '@type': 'Organization',
    name: STORE_NAME,
    url: addressOf('/'),
    logo: addressOf('/favicon.svg'),
    description: homeMessages.description,
  }),
  (addressOf) => ({
    '@type': 'WebSite',
    name: STORE_NAME,
    url: addressOf('/'),
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${addressOf('/search')}?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  }),
];
