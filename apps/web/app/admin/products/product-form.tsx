import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import type { AdminProduct } from '@shop/contracts/catalog/admin-schema';
import type { updateProduct } from '@shop/contracts/catalog/operations';
import type { ProductCollection } from '@shop/contracts/catalog/product-form-schema';
import type { CodeOf } from '@shop/contracts/common/operation';
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Form } from 'react-router';
import { LeaveWarning } from '#admin/kit/leave-warning.tsx';
import { UnsavedBar } from '#admin/kit/unsaved-bar.tsx';
import { useSaveShortcut } from '#admin/kit/use-save-shortcut.ts';
import { fieldErrors } from '#lib/forms/field-errors.ts';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';
import { Basics } from './basics.tsx';
import { EditConflict } from './edit-conflict.tsx';
import { Inventory } from './inventory.tsx';
import { Options } from './options.tsx';
import { Organization } from './organization.tsx';
import { Pairings } from './pairings.tsx';
import { Pricing } from './pricing.tsx';
import { summaryOf } from './product-changes.ts';
import { draftOf, errorsIn } from './product-draft.ts';
import { Images } from './product-images.tsx';
import type { ProductActionResult } from './product-pages.server.ts';
import { ProductStatus } from './product-status.tsx';
import { SearchListing } from './search-listing.tsx';
import { Specifications } from './specifications.tsx';
import { useProductForm } from './use-product-form.ts';

type ProductFormProps = {
  /** The product to edit; undefined for a new one. */
  product?: AdminProduct;
  categories: string[];
  brands: string[];
  /** Of an existing product. */
  collections?: ProductCollection[];
  chargeCurrency?: string;
  /** Of the last save. */
  result?: ProductActionResult;
  canWrite: boolean;
  /** Idempotency key of a new product. */
  formKey?: string;
  /** Below the form, above its bar. */
  children?: ReactNode;
};

const FORM_ID = 'product-form';
const EDIT_CONFLICT: CodeOf<typeof updateProduct> = 'edit_conflict';
const NO_RESULT: ProductActionResult = {};
const COLUMN = 'grid min-w-0 grid-cols-1 content-start gap-4';

export function ProductForm({
  product,
  result = NO_RESULT,
  canWrite,
  formKey,
  children,
  ...choices
}: ProductFormProps) {
  const { problem, failed } = result;
  const form = useProductForm(product, { typed: result.typed, errors: fieldErrors(problem?.errors) });
  const { typed, saved, setErrors, resets } = form;
  const busy = useIsSubmitting();
  const hydrated = useHydrated();
  const place = useRef<HTMLFormElement>(null);
  // Optimistic concurrency: the version the form was loaded with. `product` may have been revalidated since.
  const [version, setVersion] = useState(result.version ?? product?.version);
  const [key] = useState(result.key || formKey);
  const [rejection, setRejection] = useState<{ code?: string }>();
  const [dismissed, setDismissed] = useState<ProductActionResult>();
  const summary = summaryOf(saved, typed);
  /** Before hydration, and without changes, the button below the form saves. */
  const hasBar = canWrite && hydrated && summary !== '';
  const saveLabel = product ? messages.update : messages.add;

  useEffect(() => {
    if (result.problem) setErrors(fieldErrors(result.problem.errors));
    if (result.problem || result.failed) setRejection({ code: result.problem?.code });
  }, [result, setErrors]);
  useEffect(() => {
    if (!rejection) return;
    const invalid = place.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    if (invalid && rejection.code !== EDIT_CONFLICT) invalid.focus();
    // The bar that saves is at the bottom of the screen, the message may be far above it.
    else place.current?.querySelector('[role=alert]')?.scrollIntoView({ block: 'center' });
  }, [rejection]);
  useSaveShortcut(() => hasBar && place.current?.requestSubmit());

  /** Everything is checked in the browser too, so that a product with errors is not sent. */
  function check(event: SubmitEvent) {
    if (busy) return event.preventDefault();
    const wrong = errorsIn(draftOf(typed));
    setErrors(wrong);
    if (Object.keys(wrong).length === 0) return;
    event.preventDefault();
    setRejection({});
  }
  function discard() {
    setVersion(product?.version);
    setDismissed(result);
    form.reset();
  }

  return (
    <>
      <Form
        ref={place}
        id={FORM_ID}
        method="post"
        noValidate
        preventScrollReset
        onSubmit={check}
        className="grid grid-cols-1 gap-4"
      >
        {/* The first submit button of a form is the one that Enter presses in any of its fields. */}
        <button type="submit" name="intent" value="save" hidden />
        <input type="hidden" name="version" value={version ?? ''} />
        <input type="hidden" name="currentVersion" value={product?.version ?? ''} />
        <input type="hidden" name="key" value={key ?? ''} />
        {result.info && <Notice kind="info">{result.info}</Notice>}
        {failed && result !== dismissed && problem?.code === EDIT_CONFLICT && (
          <EditConflict text={failed} onDiscard={discard} />
        )}
        {failed && result !== dismissed && problem?.code !== EDIT_CONFLICT && <Notice kind="error">{failed}</Notice>}
        <fieldset
          disabled={!canWrite}
          className="grid min-w-0 grid-cols-1 gap-4 desktop:grid-cols-[minmax(0,1fr)_20rem]"
        >
          <div className={COLUMN}>
            <Images form={form} />
            <Basics form={form} />
            <Pricing form={form} chargeCurrency={choices.chargeCurrency} />
            <Inventory form={form} isExisting={product !== undefined} />
            <Options key={`options ${resets}`} form={form} />
            <Specifications form={form} />
            <SearchListing form={form} />
          </div>
          <div className={COLUMN}>
            <ProductStatus form={form} isExisting={product !== undefined} />
            <Organization form={form} {...choices} />
            <Pairings key={`pairings ${resets}`} form={form} />
          </div>
        </fieldset>
        <div className="flex flex-wrap gap-3">
          {canWrite && !hasBar && (
            <Button type="submit" name="intent" value="save" busy={busy} busyLabel={messages.saving}>
              {saveLabel}
            </Button>
          )}
          <ButtonLink to="/admin/products" look="secondary">
            {messages.backToList}
          </ButtonLink>
        </div>
      </Form>
      {children}
      {hasBar && <UnsavedBar form={FORM_ID} summary={summary} saveLabel={saveLabel} busy={busy} onDiscard={discard} />}
      <LeaveWarning when={canWrite && summary !== ''} />
    </>
  );
}
