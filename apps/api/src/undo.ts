import type { UndoTable } from '#audit/undo.ts';
import { undoProductEntry } from '#catalog/admin/undo-change.ts';
import { undoCollectionEntry } from '#catalog/collections/undo-collection.ts';
import { undoSynonymsEntry } from '#catalog/synonyms/synonyms.ts';
import { undoPageEntry } from '#content/pages/undo-page.ts';
import { undoDiscountCodeEntry } from './discounts/codes.ts';
import { undoRoleEntry } from './identity/customers/roles.ts';
import { undoReviewEntry } from './reviews/admin.ts';
import { undoSettingsEntry } from './settings/admin.ts';

/** Changes that can be undone from the audit log, by entity type. Their actions are in `UNDO_PERMISSIONS`. */
export const UNDO_TABLE: UndoTable = {
  product: undoProductEntry,
  collection: undoCollectionEntry,
  synonyms: undoSynonymsEntry,
  discount_code: undoDiscountCodeEntry,
  settings: undoSettingsEntry,
  review: undoReviewEntry,
  customer: undoRoleEntry,
  page: undoPageEntry,
};
