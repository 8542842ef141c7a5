import { cartMessages } from '@shop/contracts/cart/messages';
import { productMessages } from '@shop/contracts/catalog/product-messages';
import type { ProductDetail } from '@shop/contracts/catalog/schema';
import type { SizeGuideName } from '@shop/contracts/catalog/size-guide-constants';
import { sizeGuideMessages } from '@shop/contracts/catalog/size-guide-messages';
import { currentPrice, dollars } from '@shop/contracts/common/money';
import { uiMessages } from '@shop/contracts/common/ui-messages';
import { Ruler } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { FieldError } from '#ui/form/field.tsx';
import { WideDialog } from '#ui/overlay/dialog.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { CHOICE_CHANGED_SHOWS, OPTIONS_FORM } from './product-layout.ts';
import { guideFor, guidePath } from './size-charts.ts';
import { SizeGuide } from './size-guide.tsx';
import type { RowPicker } from './size-table.tsx';
import type { OptionChoice } from './use-selection.ts';
import { useStoredUnit } from './use-stored-unit.ts';
import { lowestPrices, mostAvailable, selectionOf, selectionWith } from './variants.ts';

type Offer = Pick<ProductDetail, 'category' | 'price' | 'salePrice' | 'inStock' | 'options' | 'variants'>;
type OptionChoiceProps = { product: Offer; selection: OptionChoice };
type OptionPickerProps = OptionChoiceProps & { formId?: string };

/** Without JavaScript a button submits the chosen options. */
export function OptionPicker({ product, selection, formId = OPTIONS_FORM }: OptionPickerProps) {
  const form = useRef<HTMLFormElement>(null);
  /** The option whose size guide is open. */
  const [guided, setGuided] = useState<string>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: only for options picked before hydration.
  useEffect(() => {
    if (!form.current) return;
    const picked = selectionOf(product, readOptionValues(form.current)).choice;
    if (product.options.some(({ name }) => picked[name] !== selection.choice[name])) selection.choose(picked);
  }, []);

  if (product.options.length === 0) return null;
  return (
    <>
      <form ref={form} id={formId} action={`#${formId}`} className="grid grid-cols-1 gap-6">
        {product.options.map((option) => (
          <OptionGroup key={option.name} {...{ product, selection, option }} onGuide={() => setGuided(option.name)} />
        ))}
        <Button type="submit" look="secondary" className={CHOICE_CHANGED_SHOWS}>
          {productMessages.updateSelection}
        </Button>
      </form>
      {product.options.map((option) => (
        <OptionSizeGuide
          key={option.name}
          {...{ product, selection, option }}
          open={guided === option.name}
          onClose={() => setGuided(undefined)}
        />
      ))}
    </>
  );
}

type OptionGroupProps = OptionChoiceProps & { option: ProductDetail['options'][number]; onGuide: () => void };

function OptionGroup({ product, selection, option, onGuide }: OptionGroupProps) {
  const { name, values } = option;
  const errorId = useId();
  const chosen = selection.choice[name];
  const isMissing = selection.isAsked && chosen === undefined;
  return (
    <fieldset className="min-w-0" aria-describedby={isMissing ? errorId : undefined}>
      <legend className="sr-only">{name}</legend>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
        <p className="text-small">
          <span className="font-semibold">{name}:</span>{' '}
          {chosen ?? <span className="text-ink-muted">{productMessages.noneSelected}</span>}
        </p>
        <SizeGuideLink product={product} option={option} onOpen={onGuide} />
      </div>
      <div
        className={classes(
          'flex flex-wrap gap-2',
          isMissing && 'rounded-control outline-2 outline-cancelled outline-offset-6',
        )}
      >
        {values.map((value) => (
          <OptionValue key={value} {...{ product, selection, name, value }} />
        ))}
      </div>
      {isMissing && (
        <div className="mt-4">
          <FieldError id={errorId}>{cartMessages.chooseOption}</FieldError>
        </div>
      )}
    </fieldset>
  );
}

