import { Heart, Search, ShoppingBag } from 'lucide-react';
import { Button, ButtonLink } from '#ui/button.tsx';
import { QuantityStepper } from '#ui/form/quantity-stepper.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { LONG, Specimen } from './specimen.tsx';

const LOOKS = ['primary', 'secondary', 'quiet', 'danger'] as const;

export function ActionSpecimens() {
  return (
    <>
      <Specimen name="Buttons">
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
      </Specimen>
      <Specimen name="Buttons on violet">
        <div className="on-dark flex flex-wrap gap-4 bg-violet-deep p-6 text-paper">
          <Button>Subscribe</Button>
          <Button busy busyLabel="Subscribing...">
            Subscribe
          </Button>
        </div>
      </Specimen>
      <Specimen name="Icon buttons">
        <div className="flex flex-wrap gap-4">
          <IconButton icon={Search} label="Find" />
          <IconButton icon={Heart} label="Keep" round="small" />
          <IconButton icon={ShoppingBag} label="Bag" round="large" disabled />
        </div>
      </Specimen>
      <Specimen name="Quantity stepper">
        <QuantityStepper name="quantity" defaultValue={2} max={9} />
      </Specimen>
      <Specimen name="Pagination">
        <Pagination shown={24} total="10000+" more="#pagination" />
        <Pagination shown={42} total="42" more={undefined} />
      </Specimen>
    </>
  );
}
