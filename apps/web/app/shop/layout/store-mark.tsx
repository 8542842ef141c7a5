import { mediaAt } from '@shop/contracts/common/media';
import type { StoreProfile } from '@shop/contracts/settings/schema';
import { Mark } from '#ui/mark.tsx';

/** The uploaded logo, or the mark of the design. Decorative: the store's name is beside it. */
export function StoreMark({ logo, className }: Pick<StoreProfile, 'logo'> & { className: string }) {
  if (!logo) return <Mark className={className} />;
  return <img src={mediaAt(logo, 160)} alt="" className="h-8 w-auto max-w-24 shrink-0 object-contain" />;
}
