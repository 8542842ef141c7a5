import { z } from 'zod';
import { isLinkUrl } from '../common/link-url.ts';
import { isImageUrl } from '../common/media.ts';
import { Id, requiredText } from '../common/schema.ts';
import { onlineStoreMessages as texts } from './home-admin-messages.ts';
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
  kind: z.enum(BLOCK_KINDS),
  enabled: z.boolean(),
  /** Empty texts stand for the default texts of the kind. */
  eyebrow,
  heading: optionalText(120, texts.headingTooLong),
  text: optionalText(500, texts.textTooLong),
  image: optionalImage,
  imageAlt: alt,
  linkLabel: optionalText(60, texts.labelTooLong),
  href: optionalLink,
};
export const BlockFields = z.object(block);
export type BlockFields = z.infer<typeof BlockFields>;

const slide = {
  eyebrow,
  title: requiredText(120, texts.titleMissing, texts.titleTooLong),
  text: optionalText(500, texts.textTooLong),
  cta: requiredText(60, texts.labelMissing, texts.labelTooLong),
  href: link,
  image: z
    .string(texts.imageMissing)
    .trim()
    .min(1, { error: texts.imageMissing, abort: true })
    .max(2_000, texts.badImage)
    .refine(isImageUrl, texts.badImage),
  alt,
};
export const SlideFields = z.object(slide);
export type SlideFields = z.infer<typeof SlideFields>;

const testimonial = {
  name: requiredText(80, texts.nameMissing, texts.nameTooLong),
  location: optionalText(80, texts.locationTooLong),
  quote: requiredText(600, texts.quoteMissing, texts.quoteTooLong),
  rating: z.number(texts.badRating).int(texts.badRating).min(1, texts.badRating).max(5, texts.badRating),
};
export const TestimonialFields = z.object(testimonial);
export type TestimonialFields = z.infer<typeof TestimonialFields>;

const menuLink = {
  menu: z.enum(MENUS),
  /** The heading of its column in the footer; empty in the header. */
  column: optionalText(60, texts.columnTooLong),
  label: requiredText(60, texts.labelMissing, texts.labelTooLong),
  href: link,
};
export const LinkFields = z.object(menuLink);
export type LinkFields = z.infer<typeof LinkFields>;

const time = z.iso.datetime(texts.badTime).nullable();
const announcement = {
  enabled: z.boolean(),
  text: optionalText(200, texts.announcementTooLong),
  /** Empty: the text is no link. */
  href: optionalLink,
  startsAt: time,
  endsAt: time,
};
export const AnnouncementFields = z.object(announcement);
export type AnnouncementFields = z.infer<typeof AnnouncementFields>;

/** Optimistic concurrency: the version of the section that the change is based on. */
const version = z.number().int().positive();
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

const id = { id: Id.optional() };
const hasSameIds = (items: { id?: string }[]) => {
  const ids = items.flatMap((item) => item.id ?? []);
  return new Set(ids).size < ids.length;
};
const unique = { path: ['items'], error: texts.itemTwice };
const isUnique = ({ items }: { items: { id?: string }[] }) => !hasSameIds(items);

/** A whole list in its order. Items without an id are new; stored ones that are missing are removed. */
export const BlockList = z
  .strictObject({ version, items: z.array(z.strictObject({ ...id, ...block })).max(BLOCKS_MAX, texts.tooManyBlocks) })
  .refine(isUnique, unique)
  .superRefine(({ items }, context) => {
    for (const [place, item] of items.entries()) {
      for (const { path, message } of findBlockIssues(item))
        context.addIssue({ code: 'custom', path: ['items', place, ...path], message });
      if (item.kind !== REPEATABLE_KIND && items.findIndex(({ kind }) => kind === item.kind) < place)
        context.addIssue({ code: 'custom', path: ['items', place, 'kind'], message: texts.kindTwice });
    }
  });
export type BlockList = z.infer<typeof BlockList>;

export const SlideList = z
  .strictObject({ version, items: z.array(z.strictObject({ ...id, ...slide })).max(SLIDES_MAX, texts.tooManySlides) })
  .refine(isUnique, unique);
export type SlideList = z.infer<typeof SlideList>;

export const TestimonialList = z
  .strictObject({
    version,
    items: z.array(z.strictObject({ ...id, ...testimonial })).max(TESTIMONIALS_MAX, texts.tooManyTestimonials),
  })
  .refine(isUnique, unique);
export type TestimonialList = z.infer<typeof TestimonialList>;

export const LinkList = z
  .strictObject({ version, items: z.array(z.strictObject({ ...id, ...menuLink })).max(LINKS_MAX, texts.tooManyLinks) })
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
  });
export type LinkList = z.infer<typeof LinkList>;

export const AnnouncementUpdate = z.strictObject({ version, ...announcement }).superRefine((value, context) => {
  for (const { path, message } of findAnnouncementIssues(value)) context.addIssue({ code: 'custom', path, message });
});
export type AnnouncementUpdate = z.infer<typeof AnnouncementUpdate>;

/** Everything that staff edit of the online store, each section with its version. */
export const OnlineStore = z.object({
  blocks: z.object({ version, items: z.array(z.object({ id: Id, ...block })) }),
  slides: z.object({ version, items: z.array(z.object({ id: Id, ...slide })) }),
  testimonials: z.object({ version, items: z.array(z.object({ id: Id, ...testimonial })) }),
  menus: z.object({ version, items: z.array(z.object({ id: Id, ...menuLink })) }),
  announcement: z.object({ version, ...announcement }),
});
export type OnlineStore = z.infer<typeof OnlineStore>;
