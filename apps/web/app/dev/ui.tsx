import { listFeaturedProducts } from '@shop/contracts/catalog/operations';
import type { Product } from '@shop/contracts/catalog/schema';
import { Heart, Search, SearchX, ShoppingBag } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { apiFor } from '#lib/api.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { ProductCard } from '#shop/catalog/product-card.tsx';
import { ProductCardSkeleton } from '#shop/catalog/product-card-skeleton.tsx';
import { NotificationSkeleton } from '#shop/notifications/notification-skeleton.tsx';
import { Badge, type Tone } from '#ui/badge.tsx';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Checkbox, Radio } from '#ui/form/choice.tsx';
import { SelectField, TextAreaField, TextField } from '#ui/form/field.tsx';
import { QuantityStepper } from '#ui/form/quantity-stepper.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Notice } from '#ui/notice.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Dialog, Drawer } from '#ui/overlay/dialog.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { ProductPrice } from '#ui/product-price.tsx';
import { SkeletonGroup } from '#ui/skeleton.tsx';
import { Stars } from '#ui/stars.tsx';
import { Table } from '#ui/table.tsx';
import { toast } from '#ui/toast.tsx';
import type { Route } from './+types/ui';

/** One component of the UI kit in all its states. */
function Example({ name, children }: { name: string; children: ReactNode }) {
  const id = name.toLowerCase().replaceAll(' ', '-');
  return (
    <section aria-labelledby={id} className="border-line border-t py-8">
      <h2 id={id} className="mb-6 text-h3">
        {name}
      </h2>
      {children}
    </section>
  );
}

const LONG =
  'An uncommonly long line of words, such as only a very patient translator or a very thorough jeweler would write, Donaudampfschifffahrtsgesellschaftskapitän included';

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
      <DisplayExamples />
      <ActionExamples />
      <FormExamples />
      <OverlayExamples />
      {product && <ProductExamples product={product} />}
    </div>
  );
}

const TONES: Tone[] = ['pending', 'processing', 'shipped', 'delivered', 'cancelled', 'other', 'blush'];
const ORDERS = [
  { id: '0a1b2c3d', customer: 'Clara Customer', tone: 'pending' as const, total: 171.91 },
  { id: '4e5f6a7b', customer: LONG, tone: 'shipped' as const, total: 12489 },
  { id: '8c9d0e1f', customer: 'Marcus L.', tone: 'cancelled' as const, total: 9.99 },
];

