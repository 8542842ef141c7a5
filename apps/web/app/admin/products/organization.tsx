import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import { productFormMessages } from '@shop/contracts/catalog/product-form-messages';
import type { ProductCollection } from '@shop/contracts/catalog/product-form-schema';
import { Panel } from '#admin/kit/admin-page.tsx';
import { SelectField, TextField } from '#ui/form/field.tsx';
import { TextLink } from '#ui/text-link.tsx';
import type { ProductFormState } from './use-product-form.ts';

type OrganizationProps = {
  form: ProductFormState;
  categories: string[];
  brands: string[];
  /** Undefined for a new product. */
  collections?: ProductCollection[];
};

/** Where customers find the product. Collections are edited on their own pages. */
export function Organization({ form, categories, brands, collections }: OrganizationProps) {
  return (
    <Panel title={productFormMessages.organization} className="grid grid-cols-1 gap-5">
      <div className="min-w-0">
        <SelectField {...form.field('category')} label={messages.category}>
          <Choices none={messages.chooseCategory} of={categories} />
        </SelectField>
        {categories.length === 0 && (
          <AddFirst text={messages.noCategories} to="/admin/categories/new" label={messages.addCategory} />
        )}
      </div>
      <div className="min-w-0">
        <SelectField {...form.field('brand')} label={messages.brand}>
          <Choices none={messages.chooseBrand} of={brands} />
        </SelectField>
        {brands.length === 0 && <AddFirst text={messages.noBrands} to="/admin/brands/new" label={messages.addBrand} />}
      </div>
      {collections && (
        <div className="min-w-0">
          <h3 className="font-semibold text-small">{productFormMessages.collections}</h3>
          {collections.length === 0 ? (
            <p className="mt-2 text-ink-muted text-small">{productFormMessages.noCollections}</p>
          ) : (
            <ul className="flex flex-wrap gap-x-4">
              {collections.map(({ id, name }) => (
                <li key={id} className="min-w-0">
                  <TextLink to={`/admin/collections/${id}`} className="text-small">
                    {name}
                  </TextLink>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      <TextField {...form.field('tags')} label={messages.tags} hint={messages.tagsHint} />
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
