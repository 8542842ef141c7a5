import { z } from 'zod';

export const Page = z
  .object({
    slug: z
      .string()
      .describe(
        'The end of its path: `/about`, `/faq`, `/shipping`, `/terms` and `/privacy`, for all others `/pages/{slug}`.',
      ),
    title: z.string().describe('In the title of the browser, and the heading unless the text has one.'),
    description: z.string().describe('For search engines; may be empty.'),
    body: z
      .string()
      .describe(
        'Markdown. `{{name}}` stands for a store setting, `{{#name}}…{{/name}}` for a section that is left out while the setting has no value.',
      ),
  })
  .meta({ id: 'Page', description: 'A page of text as shoppers see it, before the placeholders are filled.' });
export type Page = z.infer<typeof Page>;

export const PageLink = Page.pick({ slug: true, title: true }).meta({
  id: 'PageLink',
  description: 'A published page that the owner has added.',
});
export type PageLink = z.infer<typeof PageLink>;
