import { HeroSlide, HomeBlock, SiteContent, Testimonial } from '@shop/contracts/content/home-schema';
import { z } from 'zod';
import { json, number, orNull, present, text } from '#platform/database/row.ts';
import { all, columnsOf, one } from '#platform/database/sql.ts';
import { MenuLinkRow } from './home-rules.ts';

const slide = { eyebrow: text, title: text, text, cta: text, href: text, image: text, alt: text };

export const listHeroSlides = () =>
  all('content.listHeroSlides', slide)`select ${columnsOf(slide)} from hero_slides order by position`;

const homeContent = {
  /** Of the blocks. */
  version: present(number, 'every section has a row'),
  blocks: json(z.array(HomeBlock.extend({ enabled: z.boolean() }))),
  slides: json(z.array(HeroSlide)),
  testimonials: json(z.array(Testimonial)),
};

/** All blocks, slides and testimonials, in one statement. */
export const findHomeContent = () =>
  one('content.findHome', homeContent, { prepare: true })`
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
              from testimonials) as testimonials`;

const siteContent = {
  announcement: orNull(json(SiteContent.shape.announcement.unwrap())),
  links: json(z.array(MenuLinkRow)),
};

/** The announcement of this moment and all links, in one statement. */
export const findSiteContent = () =>
  one('content.findSite', siteContent, { prepare: true })`
    select (select json_build_object('key', s.version::text, 'text', a.text, 'href', a.href)
              from announcements a join content_sections s on s.section = 'announcement'
             where a.enabled and coalesce(a.starts_at <= now(), true)
               and coalesce(a.ends_at > now(), true)) as announcement,
           (select coalesce(json_agg(json_build_object(
                     'menu', menu, 'column', column_title, 'label', label, 'href', href) order by position), '[]')
              from menu_links) as links`;
