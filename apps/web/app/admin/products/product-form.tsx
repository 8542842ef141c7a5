import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import type { AdminProduct } from '@shop/contracts/catalog/admin-schema';
import type { updateProduct } from '@shop/contracts/catalog/operations';
import { productFormMessages } from '@shop/contracts/catalog/product-form-messages';
import type { ProductCollection } from '@shop/contracts/catalog/product-form-schema';
import type { CodeOf } from '@shop/contracts/common/operation';
import { footerMessages } from '@shop/contracts/layout/messages';
import { TriangleAlert, X } from 'lucide-react';
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Form, useLocation } from 'react-router';
import { Panel } from '#admin/kit/admin-page.tsx';
import { LeaveWarning } from '#admin/kit/leave-warning.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { UnsavedBar } from '#admin/kit/unsaved-bar.tsx';
import { useSaveShortcut } from '#admin/kit/use-save-shortcut.ts';
import { fieldErrors } from '#lib/forms/field-errors.ts';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Checkbox } from '#ui/form/choice.tsx';
import { FieldError, SelectField, TextField } from '#ui/form/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Notice } from '#ui/notice.tsx';
import { ProductPrice } from '#ui/product-price.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';
import { DescriptionField } from './description-field.tsx';
import { lineIntent } from './line-intent.ts';
import { Options } from './options.tsx';
import { Organization } from './organization.tsx';
import { Pairings } from './pairings.tsx';
import { summaryOf } from './product-changes.ts';
import { draftOf, emptyLine, errorsIn, statusIn } from './product-draft.ts';
import { Images } from './product-images.tsx';
import type { ProductActionResult } from './product-pages.server.ts';
import { findingsIn } from './search-findings.ts';
import { SearchListing } from './search-listing.tsx';
import { type ProductFormState, useProductForm } from './use-product-form.ts';

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

type EditConflictProps = { text: string; onDiscard: () => void };

/** Another user saved first. Neither version is lost until the user overwrites or discards. */
function EditConflict({ text, onDiscard }: EditConflictProps) {
  const { pathname } = useLocation();
  return (
    <div className="grid gap-4 rounded-card border border-line bg-paper p-4">
      <Notice kind="error">{text}</Notice>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" name="intent" value="overwrite" look="danger">
          {messages.saveAnyway}
        </Button>
        <ButtonLink
          to={pathname}
          look="secondary"
          onClick={(event) => {
            event.preventDefault();
            onDiscard();
          }}
        >
          {messages.reload}
        </ButtonLink>
      </div>
    </div>
  );
}

/** What the product is called and how it is described. */
function Basics({ form }: { form: ProductFormState }) {
  return (
    <Panel title={messages.basics} className="grid grid-cols-1 gap-5">
      <TextField {...form.field('name')} label={messages.name} />
      <DescriptionField form={form} />
    </Panel>
  );
}

const PRICE = { type: 'number', step: '0.01', min: '0' };

type PricingProps = { form: ProductFormState; chargeCurrency?: string };

/** The prices, and how the storefront shows them while they are typed. */
function Pricing({ form, chargeCurrency }: PricingProps) {
  const [price, salePrice] = [amountOf(form.typed.price), amountOf(form.typed.salePrice)];
  return (
    <Panel title={productFormMessages.pricing}>
      <div className="grid grid-cols-1 items-start gap-5 tablet:grid-cols-3">
        <TextField {...form.field('price')} {...PRICE} label={messages.price} />
        <TextField {...form.field('salePrice')} {...PRICE} label={messages.salePrice} hint={messages.salePriceHint} />
        <div className="min-w-0">
          <h3 className="mb-2 font-semibold text-small">{productFormMessages.customerSees}</h3>
          {price > 0 ? (
            <p className="flex min-h-12 items-center">
              <ProductPrice product={{ price, salePrice }} />
            </p>
          ) : (
            <p className="text-ink-muted text-small">{productFormMessages.noPrice}</p>
          )}
        </div>
      </div>
      {chargeCurrency && <p className="mt-3 text-ink-muted text-small">{footerMessages.currency(chargeCurrency)}</p>}
    </Panel>
  );
}

/** 0 for a text that is no amount. */
const amountOf = (typed: string) => Math.max(Number(typed) || 0, 0);

