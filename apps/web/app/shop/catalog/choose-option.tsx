import { cartMessages } from '@shop/contracts/cart/messages';
import { catalogMessages } from '@shop/contracts/catalog/messages';
import type { Product } from '@shop/contracts/catalog/schema';
import { type MouseEvent, useState } from 'react';
import { useCartForm } from '#shop/cart/use-cart-form.ts';
import { ButtonLink } from '#ui/button.tsx';
import { WithPlus } from './add-label.tsx';
import { OptionSheet } from './option-sheet.tsx';

type ChooseOptionProps = { product: Pick<Product, 'id' | 'name' | 'slug' | 'onlyOption'> };

/** Opens the sheet of options. Without JavaScript, and in a new tab, it leads to the product page. */
export function ChooseOption({ product }: ChooseOptionProps) {
  const { name, slug, onlyOption } = product;
  // Undefined until it is first opened: closed sheets would be a sixth of a product list.
  const [isOpen, setOpen] = useState<boolean>();
  const cartForm = useCartForm();
  const label = onlyOption ? catalogMessages.chooseOption(onlyOption.name) : catalogMessages.chooseOptions;

  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <>
      <ButtonLink look="word" to={`/product/${slug}`} onClick={open} aria-label={`${label}: ${name}`}>
        <WithPlus label={cartForm.state === 'submitting' ? cartMessages.adding : label} />
      </ButtonLink>
      {isOpen !== undefined && (
        <OptionSheet product={product} title={label} open={isOpen} onClose={() => setOpen(false)} cartForm={cartForm} />
      )}
    </>
  );
}
