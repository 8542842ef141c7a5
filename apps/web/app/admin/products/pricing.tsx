import { adminProductMessages } from '@shop/contracts/catalog/admin-messages';
import { productFormMessages as messages } from '@shop/contracts/catalog/product-form-messages';
import { footerMessages } from '@shop/contracts/layout/messages';
import { Panel } from '#admin/kit/admin-page.tsx';
import { TextField } from '#ui/form/field.tsx';
import { ProductPrice } from '#ui/product-price.tsx';
import type { ProductFormState } from './use-product-form.ts';

const PRICE = { type: 'number', step: '0.01', min: '0' };

type PricingProps = { form: ProductFormState; chargeCurrency?: string };

/** The prices, and how the storefront shows them while they are typed. */
export function Pricing({ form, chargeCurrency }: PricingProps) {
  const [price, salePrice] = [amountOf(form.typed.price), amountOf(form.typed.salePrice)];
  return (
    <Panel title={messages.pricing}>
      <div className="grid grid-cols-1 items-start gap-5 tablet:grid-cols-3">
        <TextField {...form.field('price')} {...PRICE} label={adminProductMessages.price} />
        <TextField
          {...form.field('salePrice')}
          {...PRICE}
          label={adminProductMessages.salePrice}
          hint={adminProductMessages.salePriceHint}
        />
        <div className="min-w-0">
          <h3 className="mb-2 font-semibold text-small">{messages.customerSees}</h3>
          {price > 0 ? (
            <p className="flex min-h-12 items-center">
              <ProductPrice product={{ price, salePrice }} />
            </p>
          ) : (
            <p className="text-ink-muted text-small">{messages.noPrice}</p>
          )}
        </div>
      </div>
      {chargeCurrency && <p className="mt-3 text-ink-muted text-small">{footerMessages.currency(chargeCurrency)}</p>}
    </Panel>
  );
}

/** 0 for a text that is no amount. */
const amountOf = (typed: string) => Math.max(Number(typed) || 0, 0);
