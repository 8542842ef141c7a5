import { z } from 'zod';
import { operation } from '../common/operation.ts';
import { PAGE_SLUG_MAX } from './constants.ts';
import { HeroSlide, HomePage, SiteContent } from './home-schema.ts';
import { Page, PageLink } from './schema.ts';

export const getHomePage = operation('GET /home', {
  id: 'getHomePage',
  tag: 'Storefront content',
  summary: 'Get the home page: its blocks in order, with their content',
  response: HomePage,
});

export const getSiteContent = operation('GET /site', {
  id: 'getSiteContent',
  tag: 'Storefront content',
  summary: 'Get the current announcement and the links of header and footer',
  response: SiteContent,
});

export const listHeroSlides = operation('GET /hero-slides', {
  id: 'listHeroSlides',
  tag: 'Storefront content',
  summary: 'List the hero slides of the home page',
  response: z.array(HeroSlide),
});

export const listPublishedPages = operation('GET /pages', {
  id: 'listPublishedPages',
  tag: 'Pages',
  summary: 'List the published pages that the owner has added',
  response: z.array(PageLink),
});

export const getPublishedPage = operation('GET /pages/:slug', {
  id: 'getPublishedPage',
  tag: 'Pages',
  summary: 'Get a published page. A built-in page that was never published is not found',
  params: z.object({
    slug: z
      .string()
      .max(PAGE_SLUG_MAX)
      .describe('Of a page of the owner’s own, or `about`, `faq`, `shipping`, `terms` or `privacy`.'),
  }),
  response: Page,
  errors: { 404: ['page_not_found'] },
});
