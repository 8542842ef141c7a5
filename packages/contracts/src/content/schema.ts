import { z } from 'zod';

/** A published page. `body` is Markdown with placeholders. */
export const Page = z.object({
  slug: z.string(),
  title: z.string(),
  /** For search engines; may be empty. */
  description: z.string(),
  body: z.string(),
});
export type Page = z.infer<typeof Page>;

export const PageLink = Page.pick({ slug: true, title: true });
export type PageLink = z.infer<typeof PageLink>;
