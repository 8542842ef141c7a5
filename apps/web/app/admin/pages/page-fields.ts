import { NewPage, PageDraft } from '@shop/contracts/content/admin-schema';

/** As a form sends it: an empty description is missing. */
const description = NewPage.shape.description.default('');

export const NewPageFields = NewPage.strip().extend({ description });
export const PageDraftFields = PageDraft.strip().extend({ description });