const LABEL = classes(
  'relative inline-flex min-h-12 min-w-12 max-w-full flex-col items-center justify-center rounded-control border border-line-strong px-4 py-2 text-action transition-colors hover:border-ink',
  'has-checked:border-violet has-checked:bg-violet-tint has-checked:ring-1 has-checked:ring-violet',
  'has-focus-visible:outline-2 has-focus-visible:outline-violet has-focus-visible:outline-offset-2',
);
const SOLD_OUT = 'not-has-checked:border-dashed text-ink-muted line-through';

const readOptionValues = (form: HTMLFormElement) =>
  [...new FormData(form)].map(([name, value]): [string, string] => [name, String(value)]);

function OptionValue({ product, selection, name, value }: OptionChoiceProps & { name: string; value: string }) {
  const { choice, candidates } = selectionWith(product, selection, [name, value]);
  const offered = choice[name] === value;
  const soldOut = !offered || mostAvailable(product, candidates) === 0;
  const { pricesDiffer } = lowestPrices(product, product.variants);

  return (
    <label className={classes(LABEL, soldOut && SOLD_OUT)}>
      <input
        type="radio"
        name={name}
        value={value}
        checked={selection.choice[name] === value}
        disabled={!offered}
        onChange={() => selection.choose(choice)}
        className="sr-only"
      />
      <span>
        {value} {soldOut && <span className="sr-only">{productMessages.outOfStock}</span>}
      </span>
      {pricesDiffer && offered && (
        <span className="text-small text-ink-soft tabular-nums">
          {dollars(currentPrice(lowestPrices(product, candidates).prices))}
        </span>
      )}
    </label>
  );
}

type Guided = {
  product: Pick<ProductDetail, 'category' | 'inStock' | 'options' | 'variants'>;
  option: { name: string; values: string[] };
};

/** Opens the guide of an option, if there is one. Without JavaScript it leads to the page of the guide. */
function SizeGuideLink({ product, option, onOpen }: Guided & { onOpen: () => void }) {
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
function OptionSizeGuide({ product, option, selection, open, onClose }: OptionSizeGuideProps) {
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

type Sizes = {
  /** The guide of the product, whose rows are choices. */
  guide: SizeGuideName;
  isSoldOut: RowPicker['isSoldOut'];
  /** The size chosen on the product page. */
  chosen: string | undefined;
  onUse: (size: string) => void;
};
type SizeGuideDialogProps = Sizes & { open: boolean; onClose: () => void };

/** The size guide over a product page: a row picks the size there. */
function SizeGuideDialog({ open, onClose, ...sizes }: SizeGuideDialogProps) {
  return (
    <WideDialog title={sizeGuideMessages.title} open={open} onClose={onClose}>
      {open && <Content {...sizes} onClose={onClose} />}
    </WideDialog>
  );
}

function Content({ guide: guideOfProduct, isSoldOut, chosen, onUse, onClose }: Sizes & { onClose: () => void }) {
  const [guide, setGuide] = useState(guideOfProduct);
  const [unit, storeUnit] = useStoredUnit();
  const [picked, pick] = useState(chosen);
  const picker = guide === guideOfProduct ? { isSoldOut, picked, pick } : undefined;
  const use = (size: string) => {
    onUse(size);
    onClose();
  };
  return (
    <>
      <SizeGuide
        guide={guide}
        unit={unit}
        picker={picker}
        onSelect={(view, event) => {
          event.preventDefault();
          setGuide(view.guide);
          storeUnit(view.unit);
        }}
      />
      <div className="sticky bottom-0 mt-6 flex items-center justify-between gap-4 border-line border-t bg-paper pt-4">
        <p className="text-small text-ink-soft">{picker && sizeGuideMessages.selectRow}</p>
        {picker && picked !== undefined && isSoldOut(picked) !== undefined ? (
          <Button onClick={() => use(picked)} className="shrink-0">
            {sizeGuideMessages.use(picked)}
          </Button>
        ) : (
          <Button look="secondary" onClick={onClose} className="shrink-0">
            {uiMessages.close}
          </Button>
        )}
      </div>
    </>
  );
}
