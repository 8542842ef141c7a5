import { z } from 'zod';
import { after } from '../common/filters.ts';
import { Id, Moment, requiredText } from '../common/schema.ts';
import { pageMessages as texts } from './admin-messages.ts';
import { FIGURE_SETTINGS, PAGE_DESCRIPTION_MAX, PAGE_SLUG_MAX, PAGE_TEXT_MAX, PAGE_TITLE_MAX } from './constants.ts';
import { hasTooManyMarks } from './markdown-limits.ts';
import { placeholderError } from './placeholders.ts';
import { Page } from './schema.ts';

/** Forms send CR LF: the same text must be equal however it was sent. */
const toUnixLines = (text: string) => text.replaceAll('\r\n', '\n');

const text = {
  title: requiredText(PAGE_TITLE_MAX, texts.titleMissing, texts.titleTooLong).describe(
    'In the title of the browser, and the heading unless the text has one.',
  ),
  description: z
    .string()
    .trim()
    .max(PAGE_DESCRIPTION_MAX, texts.descriptionTooLong)
    .describe('For search engines; may be empty.'),
  body: requiredText(PAGE_TEXT_MAX, texts.textMissing, texts.textTooLong)
    .overwrite(toUnixLines)
    .superRefine((body, context) => {
      const message = placeholderError(body);
      if (message) context.addIssue({ code: 'custom', message });
      if (hasTooManyMarks(body)) context.addIssue({ code: 'custom', message: texts.tooManyMarks });
    })
    .describe(
      'Markdown. `{{name}}` is filled from the store settings; one that can be without a value has to stand in its section, `{{#name}}…{{/name}}`. Rejected with so many marks in a paragraph that it is slow to read.',
    ),
};
const version = z
  .number()
  .int()
  .describe(
    'Rises with every change of the page. A change has the one that it is based on: with a newer one it is rejected.',
  );

export const NewPage = z
  .strictObject({
    slug: z
      .string(texts.slugMissing)
      .trim()
      .min(1, { error: texts.slugMissing, abort: true })
      .max(PAGE_SLUG_MAX, texts.badSlug)
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, texts.badSlug)
      .describe('The page is at `/pages/{slug}`. It cannot be changed later.'),
    ...text,
  })
  .meta({
    id: 'NewPage',
    description: 'A page of the owner’s own, which begins as a draft. A store has up to 200 pages.',
  });
export type NewPage = z.infer<typeof NewPage>;

export const PageDraft = z
  .strictObject({ ...text, version })
  .meta({ id: 'PageDraft', description: 'The draft of a page as a whole. Shoppers see it once it is published.' });
export type PageDraft = z.infer<typeof PageDraft>;

export const PageVersionCheck = z.strictObject({ version }).meta({
  id: 'PageVersionCheck',
  description: 'The page as it was loaded: a concurrent change is not overwritten unnoticed.',
});
export const PageVersionQuery = z.strictObject({
  version: z.coerce.number().int().describe('The loaded `version` of the page. With a newer one the draft stays.'),
});
export const PageVersionsQuery = z.strictObject({
  after: after.describe('The id of the last version of the previous page.'),
});

export const PageText = Page.omit({ slug: true }).meta({ id: 'PageText', description: 'The text of a page.' });
export type PageText = z.infer<typeof PageText>;

export const PageFinding = z
  .object({
    sentence: z.string().describe('Where the figure stands, without Markdown; up to 300 characters.'),
    figure: z.string().describe('As it stands in the text, for example `$5`.'),
    setting: z
      .enum(FIGURE_SETTINGS)
      .describe(
        'What the figure contradicts. `taxRate`: the tax; `shipping`: a price that is neither that of standard nor of express shipping; `chargeCurrency`: the payment currency; the others: the store setting of that name.',
      ),
    expected: z
      .string()
      .nullable()
      .describe('The value of the setting, for example `$9.99`; null if it is turned off.'),
  })
  .meta({
    id: 'PageFinding',
    description: 'A figure in the text that shoppers see, which contradicts a store setting.',
  });
export type PageFinding = z.infer<typeof PageFinding>;

export const EditedPage = z
  .object({
    id: Id,
    slug: z.string().describe('The end of its path: at the root for a built-in page, under `/pages` for others.'),
    builtIn: z.boolean().describe('One of the five pages that have a text of the release. It cannot be deleted.'),
    published: PageText.extend({
      number: z.number().int().describe('The number of the published version; 0 for the built-in text.'),
      publishedAt: Moment.nullable().describe('Null for the built-in text.'),
    })
      .nullable()
      .describe('What shoppers see; null for a page of the owner’s own that was never published.'),
    draft: PageText.nullable().describe('What is edited, and only staff see; null if there is none.'),
    reviewedAt: Moment.nullable().describe(
      'When staff last published the page, or accepted its text as it is; null before.',
    ),
    findings: z.array(PageFinding).describe('Of the published text. Checked at its publication and every night.'),
    version,
  })
  .meta({ id: 'EditedPage', description: 'A page with its draft and its published text, for staff.' });
export type EditedPage = z.infer<typeof EditedPage>;

export const PageSummary = z
  .object({
    id: Id,
    slug: z.string().describe('The end of its path: at the root for a built-in page, under `/pages` for others.'),
    builtIn: z.boolean().describe('One of the five pages that have a text of the release. It cannot be deleted.'),
    title: z.string().describe('Of the draft if there is one, else of what shoppers see.'),
    hasDraft: z.boolean().describe('Whether there is a text that is not published.'),
    publishedAt: Moment.nullable().describe('Of the published version; null if the owner has published none.'),
    reviewedAt: Moment.nullable().describe(
      'When staff last published the page, or accepted its text as it is; null before.',
    ),
    findings: z.number().int().describe('Figures in the published text that contradict a store setting.'),
  })
  .meta({ id: 'PageSummary', description: 'A page in the list of the admin panel. Built-in pages come first.' });
export type PageSummary = z.infer<typeof PageSummary>;

export const PageVersionSummary = z
  .object({
    id: Id,
    number: z.number().int().describe('1 for the first version that was published. Each publication adds one.'),
    title: z.string().describe('The title of this version.'),
    publishedAt: Moment.describe('When it became the text of the store.'),
    publishedBy: z.string().nullable().describe('The name of the staff member; null if it is not known.'),
  })
  .meta({ id: 'PageVersionSummary', description: 'A text that was published. It never changes.' });
export type PageVersionSummary = z.infer<typeof PageVersionSummary>;

export const PublishedVersion = PageText.extend({
  number: z.number().int().describe('0 for the built-in text.'),
}).meta({ id: 'PublishedVersion', description: 'The whole text of a version.' });
