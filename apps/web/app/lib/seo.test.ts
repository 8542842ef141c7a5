import { NEW_STORE_PROFILE } from '@shop/contracts/settings/constants';
import { describe, expect, test } from 'vitest';
import { breadcrumbJsonLd, pageMeta, storeJsonLd } from './seo.ts';

const rootOf = (store = NEW_STORE_PROFILE): Parameters<typeof pageMeta>[0] => [
  { loaderData: { publicOrigin: 'https://shop.example.com', store } },
];
const matches = rootOf();
const page = { title: 'About', description: 'Who we are.', path: '/about' };

describe('page metadata', () => {
  test('RTE-008 RTE-020 has the title, the description and the canonical URL', () => {
    expect(pageMeta(matches, page)).toEqual(
      expect.arrayContaining([
        { title: 'About | Crystalline' },
        { name: 'description', content: 'Who we are.' },
        { tagName: 'link', rel: 'canonical', href: 'https://shop.example.com/about' },
        { property: 'og:url', content: 'https://shop.example.com/about' },
        { name: 'twitter:card', content: 'summary' },
      ]),
    );
  });

  test('names the store in the title by its own name', () => {
    const glint = rootOf({ ...NEW_STORE_PROFILE, storeName: 'Glint' });

    expect(pageMeta(glint, page)).toContainEqual({ title: 'About | Glint' });
  });

  test('RTE-020 has the absolute URL of the image', () => {
    expect(pageMeta(matches, { ...page, image: '/media/ring/960.webp' })).toEqual(
      expect.arrayContaining([
        { property: 'og:image', content: 'https://shop.example.com/media/ring/960.webp' },
        { name: 'twitter:card', content: 'summary_large_image' },
      ]),
    );
  });

  test('RTE-020 has structured data with absolute URLs', () => {
    const jsonLd = [
      breadcrumbJsonLd([
        { name: 'Home', path: '/' },
        { name: 'Rings', path: '/products?category=Rings' },
      ]),
    ];

    expect(pageMeta(matches, { ...page, jsonLd })).toContainEqual({
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://shop.example.com/' },
          { '@type': 'ListItem', position: 2, name: 'Rings', item: 'https://shop.example.com/products?category=Rings' },
        ],
      },
    });
  });

  test('names the store and its seller as the owner entered them, and leaves out what is empty', () => {
    const store = { ...NEW_STORE_PROFILE, storeName: 'Glint', legalName: 'Glint Jewels LLP', country: 'India' };

    const meta = pageMeta(rootOf(store), { ...page, jsonLd: storeJsonLd });

    expect(meta).toContainEqual({ property: 'og:site_name', content: 'Glint' });
    const organization = JSON.parse(JSON.stringify(meta)).find(
      (tag: object) => 'script:ld+json' in tag && JSON.stringify(tag).includes('Organization'),
    )['script:ld+json'];
    expect(organization).toMatchObject({
      name: 'Glint',
      legalName: 'Glint Jewels LLP',
      address: { '@type': 'PostalAddress', addressCountry: 'India' },
    });
    expect(organization).not.toHaveProperty('telephone');
    expect(organization.description).not.toContain('Crystalline');
  });
});
