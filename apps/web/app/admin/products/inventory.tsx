import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import { productFormMessages } from '@shop/contracts/catalog/product-form-messages';
import { Panel } from '#admin/kit/admin-page.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { Checkbox } from '#ui/form/choice.tsx';
import { TextField } from '#ui/form/field.tsx';
import type { ProductFormState } from './use-product-form.ts';

type InventoryProps = {
  form: ProductFormState;
  /** An existing product: its stock is adjusted elsewhere. */
  isExisting: boolean;
};

/** Units, and whether they are sold. */
export function Inventory({ form, isExisting }: InventoryProps) {
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