type InventoryProps = {
  form: ProductFormState;
  /** An existing product: its stock is adjusted elsewhere. */
  isExisting: boolean;
};

/** Units, and whether they are sold. */
function Inventory({ form, isExisting }: InventoryProps) {
  const { typed, edit } = form;
  const canEditStock = useCan()('stock.write');
  const hasOptions = typed.options.length > 0;
  const sum = typed.variants.reduce((units, { quantity }) => units + (Number(quantity) || 0), 0);
  return (
    <Panel title={productFormMessages.inventory}>
      <div className="grid grid-cols-1 gap-5 tablet:grid-cols-2">
        <TextField
          {...form.field('quantity')}
          value={hasOptions ? `${sum}` : typed.quantity}
          readOnly={hasOptions || isExisting || !canEditStock}
          label={messages.quantity}
          hint={
            (!canEditStock && messages.quantityNotAllowed) ||
            (hasOptions && messages.quantityOfVariants) ||
            (isExisting && messages.quantityAdjustHint) ||
            undefined
          }
          type="number"
          min="0"
        />
        <div className="min-w-0">
          <Checkbox
            name="stock"
            checked={typed.stock}
            onChange={({ target }) => edit({ stock: target.checked })}
            aria-describedby="stock-hint"
          >
            {messages.sellable}
          </Checkbox>
          <p id="stock-hint" className="text-ink-muted text-small">
            {messages.sellableHint}
          </p>
        </div>
      </div>
    </Panel>
  );
}

function Specifications({ form: { typed, errors, edit } }: { form: ProductFormState }) {
  const lines = typed.specifications;
  const wrong = Object.entries(errors).find(([field]) => field.startsWith('specifications'))?.[1];
  const change = (place: number, patch: { name?: string; value?: string }) =>
    edit({ specifications: lines.map((line, index) => (index === place ? { ...line, ...patch } : line)) });
  return (
    <Panel title={messages.specifications}>
      <ul className="grid gap-4">
        {lines.map(({ key, name, value }, place) => (
          <li key={key} className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto] gap-3">
            <TextField
              hideLabel
              name="specifications.name"
              label={messages.specificationName(place + 1)}
              value={name}
              onChange={({ target }) => change(place, { name: target.value })}
            />
            <TextField
              hideLabel
              name="specifications.value"
              label={messages.specificationValue(place + 1)}
              value={value}
              onChange={({ target }) => change(place, { value: target.value })}
            />
            <IconButton
              {...lineIntent(`remove-specification.${place}`, () =>
                edit({ specifications: lines.toSpliced(place, 1) }),
              )}
              icon={X}
              label={messages.removeSpecification(place + 1)}
            />
          </li>
        ))}
      </ul>
      {wrong && <FieldError>{wrong}</FieldError>}
      <Button
        {...lineIntent('add-specification', () => edit({ specifications: [...lines, emptyLine()] }))}
        look="secondary"
        className="mt-4"
      >
        {messages.addSpecification}
      </Button>
    </Panel>
  );
}

const STATUSES = ['published', 'draft', 'archived'] as const;

type ProductStatusProps = {
  form: ProductFormState;
  /** A new product is not judged while it is entered. */
  isExisting: boolean;
};

/** Who can see the product, and what it lacks. */
function ProductStatus({ form: { typed, edit }, isExisting }: ProductStatusProps) {
  return (
    <Panel title={productFormMessages.statusTitle}>
      <SelectField
        label={messages.status}
        name="status"
        value={typed.status}
        hint={productFormMessages.visibility[typed.status]}
        onChange={({ target }) => edit({ status: statusIn(target.value) })}
      >
        {STATUSES.map((status) => (
          <option key={status} value={status}>
            {messages.statuses[status]}
          </option>
        ))}
      </SelectField>
      {isExisting && <Findings of={findingsIn(typed)} />}
    </Panel>
  );
}

function Findings({ of }: { of: string[] }) {
  if (of.length === 0) return <p className="mt-4 text-ink-soft text-small">{productFormMessages.noFindings}</p>;
  return (
    <>
      <h3 className="mt-4 mb-2 font-semibold text-small">{productFormMessages.findings}</h3>
      <ul className="grid grid-cols-1 gap-2">
        {of.map((finding) => (
          <li key={finding} className="flex items-start gap-2 text-small">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-pending" strokeWidth={1.5} />
            <span className="min-w-0">{finding}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
