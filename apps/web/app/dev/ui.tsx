import { listFeaturedProducts } from '@shop/contracts/catalog/operations';
import { apiFor } from '#lib/api.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import type { Route } from './+types/ui';
import { ActionSpecimens } from './action-specimens.tsx';
import { DisplaySpecimens } from './display-specimens.tsx';
import { FormSpecimens } from './form-specimens.tsx';
import { OverlaySpecimens } from './overlay-specimens.tsx';
import { ProductSpecimens } from './product-specimens.tsx';

const TITLE = 'UI kit';

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, TITLE);

export async function loader({ request }: Route.LoaderArgs) {
  const [product] = await apiFor(request).read(listFeaturedProducts);
  return { product };
}

/** Every component of the UI kit in every state, for visual and accessibility checks. */
export default function UiKit({ loaderData: { product } }: Route.ComponentProps) {
  return (
    <div className="page-width section-rhythm">
      <h1 className="mb-8 font-display text-h1">{TITLE}</h1>
      <DisplaySpecimens />
      <ActionSpecimens />
      <FormSpecimens />
      <OverlaySpecimens />
      {product && <ProductSpecimens product={product} />}
    </div>
  );
}
