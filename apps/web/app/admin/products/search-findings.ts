import { productFormMessages as messages } from '@shop/contracts/catalog/product-form-messages';
import { optionsOf, type ProductFormValues } from './product-draft.ts';
import { nameOf } from './product-variants.ts';

type Checked = Pick<ProductFormValues, 'stock' | 'quantity' | 'options' | 'variants' | 'images'>;

/** What keeps customers from buying the product, or from seeing it well. */
export const findingsIn = (values: Checked): string[] => [...stockFindings(values), ...imageFindings(values)];

function stockFindings({ stock, quantity, options, variants }: Checked) {
  if (!stock) return [messages.notForSale];
  const isOut = (units: string) => !(Number(units) > 0);
  if (optionsOf({ options }).length === 0) return isOut(quantity) ? [messages.outOfStock] : [];
  const out = variants.filter((variant) => isOut(variant.quantity));
  const [only] = out;
  if (!only) return [];
  if (out.length === variants.length) return [messages.outOfStock];
  return [out.length === 1 ? messages.variantOut(nameOf(only)) : messages.variantsOut(out.length, variants.length)];
}

function imageFindings({ images }: Checked) {
  const present = images.filter(({ url }) => url.trim());
  if (present.length === 0) return [messages.noImage];
  const withoutAlt = present.filter(({ alt }) => !alt.trim());
  return withoutAlt.length > 0 ? [messages.altMissing(withoutAlt.length)] : [];
}
