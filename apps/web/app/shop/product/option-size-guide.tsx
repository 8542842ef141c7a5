import type { ProductDetail } from '@shop/contracts/catalog/schema';
import { sizeGuideMessages } from '@shop/contracts/catalog/size-guide/messages';
import { Ruler } from 'lucide-react';
import { TextLink } from '#ui/text-link.tsx';
import { guideFor, guidePath } from './size-charts.ts';
import { SizeGuideDialog } from './size-guide-dialog.tsx';
import type { OptionChoice } from './use-selection.ts';
import { mostAvailable, selectionWith } from './variants.ts';

type Guided = {
  product: Pick<ProductDetail, 'category' | 'inStock' | 'options' | 'variants'>;
  option: { name: string; values: string[] };
};

/** Opens the guide of an option, if there is one. Without JavaScript it leads to the page of the guide. */
export function SizeGuideLink({ product, option, onOpen }: Guided & { onOpen: () => void }) {
  const guide = guideFor(option, product.category);
  if (!guide) return null;
  return (
    <TextLink
      to={guidePath({ guide })}
      onClick={(event) => {
        event.preventDefault();
        onOpen();
      }}
      className="gap-2 text-small"
    >
      <Ruler aria-hidden className="size-4" strokeWidth={1.5} />
      {sizeGuideMessages.title}
    </TextLink>
  );
}

type OptionSizeGuideProps = Guided & { selection: OptionChoice; open: boolean; onClose: () => void };

/** Outside the form of the options: Enter in it must not submit them. */
export function OptionSizeGuide({ product, option, selection, open, onClose }: OptionSizeGuideProps) {
  const { name } = option;
  const guide = guideFor(option, product.category);
  if (!guide) return null;

  const selectionOfSize = (size: string) => selectionWith(product, selection, [name, size]);
  const isSoldOut = (size: string) => {
    const { choice, candidates } = selectionOfSize(size);
    return choice[name] === size ? mostAvailable(product, candidates) === 0 : undefined;
  };
  return (
    <SizeGuideDialog
      guide={guide}
      open={open}
      onClose={onClose}
      isSoldOut={isSoldOut}
      chosen={selection.choice[name]}
      onUse={(size) => selection.choose(selectionOfSize(size).choice)}
    />
  );
}
