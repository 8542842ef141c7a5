import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import { Panel } from '#admin/kit/admin-page.tsx';
import { TextField } from '#ui/form/field.tsx';
import { DescriptionField } from './description-field.tsx';
import type { ProductFormState } from './use-product-form.ts';

/** What the product is called and how it is described. */
export function Basics({ form }: { form: ProductFormState }) {
  return (
    <Panel title={messages.basics} className="grid grid-cols-1 gap-5">
      <TextField {...form.field('name')} label={messages.name} />
      <DescriptionField form={form} />
    </Panel>
  );
}
