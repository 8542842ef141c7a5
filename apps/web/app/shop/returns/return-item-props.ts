import type { ReturnableItem } from '@shop/contracts/returns/schema';
import type { ItemDraft } from './return-draft.ts';

export type ReturnItemProps = {
  item: ReturnableItem;
  draft: ItemDraft;
  errors: Record<string, string>;
  /** The day until which a size would be reserved. */
  reservedUntil: string;
  refund: string;
  onChange: (draft: ItemDraft) => void;
};
