import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import type { AdminProduct } from '@shop/contracts/catalog/admin-schema';
import type { Problem } from '@shop/contracts/common/problem';
import { type FormEvent, useEffect, useRef } from 'react';
import { useLocation, useSubmit } from 'react-router';
import { fieldErrors } from '#lib/forms/field-errors.ts';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Basics } from './basics.tsx';
import { Images } from './images.tsx';
import { Options } from './options.tsx';
import { Pairings } from './pairings.tsx';
import { draftOf, errorsIn } from './product-draft.ts';
import { Specifications } from './specifications.tsx';
import { useProductForm } from './use-product-form.ts';

type ProductFormProps = {
  /** The product to edit; undefined for a new one. */
  product?: AdminProduct;
  categories: string[];
  brands: string[];
  /** The API error of the last save. */
  problem?: Pick<Problem, 'code' | 'errors'>;
  /** Its message. */
  failed?: string;
  canWrite: boolean;
  /** Idempotency key of a new product. */
  formKey?: string;
};

export function ProductForm({ product, categories, brands, problem, failed, canWrite, formKey }: ProductFormProps) {
  const form = useProductForm(product);
  const { typed, errors, setErrors } = form;
  const submit = useSubmit();
  const busy = useIsSubmitting();
  const place = useRef<HTMLFormElement>(null);
  // Optimistic concurrency: the version the form was loaded with. `product` may have been revalidated since.
  const version = useRef(product?.version);

  useEffect(() => {
    if (problem) setErrors(fieldErrors(problem.errors));
  }, [problem, setErrors]);
  useEffect(() => {
    if (Object.keys(errors).length > 0) place.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [errors]);

  function save(event?: FormEvent) {
    event?.preventDefault();
    if (busy) return;
    const draft = draftOf(typed, version.current);
    const wrong = errorsIn(draft);
    setErrors(wrong);
    if (Object.keys(wrong).length === 0)
      void submit(JSON.stringify({ draft, key: formKey }), {
        method: 'post',
        encType: 'application/json',
        preventScrollReset: true,
      });
  }
  function overwrite() {
    version.current = product?.version;
    save();
  }

  return (
    <form ref={place} noValidate onSubmit={save} className="grid gap-6">
      {problem?.code === 'edit_conflict' && failed ? (
        <EditConflict text={failed} onSave={overwrite} />
      ) : (
        failed && <Notice kind="error">{failed}</Notice>
      )}
      <fieldset disabled={!canWrite} className="grid min-w-0 gap-6">
        <Basics form={form} categories={categories} brands={brands} isExisting={product !== undefined} />
        <Images form={form} />
        <Options form={form} />
        <Specifications form={form} />
        <Pairings form={form} />
        <div className="flex flex-wrap gap-3">
          {canWrite && (
            <Button type="submit" busy={busy} busyLabel={messages.saving}>
              {product ? messages.update : messages.add}
            </Button>
          )}
          <ButtonLink to="/admin/products" look="secondary">
            {messages.backToList}
          </ButtonLink>
        </div>
      </fieldset>
    </form>
  );
}

/** Another user saved first. Neither version is lost until the user overwrites or reloads. */
function EditConflict({ text, onSave }: { text: string; onSave: () => void }) {
  const { pathname } = useLocation();
  return (
    <div className="grid gap-4 rounded-card border border-line bg-paper p-4">
      <Notice kind="error">{text}</Notice>
      <div className="flex flex-wrap gap-3">
        <Button look="danger" onClick={onSave}>
          {messages.saveAnyway}
        </Button>
        <ButtonLink to={pathname} reloadDocument look="secondary">
          {messages.reload}
        </ButtonLink>
      </div>
    </div>
  );
}
