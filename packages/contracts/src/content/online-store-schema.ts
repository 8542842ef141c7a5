import { z } from 'zod';
import { isLinkUrl } from '../common/link-url.ts';
import { isImageUrl } from '../common/media.ts';
import { Id, requiredText } from '../common/schema.ts';
import {
  BLOCK_KINDS,
  BLOCKS_MAX,
  HEADER_CHARACTERS_MAX,
  HEADER_LINKS_MAX,
  LINKS_MAX,
  MENUS,
  REPEATABLE_KIND,
  SLIDES_MAX,
  TESTIMONIALS_MAX,
} from './home-constants.ts';
import { onlineStoreMessages as texts } from './online-store-messages.ts';

const optionalText = (max: number, tooLong: string) => z.string(tooLong).trim().max(max, tooLong);
const link = z
  .string(texts.urlMissing)
  .trim()
  .min(1, { error: texts.urlMissing, abort: true })
  .max(500, texts.badUrl)
  .refine(isLinkUrl, texts.badUrl);
const optionalLink = optionalText(500, texts.badUrl).refine((url) => url === '' || isLinkUrl(url), texts.badUrl);
const optionalImage = optionalText(2_000, texts.badImage).refine(
  (url) => url === '' || isImageUrl(url),
  texts.badImage,
);
const eyebrow = optionalText(60, texts.eyebrowTooLong);
const alt = optionalText(300, texts.altTooLong);

const block = {
  kind: z
    .enum(BLOCK_KINDS)
    .describe(
      'What the block shows. `image_text`: its own image, text and button; `promises`: the lines of its text; the others: content of the store. Only `image_text` can be there more than once.',
    ),
  enabled: z.boolean().describe('False hides the block from shoppers.'),
  eyebrow: eyebrow.describe('The line above the heading; empty for the default text of the kind.'),
  heading: optionalText(120, texts.headingTooLong).describe(
    'Empty for the default text of the kind; `image_text` needs one.',
  ),
  text: optionalText(500, texts.textTooLong).describe(
    'Empty for the default text of the kind. Of `promises`: up to 4 lines, each a title, a colon and a text.',
  ),
  image: optionalImage.describe(
    'Path of an uploaded image, or an `https` URL of a public site; empty for none. Only shown by `image_text`.',
  ),
  imageAlt: alt.describe('Describes the image for screen readers. Only for `image_text`.'),
  linkLabel: optionalText(60, texts.labelTooLong).describe(
    'The label of the button; given together with `href`, or both empty. Only shown by `image_text`.',
  ),
  href: optionalLink.describe(
    'Where the button leads: a path of the store, or an `https` URL. Only shown by `image_text`.',
  ),
};
export const BlockFields = z.object(block);
export type BlockFields = z.infer<typeof BlockFields>;

const slide = {
  eyebrow: eyebrow.describe('The line above the title; empty for none.'),
  title: requiredText(120, texts.titleMissing, texts.titleTooLong).describe('The heading of the slide.'),
  text: optionalText(500, texts.textTooLong).describe('Below the title; empty for none.'),
  cta: requiredText(60, texts.labelMissing, texts.labelTooLong).describe('The label of the button.'),
  href: link.describe('Where the button leads: a path of the store, or an `https` URL.'),
  image: z
    .string(texts.imageMissing)
    .trim()
    .min(1, { error: texts.imageMissing, abort: true })
    .max(2_000, texts.badImage)
    .refine(isImageUrl, texts.badImage)
    .describe('Path of an uploaded image, or an `https` URL of a public site.'),
  alt: alt.describe('Describes the image for screen readers; empty if it only decorates.'),
};
export const SlideFields = z.object(slide);
export type SlideFields = z.infer<typeof SlideFields>;