function DisplayExamples() {
  return (
    <>
      <Example name="Type">
        <div className="grid grid-cols-1 gap-4">
          <p className="font-display text-display">Cut to catch the light</p>
          <p className="font-display text-h1">Rivière crystal necklace 1234</p>
          <p className="font-display text-h2">Shop by category</p>
          <p className="text-h3">Card and panel title</p>
          <p className="max-w-[68ch]">{LONG}. Figtree does the work: prices such as $149.00 and ₹12,499.00 line up.</p>
          <p className="text-small text-ink-soft">Small text, the minimum for reading</p>
          <p className="eyebrow">Eyebrow</p>
        </div>
      </Example>
      <Example name="Inline notices">
        <div className="grid grid-cols-1 gap-3">
          <Notice kind="success">Preferences saved.</Notice>
          <Notice kind="info">{LONG}</Notice>
          <Notice kind="error">We could not save this. Please try again.</Notice>
        </div>
      </Example>
      <Example name="Badges">
        <div className="flex flex-wrap gap-3">
          {TONES.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
          <Badge tone="other">{LONG}</Badge>
        </div>
      </Example>
      <Example name="Prices">
        <div className="grid grid-cols-1 gap-3">
          <ProductPrice product={{ price: 189, salePrice: 0 }} />
          <ProductPrice product={{ price: 189, salePrice: 149 }} />
          <ProductPrice product={{ price: 1234567.5, salePrice: 0.99 }} />
        </div>
      </Example>
      <Example name="Stars">
        <div className="grid grid-cols-1 gap-2">
          {[0, 2.4, 3.5, 4.6, 5].map((rating) => (
            <Stars key={rating} rating={rating} />
          ))}
        </div>
      </Example>
      <Example name="Breadcrumbs">
        <Breadcrumbs
          above={[
            { label: 'Home', to: '/' },
            { label: 'Jewelry', to: '#breadcrumbs' },
          ]}
          here={LONG}
        />
      </Example>
      <Example name="Table">
        <Table
          caption="Latest orders"
          rows={ORDERS}
          keyOf={(order) => order.id}
          columns={[
            { label: 'Order', cell: (order) => `#${order.id}` },
            { label: 'Customer', cell: (order) => order.customer },
            { label: 'Status', cell: (order) => <Badge tone={order.tone}>{order.tone}</Badge> },
            { label: 'Total', numeric: true, cell: (order) => `$${order.total.toFixed(2)}` },
          ]}
        />
      </Example>
      <Example name="Empty state">
        <EmptyState
          icon={SearchX}
          title="No products found"
          action={<ButtonLink to="#empty-state">See all</ButtonLink>}
        >
          No products match your filters. Try adjusting your criteria or clear the filters to see all products.
        </EmptyState>
      </Example>
    </>
  );
}

const LOOKS = ['primary', 'secondary', 'quiet', 'danger'] as const;

function ActionExamples() {
  return (
    <>
      <Example name="Buttons">
        <div className="grid grid-cols-1 gap-4">
          {LOOKS.map((look) => (
            <div key={look} className="flex flex-wrap items-center gap-4">
              <Button look={look}>Save {look}</Button>
              <Button look={look} compact>
                Compact
              </Button>
              <Button look={look} disabled>
                Disabled
              </Button>
              <Button look={look} busyLabel="Processing...">
                Ready to pay
              </Button>
              <Button look={look} busy busyLabel="Processing...">
                Busy paying
              </Button>
              <ButtonLink look={look} to="#buttons">
                As a link
              </ButtonLink>
            </div>
          ))}
          <Button look="secondary">{LONG}</Button>
        </div>
      </Example>
      <Example name="Buttons on violet">
        <div className="on-dark flex flex-wrap gap-4 bg-violet-deep p-6 text-paper">
          <Button>Subscribe</Button>
          <Button busy busyLabel="Subscribing...">
            Subscribe
          </Button>
        </div>
      </Example>
      <Example name="Icon buttons">
        <div className="flex flex-wrap gap-4">
          <IconButton icon={Search} label="Find" />
          <IconButton icon={Heart} label="Keep" round="small" />
          <IconButton icon={ShoppingBag} label="Bag" round="large" disabled />
        </div>
      </Example>
      <Example name="Quantity stepper">
        <QuantityStepper name="quantity" defaultValue={2} max={9} />
      </Example>
      <Example name="Pagination">
        <Pagination shown={24} total="10000+" more="#pagination" />
        <Pagination shown={42} total="42" more={undefined} />
      </Example>
    </>
  );
}

function FormExamples() {
  return (
    <>
      <Example name="Fields">
        <div className="grid grid-cols-1 gap-6 tablet:grid-cols-2">
          <TextField label="Full name" name="name" defaultValue="Clara Customer" />
          <TextField label="Phone" name="phone" required hint="We call only about a delivery." placeholder="555 0100" />
          <TextField label="Email" name="email" type="email" error="Please enter a valid email address" />
          <TextField label="City" name="city" hint="As the post writes it." error="Please enter a city." />
          <TextField label="Country" name="country" disabled defaultValue="Portugal" />
          <TextField label={LONG} name="long" defaultValue={LONG} error={LONG} />
          <SelectField label="Ring size" name="size" required defaultValue="US 7">
            <option>US 6</option>
            <option>US 7</option>
          </SelectField>
          <SelectField label="State" name="state" error="State is required">
            <option value="">Choose one</option>
          </SelectField>
          <TextAreaField label="Message" name="message" hint="Up to 2,000 characters." />
          <TextAreaField label="Review" name="review" required error="Review is required" />
        </div>
      </Example>
      <Example name="Choices">
        <div className="grid grid-cols-1 gap-x-6 tablet:grid-cols-2">
          <Checkbox name="gift" defaultChecked>
            Wrap it as a gift
          </Checkbox>
          <Checkbox name="news">{LONG}</Checkbox>
          <Checkbox name="sold" disabled>
            No longer offered
          </Checkbox>
          <Radio name="shipping" value="standard" defaultChecked>
            Standard
          </Radio>
          <Radio name="shipping" value="express">
            Express
          </Radio>
          <Radio name="shipping" value="pickup" disabled>
            Pick up
          </Radio>
        </div>
      </Example>
    </>
  );
}

function OverlayExamples() {
  const [shown, setShown] = useState<'dialog' | 'drawer'>();
  const close = () => setShown(undefined);
  return (
    <>
      <Example name="Dialogs">
        <div className="flex flex-wrap gap-4">
          <Button look="secondary" onClick={() => setShown('dialog')}>
            Open dialog
          </Button>
          <Button look="secondary" onClick={() => setShown('drawer')}>
            Open drawer
          </Button>
          <ConfirmDialog question="Are you sure you want to delete this address?" trigger="Delete">
            <Button look="danger" onClick={() => toast('success', 'Address deleted.')}>
              Delete address
            </Button>
          </ConfirmDialog>
        </div>
        <Dialog open={shown === 'dialog'} onClose={close} title="Edit your name">
          <TextField label="Full name" name="dialog-name" />
          <p className="mt-4 text-ink-soft">{LONG}</p>
        </Dialog>
        <Drawer open={shown === 'drawer'} onClose={close} title="Filters">
          <p>{LONG}</p>
        </Drawer>
      </Example>
      <Example name="Toasts">
        <div className="flex flex-wrap gap-4">
          <Button look="secondary" onClick={() => toast('success', 'Preferences saved.')}>
            Say it worked
          </Button>
          <Button look="secondary" onClick={() => toast('info', LONG)}>
            Say something long
          </Button>
          <Button look="secondary" onClick={() => toast('error', 'We could not save this. Please try again.')}>
            Say it failed
          </Button>
        </div>
      </Example>
    </>
  );
}

const GRID = 'grid grid-cols-2 gap-x-3 gap-y-8 tablet:grid-cols-3 tablet:gap-6 desktop:grid-cols-4 desktop:gap-8';
const SIZES = '(min-width: 1280px) 276px, (min-width: 768px) 31vw, 46vw';
const SHAPES = [1, 2, 3, 4, 5, 6, 7, 8];

function ProductExamples({ product }: { product: Product }) {
  const cards: Product[] = [
    product,
    { ...product, price: 1289, salePrice: 999 },
    { ...product, inStock: false, quantity: 0 },
    { ...product, name: LONG, images: [], reviewCount: 1, ratings: 2.4 },
  ];
  return (
    <>
      <Example name="Product cards">
        <ul className={GRID}>
          {cards.map((card, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
            <li key={index}>
              <ProductCard product={card} sizes={SIZES} />
            </li>
          ))}
        </ul>
      </Example>
      <Example name="Skeletons">
        <SkeletonGroup className={GRID}>
          {SHAPES.map((shape) => (
            <ProductCardSkeleton key={shape} />
          ))}
        </SkeletonGroup>
        <SkeletonGroup className="mt-12 grid max-w-2xl gap-3">
          {SHAPES.slice(4).map((shape) => (
            <NotificationSkeleton key={shape} />
          ))}
        </SkeletonGroup>
      </Example>
    </>
  );
}
