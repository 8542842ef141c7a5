import type { COUNTRIES } from '@shop/contracts/identity/constants';
import { momentOf } from './calendar.ts';
import { type Dice, plusDays } from './random.ts';
import type { World } from './world.ts';

type Country = (typeof COUNTRIES)[number];

export type DemoAddress = {
  id: string;
  /** The label. */
  name: string;
  line1: string;
  line2: string | null;
  city: string;
  state: string;
  postalCode: string;
  country: Country;
  phone: string;
};
export type DemoCustomer = {
  id: string;
  name: string;
  email: string;
  phone: string;
  wantsMarketing: boolean;
  createdAt: Date;
  address: DemoAddress;
};

const CUSTOMERS = 1_200;
/** Registered before the year of orders. */
const EARLIER = 180;

/** Oldest first. No email address is one of `taken`. */
export function customersOf(dice: Dice, { content, days, now }: World, taken: ReadonlySet<string>): DemoCustomer[] {
  const emails = new Set(taken);
  const firstDay = days[0]?.start ?? now;
  const registeredAt = Array.from({ length: CUSTOMERS }, (_, index) =>
    index < EARLIER
      ? plusDays(firstDay, -dice.next() * 200)
      : momentOf(
          dice,
          dice.weighted(days, ({ weight }) => weight),
          now,
        ),
  ).toSorted((one, other) => one.getTime() - other.getTime());
  return registeredAt.map((createdAt) => customerOf(dice, content.people, createdAt, emails));
}

function customerOf(
  dice: Dice,
  { names, places, streets }: World['content']['people'],
  createdAt: Date,
  emails: Set<string>,
): DemoCustomer {
  const place = dice.weighted(places, ({ weight }) => weight);
  const origin = place.country === 'India' ? 'India' : 'Other';
  const first = dice.pick(names[origin].first);
  const last = dice.pick(names[origin].last);
  const phone = phoneIn(dice, place.country);
  const house = dice.int(1, 240);
  const street = dice.pick(streets[origin]);
  return {
    id: dice.idAt(createdAt),
    name: `${first} ${last}`,
    email: freeEmail(`${first}.${last}`.toLowerCase(), emails),
    phone,
    wantsMarketing: dice.chance(0.55),
    createdAt,
    address: {
      id: dice.idAt(createdAt),
      name: dice.weighted(['Home', 'Work', 'Parents'], (label) => (label === 'Home' ? 8 : 1)),
      line1: origin === 'India' ? `${house}, ${street}` : `${house} ${street}`,
      line2: dice.chance(0.35) ? `${origin === 'India' ? 'Flat' : 'Apartment'} ${dice.int(1, 48)}` : null,
      city: place.city,
      state: place.state,
      postalCode: dice.pick(place.postalCodes),
      country: place.country,
      phone,
    },
  };
}

function freeEmail(name: string, emails: Set<string>) {
  const numbered = (number: number): string => {
    const email = `${name}${number > 1 ? number : ''}@example.com`;
    return emails.has(email) ? numbered(number + 1) : email;
  };
  const email = numbered(1);
  emails.add(email);
  return email;
}

/** In ranges that are reserved for fiction, where the country has one. */
function phoneIn(dice: Dice, country: Country) {
  const digits = (count: number) => String(dice.int(0, 10 ** count - 1)).padStart(count, '0');
  switch (country) {
    case 'India':
      return `+91 90000 0${digits(4)}`;
    case 'United Kingdom':
      return `+44 7700 900${digits(3)}`;
    case 'Australia':
      return `+61 491 570 ${digits(3)}`;
    case 'Canada':
      return `+1 416 555 01${digits(2)}`;
    case 'United States':
      return `+1 503 555 01${digits(2)}`;
  }
}
