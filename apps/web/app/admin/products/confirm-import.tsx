import { productImportMessages as messages } from '@shop/contracts/catalog/import-messages';
import { IMPORT_TRIED_MAX, type ProductImport } from '@shop/contracts/catalog/import-schema';
import { ConfirmEffects } from '#admin/kit/confirm-effects.tsx';
import { type Confirmation, fieldIn } from '#admin/kit/confirmation.ts';

type ConfirmImportProps = { job: ProductImport; confirmation: Confirmation | undefined };

/** Before an import is started or undone. */
export function ConfirmImport({ job, confirmation }: ConfirmImportProps) {
  const isUndo = fieldIn(confirmation, 'intent') === 'undo';
  const products = isUndo ? job.imported : job.ready - job.imported - job.rejected;
  const texts = isUndo
    ? { title: messages.confirmUndo, confirm: messages.confirm, keep: messages.keepImport }
    : {
        title: messages.confirmImport(job.fileName || messages.unnamed),
        confirm: messages.importNow(products),
        keep: messages.keepProducts,
      };
  return (
    <ConfirmEffects
      confirmation={confirmation}
      busyLabel={messages.importing}
      look={isUndo ? 'danger' : 'primary'}
      {...texts}
    >
      <p className="text-ink-soft text-small">
        {products <= IMPORT_TRIED_MAX ? messages.tried : messages.counted(IMPORT_TRIED_MAX)}
      </p>
    </ConfirmEffects>
  );
}
