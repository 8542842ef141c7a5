import type { SizeGuideName } from '@shop/contracts/catalog/size-guide/constants';
import { sizeGuideMessages as messages } from '@shop/contracts/catalog/size-guide/messages';
import { uiMessages } from '@shop/contracts/common/ui-messages';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { WideDialog } from '#ui/overlay/dialog.tsx';
import { SizeGuide } from './size-guide.tsx';
import type { RowPicker } from './size-table.tsx';
import { useStoredUnit } from './use-stored-unit.ts';

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
export function SizeGuideDialog({ open, onClose, ...sizes }: SizeGuideDialogProps) {
  return (
    <WideDialog title={messages.title} open={open} onClose={onClose}>
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
        <p className="text-small text-ink-soft">{picker && messages.selectRow}</p>
        {picker && picked !== undefined && isSoldOut(picked) !== undefined ? (
          <Button onClick={() => use(picked)} className="shrink-0">
            {messages.use(picked)}
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
