import { z } from 'zod';
import { operation } from '../common/operation.ts';
import { Id } from '../common/schema.ts';
import {
  EditedPage,
  NewPage,
  PageDraft,
  PageSummary,
  PageVersionCheck,
  PageVersionQuery,
  PageVersionSummary,
  PageVersionsQuery,
  PublishedVersion,
} from './admin-schema.ts';
import {
  AnnouncementUpdate,
  BlockList,
  LinkList,
  OnlineStore,
  SlideList,
  TestimonialList,
} from './online-store-schema.ts';

const ByPage = z.object({ id: Id.describe('The page. Its slug may change, its id does not.') });

export const getOnlineStore = operation('GET /admin/content', {
  id: 'getOnlineStore',
  tag: 'Admin: online store',
  summary: 'Get everything that can be edited of the online store, with the version of each section',
  response: OnlineStore,
});

export const updateHomeBlocks = operation('PUT /admin/content/blocks', {
  id: 'updateHomeBlocks',
  tag: 'Admin: online store',
  summary: 'Replace the blocks of the home page. Fails if a newer version exists',
  body: BlockList,
  response: OnlineStore,
  errors: { 409: ['content_conflict'] },
});

export const updateHeroSlides = operation('PUT /admin/content/slides', {
  id: 'updateHeroSlides',
  tag: 'Admin: online store',
  summary: 'Replace the hero slides. Fails if a newer version exists',
  body: SlideList,
  response: OnlineStore,
  errors: { 409: ['content_conflict'] },
});

export const updateTestimonials = operation('PUT /admin/content/testimonials', {
  id: 'updateTestimonials',
  tag: 'Admin: online store',
  summary: 'Replace the testimonials. Fails if a newer version exists',
  body: TestimonialList,
  response: OnlineStore,
  errors: { 409: ['content_conflict'] },
});

export const updateMenus = operation('PUT /admin/content/menus', {
  id: 'updateMenus',
  tag: 'Admin: online store',
  summary: 'Replace the links of header and footer. Fails if a newer version exists',
  body: LinkList,
  response: OnlineStore,
  errors: { 409: ['content_conflict'] },
});

export const updateAnnouncement = operation('PUT /admin/content/announcement', {
  id: 'updateAnnouncement',
  tag: 'Admin: online store',
  summary: 'Update the announcement bar. Fails if a newer version exists',
  body: AnnouncementUpdate,
  response: OnlineStore,
  errors: { 409: ['content_conflict'] },
});

export const listPages = operation('GET /admin/pages', {
  id: 'listPages',
  tag: 'Admin: pages',
  summary: 'List the pages of the store',
  response: z.array(PageSummary),
});

export const createPage = operation('POST /admin/pages', {
  id: 'createPage',
  tag: 'Admin: pages',
  summary: 'Create a page as a draft. Repeat requests with the same idempotency key create it once',
  idempotent: 'optional',
  body: NewPage,
  status: 201,
  response: EditedPage,
  errors: { 409: ['slug_taken', 'too_many_pages'] },
});

export const getPage = operation('GET /admin/pages/:id', {
  id: 'getPage',
  tag: 'Admin: pages',
  summary: 'Get a page with its draft and its published text',
  params: ByPage,
  response: EditedPage,
  errors: { 404: ['page_not_found'] },
});

export const deletePage = operation('DELETE /admin/pages/:id', {
  id: 'deletePage',
  tag: 'Admin: pages',
  summary: 'Delete a page that is not built in',
  params: ByPage,
  idempotent: 'optional',
  status: 204,
  errors: { 404: ['page_not_found'], 409: ['page_built_in'] },
});

export const savePageDraft = operation('PUT /admin/pages/:id/draft', {
  id: 'savePageDraft',
  tag: 'Admin: pages',
  summary: 'Save the draft of a page. Fails if a newer version exists',
  params: ByPage,
  body: PageDraft,
  response: EditedPage,
  errors: { 404: ['page_not_found'], 409: ['page_conflict'] },
});

export const discardPageDraft = operation('DELETE /admin/pages/:id/draft', {
  id: 'discardPageDraft',
  tag: 'Admin: pages',
  summary: 'Discard the draft of a page',
  params: ByPage,
  query: PageVersionQuery,
  response: EditedPage,
  errors: { 404: ['page_not_found'], 409: ['page_conflict', 'page_not_published'] },
});

export const publishPage = operation('POST /admin/pages/:id/versions', {
  id: 'publishPage',
  tag: 'Admin: pages',
  summary: 'Publish the draft of a page as a new version',
  params: ByPage,
  body: PageVersionCheck,
  response: EditedPage,
  errors: { 404: ['page_not_found'], 409: ['page_conflict'] },
});

export const listPageVersions = operation('GET /admin/pages/:id/versions', {
  id: 'listPageVersions',
  tag: 'Admin: pages',
  summary: 'List the published versions of a page, newest first',
  params: ByPage,
  query: PageVersionsQuery,
  response: z.array(PageVersionSummary),
  headers: ['Link'],
});

const PageVersionNumber = ByPage.extend({
  number: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .describe('The number of a published version; 0 for the built-in text.'),
});

export const getPageVersion = operation('GET /admin/pages/:id/versions/:number', {
  id: 'getPageVersion',
  tag: 'Admin: pages',
  summary: 'Get a published version of a page, or the built-in text as version 0',
  params: PageVersionNumber,
  response: PublishedVersion,
  errors: { 404: ['page_not_found', 'page_version_not_found'] },
});

export const restorePageVersion = operation('POST /admin/pages/:id/versions/:number/restoration', {
  id: 'restorePageVersion',
  tag: 'Admin: pages',
  summary: 'Restore a version of a page as its draft',
  params: PageVersionNumber,
  body: PageVersionCheck,
  response: EditedPage,
  errors: { 404: ['page_not_found', 'page_version_not_found'], 409: ['page_conflict', 'draft_exists'] },
});

export const markPageReviewed = operation('POST /admin/pages/:id/review', {
  id: 'markPageReviewed',
  tag: 'Admin: pages',
  summary: 'Mark the text of a page as reviewed',
  params: ByPage,
  response: EditedPage,
  errors: { 404: ['page_not_found'] },
});
