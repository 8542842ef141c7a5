import { DEFAULT_BLOCKS, DEFAULT_FOOTER, DEFAULT_HEADER } from '@shop/contracts/content/home-constants';
import { HeroSlide, HomePage, SiteContent } from '@shop/contracts/content/home-schema';
import { onlineStoreMessages as texts } from '@shop/contracts/content/online-store-messages';
import { OnlineStore } from '@shop/contracts/content/online-store-schema';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestStore } from '#test/test-store.ts';

const { guest, sql, aProduct, anAdmin } = await createTestStore();
const maya = await anAdmin({ role: 'manager' });

const home = async () => HomePage.parse((await guest.get('/api/home')).json());
const site = async () => SiteContent.parse((await guest.get('/api/site')).json());
const read = async () => OnlineStore.parse((await maya.get('/api/admin/content')).json());
const kindsOf = ({ sections }: HomePage) => sections.map(({ kind }) => kind);

type ListSection = 'blocks' | 'slides' | 'testimonials' | 'menus';
/** Saves a list that is based on the current version. */
const save = async (section: ListSection, items: object[]) =>
  maya.put(`/api/admin/content/${section}`, { version: (await read())[section].version, items });

const NEW_BLOCK = {
  enabled: true,
  eyebrow: '',
  heading: '',
  text: '',
  image: '',
  imageAlt: '',
  linkLabel: '',
  href: '',
};
const SLIDE = {
  eyebrow: '',
  title: 'Spring light',
  text: '',
  cta: 'Shop spring',
  href: '/products',
  image: '/media/spring-1/960.webp',
  alt: '',
};
const OFF = { enabled: false, text: '', href: '', startsAt: null, endsAt: null };
const announce = async (change: object) =>
  maya.put('/api/admin/content/announcement', { ...(await read()).announcement, ...OFF, ...change });

describe('a store that was never edited', () => {
  test('shows the default blocks, slides and testimonials in their order', async () => {
    const page = await home();

    expect(kindsOf(page)).toEqual(DEFAULT_BLOCKS);
    const ownTexts = page.sections.filter(({ eyebrow, heading, text }) => eyebrow + heading + text !== '');
    expect(ownTexts.map(({ kind }) => kind)).toEqual(['image_text']);
    expect(page.slides.map(({ href }) => href)).toEqual([
      '/products?category=Jewelry',
      '/products?category=Home%20Decor',
      '/products?category=Clothing',
    ]);
    expect(page.testimonials.map(({ name }) => name)).toEqual(['Helena V.', 'Marcus L.', 'Ananya I.']);
    const { categories, featured, newArrivals, bestSellers, brands } = page;
    expect([categories, featured, newArrivals, bestSellers, brands].map((list) => list.length)).toEqual([
      5, 4, 4, 4, 6,
    ]);
  });

  test('has blocks that a web server of the previous release knows, for a rollout', async () => {
    expect((await home()).blocks.map(({ kind }) => kind)).toEqual([
      'hero',
      'categories',
      'new_arrivals',
      'image_text',
      'testimonials',
      'featured',
      'newsletter',
    ]);
  });

  test('has the default menus and no announcement', async () => {
    expect(await site()).toEqual({ announcement: null, header: DEFAULT_HEADER, footer: DEFAULT_FOOTER });
  });

  test('lists its hero slides, in a response that can be cached', async () => {
    const response = await guest.get('/api/hero-slides');

    expect(z.array(HeroSlide).parse(response.json())).toEqual((await home()).slides);
    expect(response.headers['cache-control']).toMatch(/^public/);
    expect((await guest.get('/api/site', { 'if-none-match': '"x"' })).headers.etag).toBeDefined();
  });
});

describe('the home page', () => {
  let blocks: OnlineStore['blocks']['items'];
  beforeEach(async () => {
    blocks = (await read()).blocks.items;
  });

  test('shows blocks in the order of the owner, and not those that are hidden', async () => {
    const [hero, promises, categories, ...others] = blocks;
    const own = [
      { ...categories, heading: 'Browse' },
      { ...hero, enabled: false },
      { ...promises, text: 'Made by hand' },
    ];
    await save('blocks', [...own, ...others.filter(({ kind }) => kind !== 'best_sellers')]);

    const page = await home();

    expect(kindsOf(page).slice(0, 5)).toEqual(['categories', 'promises', 'new_arrivals', 'image_text', 'brands']);
    expect(page.sections[0]).toMatchObject({ id: categories?.id, heading: 'Browse' });
    expect(page.sections[1]).toMatchObject({ id: promises?.id, heading: '', text: 'Made by hand' });
    expect([page.slides, page.bestSellers]).toEqual([[], []]);
    expect((await read()).blocks.items.slice(0, 3)).toEqual(own);
    await save('blocks', blocks);
  });

  test('has what the store saved and nothing else, also if it lacks kinds of this release', async () => {
    await save(
      'blocks',
      blocks.filter(({ kind }) => kind === 'featured'),
    );

    expect(kindsOf(await home())).toEqual(['featured']);
    await save('blocks', blocks);
  });

  test('shows new arrivals, and an image with text when it is added', async () => {
    const { slug } = await aProduct({ name: 'Newest of all' });
    const added = { ...NEW_BLOCK, kind: 'image_text', heading: 'Our story', linkLabel: 'Read it', href: '/about' };
    const response = await save('blocks', [...blocks, added]);

    expect(response.statusCode, response.body).toBe(200);
    const page = await home();
    expect(kindsOf(page).at(-1)).toBe('image_text');
    expect(page.newArrivals[0]?.slug).toBe(slug);
    expect(page.sections.at(-1)).toMatchObject({ heading: 'Our story', href: '/about' });
    await save('blocks', blocks);
  });

  test('cannot have two blocks of one type, nor an image with text without a heading', async () => {
    const wrong = [
      { ...NEW_BLOCK, kind: 'hero' },
      { ...NEW_BLOCK, kind: 'image_text' },
    ];

    const response = await save('blocks', [...blocks, ...wrong]);

    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toEqual(
      expect.arrayContaining([
        { field: `items.${blocks.length}.kind`, message: texts.kindTwice },
        { field: `items.${blocks.length + 1}.heading`, message: texts.headingMissing },
      ]),
    );
  });

  test('shows new slides and testimonials, and none after they were removed', async () => {
    const { slides, testimonials } = await read();
    await save('slides', [SLIDE, ...slides.items]);
    await save('testimonials', []);

    const page = await home();

    expect(page.slides.map(({ title }) => title)).toEqual([SLIDE.title, ...slides.items.map(({ title }) => title)]);
    expect(page.testimonials).toEqual([]);
    await save('slides', slides.items);
    await save('testimonials', testimonials.items);
  });
});

