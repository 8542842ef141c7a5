import type { AdminProduct, ProductInput } from '@shop/contracts/catalog/admin-schema';
import { productFormMessages as messages } from '@shop/contracts/catalog/product-form-messages';
import type { Problem } from '@shop/contracts/common/problem';
import { data, redirect } from 'react-router';
import type { CallResult } from '#lib/api.server.ts';
import { applyLineIntent, readPlainForm } from './plain-form.ts';
import { draftOf, errorsIn } from './product-draft.ts';
import { errorResponse, type ProductActionResult } from './product-pages.server.ts';

type PlainFormHandlers = {
  save: (draft: ProductInput, key: string) => Promise<CallResult<AdminProduct>>;
  errorText: (problem: Problem) => string;
  /** Where a saved product leads. */
  doneUrl: (product: AdminProduct) => string;
};

/** Without JavaScript: saves the form, or shows it again with its errors or with an edited list. */
export async function submitPlainForm(form: FormData, { save, errorText, doneUrl }: PlainFormHandlers) {
  const { typed, optionsChanged } = readPlainForm(form);
  const intent = String(form.get('intent'));
  const version = Number(form.get('version')) || undefined;
  const key = String(form.get('key') ?? '');
  const submitted = { typed, version, key };

  const edited = applyLineIntent(typed, intent);
  if (edited) return data<ProductActionResult>({ ...submitted, typed: edited });
  if (optionsChanged) return data<ProductActionResult>({ ...submitted, info: messages.variantsUpdated });

  const draft = draftOf(typed, intent === 'overwrite' ? undefined : version);
  const errors = Object.entries(errorsIn(draft)).map(([field, message]) => ({ field, message }));
  if (errors.length > 0)
    return data<ProductActionResult>({ ...submitted, problem: { code: 'invalid', errors } }, { status: 422 });
  const result = await save(draft, key);
  if (!result.ok) return errorResponse(result.problem, errorText(result.problem), submitted);
  throw redirect(doneUrl(result.value));
}
