import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import type { ChangeEvent } from 'react';
import { Panel } from '#features/admin/shared/admin-page.tsx';
import { useCan } from '#features/admin/shared/staff.ts';
import { Checkbox } from '#ui/form/choice.tsx';
import { SelectField, TextAreaField, TextField } from '#ui/form/field.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { DescriptionPreview } from './description-preview.tsx';
import type { ProductFormValues } from './product-draft.ts';
import type { ProductFormState } from './use-product-form.ts';

type FieldElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
/** `string extends` leaves out `status`, a union of literals: any text could be assigned to it otherwise. */
type TextName = {
  [Name in keyof ProductFormValues]: string extends ProductFormValues[Name] ? Name : never;
}[keyof ProductFormValues];
type BasicsProps = {
  form: ProductFormState;
  categories: string[];
  brands: string[];
  /** An existing product: its stock is adjusted elsewhere. */
  isExisting: boolean;
};

export function Basics({ form: { typed, errors, edit }, categories, brands, isExisting }: BasicsProps) {
  const field = (name: TextName) => ({
    name,
    value: typed[name],
    error: errors[name],
    onChange: (event: ChangeEvent<FieldElement>) => edit({ [name]: event.target.value }),
  });
  const canEditStock = useCan()('stock.write');
  const hasOptions = typed.options.length > 0;
  const sum = typed.variants.reduce((units, { quantity }) => units + (Number(quantity) || 0), 0);
  return (
    <Panel title={messages.basics}>
      <div className="grid gap-5 tablet:grid-cols-2">
        <TextField {...field('name')} label={messages.name} className="col-span-full" />
        <div className="col-span-full">
          <TextAreaField
            {...field('description')}
            label={messages.description}
            hint={messages.descriptionHint}
            rows={4}
          />
          <DescriptionPreview description={typed.description} />
        </div>
        <TextField {...field('price')} label={messages.price} type="number" step="0.01" min="0" />
        <TextField
          {...field('salePrice')}
          label={messages.salePrice}
          hint={messages.salePriceHint}
          type="number"
          step="0.01"
          min="0"
        />
        <div className="min-w-0">
          <SelectField {...field('category')} label={messages.category}>
            <Choices none={messages.chooseCategory} of={categories} />
          </SelectField>
          {categories.length === 0 && (
            <AddFirst text={messages.noCategories} to="/admin/categories/new" label={messages.addCategory} />
          )}
        </div>
        <div className="min-w-0">
          <SelectField {...field('brand')} label={messages.brand}>
            <Choices none={messages.chooseBrand} of={brands} />
          </SelectField>
          {brands.length === 0 && (
            <AddFirst text={messages.noBrands} to="/admin/brands/new" label={messages.addBrand} />
          )}
        </div>
        <TextField
          {...field('quantity')}
          {...(hasOptions && { value: `${sum}` })}
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
        <SelectField
          label={messages.status}
          name="status"
          value={typed.status}
          onChange={({ target: { value } }) =>
            edit({ status: value === 'draft' || value === 'archived' ? value : 'published' })
          }
        >
          {(['published', 'draft', 'archived'] as const).map((status) => (
            <option key={status} value={status}>
              {messages.statuses[status]}
            </option>
          ))}
        </SelectField>
        <div>
          <Checkbox
            name="stock"
            checked={typed.stock}
            onChange={({ target }) => edit({ stock: target.checked })}
            aria-describedby="stock-hint"
          >
            {messages.sellable}
          </Checkbox>
          <p id="stock-hint" className="text-small text-ink-muted">
            {messages.sellableHint}
          </p>
        </div>
        <TextField {...field('slug')} label={messages.slug} hint={messages.slugHint} />
        <TextField {...field('tags')} label={messages.tags} hint={messages.tagsHint} className="col-span-full" />
      </div>
    </Panel>
  );
}

/** A new store has neither categories nor brands, and every product needs one of each. */
function AddFirst({ text, to, label }: { text: string; to: string; label: string }) {
  return (
    <p className="mt-2 text-small text-ink-muted">
      {text} <TextLink to={to}>{label}</TextLink>
    </p>
  );
}

function Choices({ none, of }: { none: string; of: string[] }) {
  return (
    <>
      <option value="">{none}</option>
      {of.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </>
  );
}