describe('a link', () => {
  test.each(['javascript:alert(1)', '//evil.example', 'http://www.example.com', 'data:text/html,x'])(
    'to %s is rejected in slides, blocks, menus and the announcement',
    async (href) => {
      const wrong = { field: expect.stringMatching(/href$/), message: texts.badUrl };
      const block = { ...NEW_BLOCK, kind: 'image_text', heading: 'Story', linkLabel: 'Read', href };
      const link = { menu: 'header', column: '', label: 'Evil', href };

      for (const response of [
        await save('slides', [{ ...SLIDE, href }]),
        await save('blocks', [block]),
        await save('menus', [link]),
        await announce({ enabled: true, text: 'Sale', href }),
      ])
        expect([response.statusCode, response.json().errors]).toEqual([422, [wrong]]);
    },
  );

  test('to another site by https is shown in the menus', async () => {
    const { menus } = await read();
    const journal = { menu: 'footer', column: 'Read', label: 'Journal', href: 'https://www.example.com/journal' };
    await save('menus', [{ menu: 'header', column: 'Shop', label: 'Rings', href: '/products?q=ring' }, journal]);

    expect((await read()).menus.items[0]?.column).toBe('');
    expect(await site()).toMatchObject({
      header: [{ label: 'Rings', href: '/products?q=ring' }],
      footer: [{ title: 'Read', links: [{ label: 'Journal', href: journal.href }] }],
    });
    await save('menus', menus.items);
  });

  test('of the footer needs a column heading', async () => {
    const response = await save('menus', [{ menu: 'footer', column: ' ', label: 'FAQ', href: '/faq' }]);

    expect(response.json().errors).toEqual([{ field: 'items.0.column', message: texts.columnMissing }]);
  });
});

describe('the announcement', () => {
  const yesterday = () => new Date(Date.now() - 86_400_000).toISOString();
  const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

  test('is shown between its start and its end, with a new key after every edit', async () => {
    await announce({ enabled: true, text: 'Free engraving', href: '/faq', startsAt: yesterday(), endsAt: tomorrow() });
    const { announcement: first } = await site();
    await announce({ enabled: true, text: 'Free gift wrap', href: '' });
    const { announcement: second } = await site();

    expect(first).toEqual({ key: expect.any(String), text: 'Free engraving', href: '/faq' });
    expect(second).toEqual({ key: expect.any(String), text: 'Free gift wrap', href: '' });
    expect(second?.key).not.toBe(first?.key);
  });

  test.each([
    ['is switched off', () => ({ enabled: false, text: 'Sale' })],
    ['has not started', () => ({ enabled: true, text: 'Sale', startsAt: tomorrow() })],
    ['has ended', () => ({ enabled: true, text: 'Sale', endsAt: yesterday() })],
  ])('that %s is not shown', async (_, change) => {
    expect((await announce(change())).statusCode).toBe(200);

    expect((await site()).announcement).toBeNull();
  });

  test('needs a text, and an end after its start', async () => {
    const response = await announce({ enabled: true, startsAt: tomorrow(), endsAt: yesterday() });

    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toEqual([
      { field: 'text', message: texts.textMissing },
      { field: 'endsAt', message: texts.endsTooSoon },
    ]);
  });
});

describe('two edits of one section', () => {
  const change = (version: number, title: string) =>
    maya.put('/api/admin/content/slides', { version, items: [{ ...SLIDE, title }] });

  test('from the same version: one is saved, the other gets a conflict', async () => {
    const { version } = (await read()).slides;

    const responses = await Promise.all([change(version, 'One'), change(version, 'Two')]);

    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(responses.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      code: 'content_conflict',
      message: texts.conflict,
    });
    expect((await read()).slides).toMatchObject({
      version: version + 1,
      items: [{ title: expect.stringMatching(/^(One|Two)$/) }],
    });
  });

  test('that are the same request sent twice change it once', async () => {
    const { version } = (await read()).slides;

    const responses = [await change(version, 'Sent twice'), await change(version, 'Sent twice')];

    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect((await read()).slides).toMatchObject({ version: version + 1, items: [{ title: 'Sent twice' }] });
    const { rowCount } = await sql.query(
      `select from audit_log where entity = 'online_store' and after -> 'items' -> 0 ->> 'title' = 'Sent twice'`,
    );
    expect(rowCount).toBe(1);
  });

  test('cannot list the same item twice', async () => {
    const { slides } = await read();

    const response = await save('slides', [...slides.items, ...slides.items]);

    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toEqual([{ field: 'items', message: texts.itemTwice }]);
  });
});
