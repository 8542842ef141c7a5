import { listMessages } from '@shop/contracts/admin/list-messages';

/** Texts by `?done=` code, for the flash message of a page whose list has saved views. */
export const VIEW_DONE_TEXTS = {
  'view-saved': listMessages.viewSaved,
  'view-updated': listMessages.viewUpdated,
  'view-deleted': listMessages.viewDeleted,
};
