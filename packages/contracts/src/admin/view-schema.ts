import { z } from 'zod';
import { STAFF_ROLES } from '../common/permissions.ts';
import { requiredText } from '../common/schema.ts';
import { viewMessages as messages } from './view-messages.ts';

/** Lists that have saved views. */
export const VIEW_LISTS = ['orders', 'products', 'customers', 'reviews', 'tickets'] as const;
export const ViewList = z.enum(VIEW_LISTS);
export type ViewList = z.infer<typeof ViewList>;

export const VIEWS_MAX = 20;
/** Rows of a view are counted up to this number; more are shown as "10,000+". */
export const VIEW_COUNT_MAX = 10_000;

/** A tab of a list: its filters and sort order as a query string without `after`. */
export const SavedView = z.object({
  /** A uuid, or the key of a built-in view. */
  id: z.string(),
  name: z.string(),
  query: z.string(),
  builtIn: z.boolean(),
  /** False for a view that a colleague shares. */
  own: z.boolean(),
  sharedWith: z.array(z.enum(STAFF_ROLES)),
  /**
   * At most VIEW_COUNT_MAX + 1. Null if it is not known: the view’s filters are no longer valid, or match so rarely that
   * counting would take too long.
   */
  count: z.number().int().nullable(),
});
export type SavedView = z.infer<typeof SavedView>;

export const NewView = z.strictObject({
  list: ViewList,
  name: requiredText(40, messages.nameRequired, messages.nameTooLong),
  query: z.string().max(1_000),
  /** Staff with one of these roles see the view too. */
  sharedWith: z.array(z.enum(STAFF_ROLES)).default([]),
});
export type NewView = z.infer<typeof NewView>;

export const ViewEdit = NewView.omit({ list: true });
export type ViewEdit = z.infer<typeof ViewEdit>;
