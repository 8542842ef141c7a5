import { homeMessages } from '@shop/contracts/home/messages';
import { Gem } from 'lucide-react';
import { useStoreIdentity } from '#lib/store-identity.ts';
import { EmptyState } from '#ui/empty-state.tsx';

/** The home page of a store without products. The newsletter form is below it. */
export function OpeningSoon() {
  const { storeName } = useStoreIdentity();
  return (
    <section className="page-width section-rhythm">
      <EmptyState icon={Gem} title={homeMessages.openingSoon(storeName)}>
        {homeMessages.openingSoonHint}
      </EmptyState>
    </section>
  );
}
