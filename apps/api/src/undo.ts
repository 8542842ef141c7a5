import type { UndoTable } from '#audit/undo.ts';
import { undoCollectionEntry } from '#catalog/collections/undo-collection.ts';
import { undoProductEntry } from '#catalog/products/undo-change.ts';
import { undoSynonymsEntry } from '#catalog/search/synonyms.ts';
import { undoPageEntry } from '#content/undo-page.ts';
import { undoRoleEntry } from '#identity/roles.ts';
import { undoDiscountCodeEntry } from './discounts/codes.ts';
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
