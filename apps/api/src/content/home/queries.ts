import type { HeroSlide, HomeBlock, SiteContent, Testimonial } from '@shop/contracts/content/home-schema';
import { asc, sql } from 'drizzle-orm';
import { type Db, PREPARED } from '#platform/database/db.ts';
import type { MenuLinkRow } from './rules.ts';
import { heroSlides } from './schema.ts';

export const listHeroSlides = (db: Db) => db.select().from(heroSlides).orderBy(asc(heroSlides.position));

/** `version` is that of the blocks. */
type HomeContent = {
  version: number;
  blocks: (HomeBlock & { enabled: boolean })[];
  slides: HeroSlide[];
  testimonials: Testimonial[];
};

/** All blocks, slides and testimonials, in one statement. */
export async function findHomeContent(db: Db): Promise<HomeContent> {
  const { rows } = await db.execute<HomeContent>(sql`${PREPARED}
    select (select version from content_sections where section = 'blocks') as version,
           (select coalesce(json_agg(json_build_object(
                     'id', id, 'kind', coalesce(nullif(added_kind, ''), kind), 'enabled', enabled, 'eyebrow', eyebrow,
                     'heading', heading, 'text', text, 'image', image, 'imageAlt', image_alt, 'linkLabel', link_label,
                     'href', href) order by position), '[]')
              from home_blocks) as blocks,
           (select coalesce(json_agg(json_build_object(
                     'eyebrow', eyebrow, 'title', title, 'text', text, 'cta', cta, 'href', href, 'image', image,
                     'alt', alt) order by position), '[]')
              from hero_slides) as slides,
           (select coalesce(json_agg(json_build_object(
                     'name', name, 'location', location, 'quote', quote, 'rating', rating) order by position), '[]')
              from testimonials) as testimonials`);
  return rows[0] ?? { version: 1, blocks: [], slides: [], testimonials: [] };
}

type SiteRow = { announcement: SiteContent['announcement']; links: MenuLinkRow[] };

/** The announcement of this moment and all links, in one statement. */
export async function findSiteContent(db: Db): Promise<SiteRow> {
  const { rows } = await db.execute<SiteRow>(sql`${PREPARED}
    select (select json_build_object('key', s.version::text, 'text', a.text, 'href', a.href)
              from announcements a join content_sections s on s.section = 'announcement'
             where a.enabled and coalesce(a.starts_at <= now(), true)
               and coalesce(a.ends_at > now(), true)) as announcement,
           (select coalesce(json_agg(json_build_object(
                     'menu', menu, 'column', column_title, 'label', label, 'href', href) order by position), '[]')
              from menu_links) as links`);
  return rows[0] ?? { announcement: null, links: [] };
}
