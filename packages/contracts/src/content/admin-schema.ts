import { z } from 'zod';
import { after } from '../common/filters.ts';
import { Id, requiredText } from '../common/schema.ts';
import { pageMessages as texts } from './admin-messages.ts';
import { FIGURE_SETTINGS, PAGE_DESCRIPTION_MAX, PAGE_SLUG_MAX, PAGE_TEXT_MAX, PAGE_TITLE_MAX } from './constants.ts';
import { placeholderError } from './placeholders.ts';
import { Page } from './schema.ts';

/** Forms send CR LF: the same text must be equal however it was sent. */
const toUnixLines = (text: string) => text.replaceAll('\r\n', '\n');

const text = {
  title: requiredText(PAGE_TITLE_MAX, texts.titleMissing, texts.titleTooLong),
  description: z.string().trim().max(PAGE_DESCRIPTION_MAX, texts.descriptionTooLong),
  body: requiredText(PAGE_TEXT_MAX, texts.textMissing, texts.textTooLong)
    .overwrite(toUnixLines)
    .superRefine((body, context) => {
      const message = placeholderError(body);
      if (message) context.addIssue({ code: 'custom', message });
    }),
};
const version = z.number().int();

export const NewPage = z.strictObject({
  slug: z
    .string(texts.slugMissing)
    .trim()
    .min(1, { error: texts.slugMissing, abort: true })
    .max(PAGE_SLUG_MAX, texts.badSlug)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, texts.badSlug),
  ...text,
});
export type NewPage = z.infer<typeof NewPage>;

/** Optimistic concurrency: `version` is the loaded one, so that no concurrent change is overwritten unnoticed. */
export const PageDraft = z.strictObject({ ...text, version });
export type PageDraft = z.infer<typeof PageDraft>;

export const PageVersionCheck = z.strictObject({ version });
export const PageVersionQuery = z.strictObject({ version: z.coerce.number().int() });
export const PageVersionsQuery = z.strictObject({ after });

export const PageText = Page.omit({ slug: true });
export type PageText = z.infer<typeof PageText>;

/** A figure in the public text that contradicts a setting. */
export const PageFinding = z.object({
  sentence: z.string(),
  figure: z.string(),
  setting: z.enum(FIGURE_SETTINGS),
  /** The value of the setting; null if it is turned off. */
  expected: z.string().nullable(),
});
export type PageFinding = z.infer<typeof PageFinding>;

export const EditedPage = z.object({
  id: Id,
  slug: z.string(),
  builtIn: z.boolean(),
  /** What shoppers see. Version 0 is the built-in text; null if the page was never published. */
  published: PageText.extend({ number: z.number().int(), publishedAt: z.iso.datetime().nullable() }).nullable(),
  draft: PageText.nullable(),
  reviewedAt: z.iso.datetime().nullable(),
  findings: z.array(PageFinding),
  version,
});
export type EditedPage = z.infer<typeof EditedPage>;

export const PageSummary = z.object({
  id: Id,
  slug: z.string(),
  builtIn: z.boolean(),
  title: z.string(),
  hasDraft: z.boolean(),
  publishedAt: z.iso.datetime().nullable(),
  reviewedAt: z.iso.datetime().nullable(),
  findings: z.number().int(),
});
export type PageSummary = z.infer<typeof PageSummary>;

export const PageVersionSummary = z.object({
  id: Id,
  number: z.number().int(),
  title: z.string(),
  publishedAt: z.iso.datetime(),
  publishedBy: z.string().nullable(),
});
export type PageVersionSummary = z.infer<typeof PageVersionSummary>;

export const PublishedVersion = PageText.extend({ number: z.number().int() });