const testimonial = {
  name: requiredText(80, texts.nameMissing, texts.nameTooLong).describe('Whose words these are.'),
  location: optionalText(80, texts.locationTooLong).describe('Shown after the name; empty for none.'),
  quote: requiredText(600, texts.quoteMissing, texts.quoteTooLong).describe('Without quotation marks.'),
  rating: z
    .number(texts.badRating)
    .int(texts.badRating)
    .min(1, texts.badRating)
    .max(5, texts.badRating)
    .describe('Stars, from 1 to 5.'),
};
export const TestimonialFields = z.object(testimonial);
export type TestimonialFields = z.infer<typeof TestimonialFields>;

const menuLink = {
  menu: z.enum(MENUS).describe('Where the link stands.'),
  column: optionalText(60, texts.columnTooLong).describe(
    'The heading of its column in the footer: links with the same one stand together. Ignored in the header.',
  ),
  label: requiredText(60, texts.labelMissing, texts.labelTooLong).describe('The text of the link.'),
  href: link.describe('A path of the store, or an `https` URL.'),
};
export const LinkFields = z.object(menuLink);
export type LinkFields = z.infer<typeof LinkFields>;

const time = z.iso.datetime(texts.badTime).nullable();
const announcement = {
  enabled: z.boolean().describe('False hides the announcement, whatever its dates.'),
  text: optionalText(200, texts.announcementTooLong).describe('Plain text. Required while `enabled`.'),
  href: optionalLink.describe('Where the text leads: a path of the store, or an `https` URL; empty for no link.'),
  startsAt: time.describe('Shown from this moment on; null for no limit.'),
  endsAt: time.describe('Shown until this moment, after `startsAt`; null for no limit.'),
};
export const AnnouncementFields = z.object(announcement);
export type AnnouncementFields = z.infer<typeof AnnouncementFields>;

const version = z
  .number()
  .int()
  .positive()
  .describe(
    'Rises with every save of this section. A save has the one that it is based on: with a newer one it is rejected.',
  );
type Issue = { path: (string | number)[]; message: string };

/** Errors between fields of a block that are each valid. */
export function findBlockIssues({ kind, heading, linkLabel, href }: Partial<BlockFields>): Issue[] {
  const issues: Issue[] = [];
  if (kind === REPEATABLE_KIND && !heading) issues.push({ path: ['heading'], message: texts.headingMissing });
  if (!linkLabel !== !href) issues.push({ path: ['href'], message: texts.linkIncomplete });
  return issues;
}

/** The same of a link in a menu. */
export const findLinkIssues = ({ menu, column }: Partial<LinkFields>): Issue[] =>
  menu === 'footer' && !column ? [{ path: ['column'], message: texts.columnMissing }] : [];

/** The same of the announcement. */
export function findAnnouncementIssues({ enabled, text, startsAt, endsAt }: Partial<AnnouncementFields>): Issue[] {
  const issues: Issue[] = [];
  if (enabled && !text) issues.push({ path: ['text'], message: texts.textMissing });
  if (startsAt && endsAt && new Date(startsAt) >= new Date(endsAt))
    issues.push({ path: ['endsAt'], message: texts.endsTooSoon });
  return issues;
}

const id = { id: Id.optional().describe('Of a stored item; without it, the item is new.') };
const hasSameIds = (items: { id?: string }[]) => {
  const ids = items.flatMap((item) => item.id ?? []);
  return new Set(ids).size < ids.length;
};
const unique = { path: ['items'], error: texts.itemTwice };
const isUnique = ({ items }: { items: { id?: string }[] }) => !hasSameIds(items);

/** A whole list in its order. Items without an id are new; stored ones that are missing are removed. */
export const BlockList = z
  .strictObject({
    version,
    items: z
      .array(z.strictObject({ ...id, ...block }))
      .max(BLOCKS_MAX, texts.tooManyBlocks)
      .describe('All blocks, from top to bottom. Stored ones that are missing are removed.'),
  })
  .refine(isUnique, unique)
  .superRefine(({ items }, context) => {
    for (const [place, item] of items.entries()) {
      for (const { path, message } of findBlockIssues(item))
        context.addIssue({ code: 'custom', path: ['items', place, ...path], message });
      if (item.kind !== REPEATABLE_KIND && items.findIndex(({ kind }) => kind === item.kind) < place)
        context.addIssue({ code: 'custom', path: ['items', place, 'kind'], message: texts.kindTwice });
    }
  })
  .meta({ id: 'BlockList', description: 'The blocks of the home page as a whole.' });
