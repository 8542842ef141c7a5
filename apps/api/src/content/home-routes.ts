import { type BlockKind, isAddedKind } from '@shop/contracts/content/home-constants';
import { HeroSlide, HomeBlock, type HomePage, SiteContent, Testimonial } from '@shop/contracts/content/home-schema';
import * as operations from '@shop/contracts/content/operations';
import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import {
  bestSellers,
  brandNames,
  browseCategories,
  featuredProducts,
  hasPublishedProducts,
  newProducts,
} from '#catalog/service.ts';
import type { Db } from '#platform/database/db.ts';
import { json, number, orNull, present, text } from '#platform/database/row.ts';
import { all, columnsOf, one } from '#platform/database/sql.ts';
import { cachePublicly } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { blocksOf, MenuLinkRow, menusOf } from './home-rules.ts';

export const homeContentRoutes: FastifyPluginAsync = async (app) => {
  cachePublicly(app);

  handle(app, operations.getHomePage, { access: 'public' }, ({ readDb }) => getHomePage(readDb));

  handle(app, operations.getSiteContent, { access: 'public' }, ({ readDb }) => getSiteContent(readDb));

  handle(app, operations.listHeroSlides, { access: 'public' }, ({ readDb }) => readDb.run(listHeroSlides()));
};

/** Reads only what a visible block shows. */
async function getHomePage(db: Db): Promise<HomePage> {
  const { version, blocks, slides, testimonials } = await db.run(findHomeContent());
  const sections = blocksOf(version, blocks).filter(({ enabled }) => enabled);
  const isShown = (kind: BlockKind) => sections.some((block) => block.kind === kind);
  const [hasProducts, categories, featured, newArrivals, sold, brands] = await Promise.all([
    hasPublishedProducts(db),
    isShown('categories') ? browseCategories(db) : [],
    isShown('featured') ? featuredProducts(db) : [],
    isShown('new_arrivals') ? newProducts(db) : [],
    isShown('best_sellers') ? bestSellers(db) : [],
    isShown('brands') ? brandNames(db) : [],
  ]);
  return {
    hasProducts,
    blocks: sections.filter(({ kind }) => !isAddedKind(kind)),
    sections,
    slides: isShown('hero') ? slides : [],
    testimonials: isShown('testimonials') ? testimonials : [],
    categories,
    featured,
    newArrivals,
    bestSellers: sold,
    brands,
  };
}

async function getSiteContent(db: Db): Promise<SiteContent> {
  const { announcement, links } = await db.run(findSiteContent());
  return { announcement, ...menusOf(links) };
}

const slide = { eyebrow: text, title: text, text, cta: text, href: text, image: text, alt: text };

const listHeroSlides = () =>
  all('content.listHeroSlides', slide)`select ${columnsOf(slide)} from hero_slides order by position`;

const homeContent = {
  /** Of the blocks. */
  version: present(number, 'every section has a row'),
  blocks: json(z.array(HomeBlock.extend({ enabled: z.boolean() }))),
  slides: json(z.array(HeroSlide)),
  testimonials: json(z.array(Testimonial)),
};

/** All blocks, slides and testimonials, in one statement. */
const findHomeContent = () =>
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
const findSiteContent = () =>
  one('content.findSite', siteContent, { prepare: true })`
    select (select json_build_object('key', s.version::text, 'text', a.text, 'href', a.href)
              from announcements a join content_sections s on s.section = 'announcement'
             where a.enabled and coalesce(a.starts_at <= now(), true)
               and coalesce(a.ends_at > now(), true)) as announcement,
           (select coalesce(json_agg(json_build_object(
                     'menu', menu, 'column', column_title, 'label', label, 'href', href) order by position), '[]')
              from menu_links) as links`;
