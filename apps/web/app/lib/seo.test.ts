import { describe, expect, test } from 'vitest';
import { breadcrumbJsonLd, pageMeta } from './seo.ts';

const matches: Parameters<typeof pageMeta>[0] = [{ loaderData: { publicOrigin: 'https://shop.example.com' } }];
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
});
