import { adminCollectionMessages as texts } from '@shop/contracts/catalog/collection-admin-messages';
import type { AdminCollection, CollectionProduct } from '@shop/contracts/catalog/collection-admin-schema';
import { PICKED_MAX } from '@shop/contracts/catalog/collection-constants';
import type { ReactNode } from 'react';
import { Form, useSearchParams } from 'react-router';
import { Panel } from '#admin/kit/admin-page.tsx';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/form/field.tsx';
import { Thumbnail } from '#ui/responsive-image.tsx';

type Listed = Pick<CollectionProduct, 'id' | 'name' | 'image' | 'status'>;
type PickedProductsProps = {
  collection: AdminCollection;
  picked: Listed[];
  /** Products that the search found. */
  found: Listed[];
  canWrite: boolean;
};

/** Every change is a form of its own, so that all of it works by keyboard and before hydration. */
export function PickedProducts({ collection, picked, found, canWrite }: PickedProductsProps) {
  const { sort, version } = collection;
  return (
    <Panel title={texts.picked} className="grid gap-5">
      {picked.length === 0 && <p className="text-ink-soft">{texts.pickedNone}</p>}
      <ol aria-label={texts.pickedList} className="grid gap-2">
        {picked.map((product, place) => (
          <Line key={product.id} product={product}>
            {canWrite && (
              <Moves version={version} productId={product.id}>
                {sort === 'manual' && (
                  <>
                    <Move move="up" label={texts.moveUp(product.name)} text={texts.upShort} isOff={place === 0} />
                    <Move
                      move="down"
                      label={texts.moveDown(product.name)}
                      text={texts.downShort}
                      isOff={place === picked.length - 1}
                    />
                  </>
                )}
                <Move move="remove" label={texts.removeProduct(product.name)} text={texts.removeShort} />
              </Moves>
            )}
          </Line>
        ))}
      </ol>
      {canWrite && picked.length < PICKED_MAX && <Search picked={picked} found={found} version={version} />}
    </Panel>
  );
}

function Search({ picked, found, version }: { picked: Listed[]; found: Listed[]; version: number }) {
  const [search] = useSearchParams();
  const q = search.get('q') ?? '';
  const known = new Set(picked.map(({ id }) => id));
  const choices = found.filter(({ id }) => !known.has(id));
  return (
    <div className="grid gap-4">
      <Form method="get" role="search" preventScrollReset className="flex flex-wrap items-end gap-3">
        <TextField key={q} name="q" type="search" label={texts.searchProducts} defaultValue={q} className="flex-1" />
        <Button type="submit" look="secondary">
          {texts.search}
        </Button>
      </Form>
      {q && choices.length === 0 && <p className="text-ink-soft">{texts.noneFound}</p>}
      <ul className="grid gap-2">
        {choices.map((product) => (
          <Line key={product.id} product={product}>
            <Moves version={version} productId={product.id}>
              <Move move="add" label={texts.addProduct(product.name)} text={texts.addShort} />
            </Moves>
          </Line>
        ))}
      </ul>
    </div>
  );
}

function Line({ product: { name, image, status }, children }: { product: Listed; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-3 border-line border-b py-1">
      <Thumbnail src={image} size={48} />
      <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
        <span className="block font-semibold">{name}</span>
        {status !== 'published' && <span className="block text-ink-muted text-small">{texts.notPublished}</span>}
      </span>
      {children}
    </li>
  );
}

type MovesProps = { version: number; productId: string; children: ReactNode };

function Moves({ version, productId, children }: MovesProps) {
  return (
    <Form method="post" preventScrollReset className="flex gap-1">
      <input type="hidden" name="intent" value="pick" />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="productId" value={productId} />
      {children}
    </Form>
  );
}

type MoveProps = { move: string; label: string; text: string; isOff?: boolean };

/** At the end of the list a button has no effect, but it stays and keeps the focus. */
const Move = ({ move, label, text, isOff = false }: MoveProps) => (
  <Button
    type="submit"
    name="move"
    value={move}
    look="quiet"
    compact
    aria-label={label}
    aria-disabled={isOff || undefined}
    onClick={(event) => isOff && event.preventDefault()}
    className="aria-disabled:opacity-40"
  >
    {text}
  </Button>
);
