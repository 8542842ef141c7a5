import { z } from 'zod';
import { STAFF_ROLES } from '../common/permissions.ts';
import { requiredText } from '../common/schema.ts';
import { viewMessages as messages } from './messages.ts';

export const VIEW_LISTS = ['orders', 'products', 'customers', 'reviews', 'tickets'] as const;
export const ViewList = z
  .enum(VIEW_LISTS)
  .meta({ id: 'ViewList', description: 'A list of the admin panel that has views.' });
export type ViewList = z.infer<typeof ViewList>;

export const VIEWS_MAX = 20;
/** Rows of a view are counted up to this number; more are shown as "10,000+". */
export const VIEW_COUNT_MAX = 10_000;

export const SavedView = z
  .object({
    id: z.string().describe('A UUID, or the key of a built-in view.'),
    name: z.string().describe('The text of the tab.'),
    query: z
      .string()
      .describe('A query string, sorted: filters and sort order, and what is displayed (`columns`, `density`).'),
    builtIn: z.boolean().describe('In every store: it cannot be edited or deleted.'),
    own: z
      .boolean()
      .describe('Whether the user created it and so can edit and delete it; false for a view that a colleague shares.'),
    sharedWith: z
      .array(z.enum(STAFF_ROLES))
      .describe('Staff with one of these roles see the view too; `admin` and `owner` mean the same.'),
    count: z
      .number()
      .int()
      .nullable()
      .describe(
        'Rows of the view, counted up to 10,001, which means more than 10,000; null if its filters are no longer valid, or counting would take too long.',
      ),
  })
  .meta({
    id: 'SavedView',
    description: 'A tab of a list in the admin panel: its filters and sort order under a name.',
  });
export type SavedView = z.infer<typeof SavedView>;

export const NewView = z
  .strictObject({
    list: ViewList,
    name: requiredText(40, messages.nameRequired, messages.nameTooLong).describe(
      'Unique among the user’s own views of the list, ignoring case.',
    ),
    query: z
      .string()
      .max(1_000)
      .describe(
        'A query string that the list accepts: filters, sort order, `columns`, `density`. Stored sorted, without `after` and empty values.',
      ),
    sharedWith: z
      .array(z.enum(STAFF_ROLES))
      .default([])
      .describe('Staff with one of these roles see the view too; `admin` and `owner` mean the same.'),
  })
  .meta({ id: 'NewView', description: `A new view of the user, who can have ${VIEWS_MAX} for each list.` });
export type NewView = z.infer<typeof NewView>;

export const ViewEdit = NewView.omit({ list: true }).meta({
  id: 'ViewEdit',
  description: 'Name, filters and roles of an own view, which replace all it had.',
});
export type ViewEdit = z.infer<typeof ViewEdit>;