export type BlockList = z.infer<typeof BlockList>;

export const SlideList = z
  .strictObject({
    version,
    items: z
      .array(z.strictObject({ ...id, ...slide }))
      .max(SLIDES_MAX, texts.tooManySlides)
      .describe('All slides, in their order. Stored ones that are missing are removed.'),
  })
  .refine(isUnique, unique)
  .meta({ id: 'SlideList', description: 'The hero slides as a whole.' });
export type SlideList = z.infer<typeof SlideList>;

export const TestimonialList = z
  .strictObject({
    version,
    items: z
      .array(z.strictObject({ ...id, ...testimonial }))
      .max(TESTIMONIALS_MAX, texts.tooManyTestimonials)
      .describe('All testimonials, in their order. Stored ones that are missing are removed.'),
  })
  .refine(isUnique, unique)
  .meta({ id: 'TestimonialList', description: 'The testimonials as a whole.' });
export type TestimonialList = z.infer<typeof TestimonialList>;

export const LinkList = z
  .strictObject({
    version,
    items: z
      .array(z.strictObject({ ...id, ...menuLink }))
      .max(LINKS_MAX, texts.tooManyLinks)
      .describe(
        'All links of both menus, in their order. Stored ones that are missing are removed. The header has up to 6, with 40 characters together.',
      ),
  })
  .refine(isUnique, unique)
  .superRefine(({ items }, context) => {
    const header = items.filter(({ menu }) => menu === 'header');
    if (header.length > HEADER_LINKS_MAX)
      context.addIssue({ code: 'custom', path: ['items'], message: texts.tooManyHeaderLinks });
    if (header.reduce((sum, { label }) => sum + label.length, 0) > HEADER_CHARACTERS_MAX)
      context.addIssue({ code: 'custom', path: ['items'], message: texts.headerTooLong });
    for (const [place, item] of items.entries())
      for (const { path, message } of findLinkIssues(item))
        context.addIssue({ code: 'custom', path: ['items', place, ...path], message });
  })
  .meta({ id: 'LinkList', description: 'The links of header and footer as a whole.' });
export type LinkList = z.infer<typeof LinkList>;

export const AnnouncementUpdate = z
  .strictObject({ version, ...announcement })
  .superRefine((value, context) => {
    for (const { path, message } of findAnnouncementIssues(value)) context.addIssue({ code: 'custom', path, message });
  })
  .meta({ id: 'AnnouncementUpdate', description: 'The announcement above the header as a whole.' });
export type AnnouncementUpdate = z.infer<typeof AnnouncementUpdate>;

export const OnlineStore = z
  .object({
    blocks: z
      .object({
        version,
        items: z
          .array(z.object({ id: Id, ...block }))
          .describe('From top to bottom. Until the first save those of a new store.'),
      })
      .describe('The blocks of the home page.'),
    slides: z
      .object({
        version,
        items: z.array(z.object({ id: Id, ...slide })).describe('In the order in which the store shows them.'),
      })
      .describe('What the block `hero` shows.'),
    testimonials: z
      .object({
        version,
        items: z.array(z.object({ id: Id, ...testimonial })).describe('In the order in which the store shows them.'),
      })
      .describe('What the block `testimonials` shows.'),
    menus: z
      .object({
        version,
        items: z.array(z.object({ id: Id, ...menuLink })).describe('In the order in which the store shows them.'),
      })
      .describe('The links of header and footer.'),
    announcement: z.object({ version, ...announcement }).describe('The bar above the header.'),
  })
  .meta({
    id: 'OnlineStore',
    description: 'Everything that staff edit of the online store, each section with its version.',
  });
export type OnlineStore = z.infer<typeof OnlineStore>;
