// @vitest-environment jsdom
import { COUNTRY_COOKIE } from '@shop/contracts/cart/constants';
import { DEFAULT_DELIVERY, estimatesByMethod, formatDays } from '@shop/contracts/settings/delivery';
import { deliveryMessages as texts } from '@shop/contracts/settings/delivery-messages';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createRoutesStub } from 'react-router';
import { afterEach, describe, expect, test } from 'vitest';
import { datesIn } from '#lib/dates.ts';
import { DeliveryEstimateLine } from '#shop/product/delivery.tsx';
import { countryCookie, countryIn } from './country-cookie.ts';
import { DeliveryEstimateText } from './delivery-estimate-text.tsx';

const rules = { ...DEFAULT_DELIVERY, timeZone: 'UTC' };
const { today } = datesIn('UTC');
const arrivalIn = (country: string) =>
  formatDays(estimatesByMethod({ now: new Date(), country, rules }).standard, today());
const forget = () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the only one in jsdom.
  document.cookie = `${COUNTRY_COOKIE}=; Max-Age=0; Path=/`;
};

afterEach(() => {
  cleanup();
  forget();
});

const preview = {
  country: 'United States',
  arrival: estimatesByMethod({ now: new Date(), country: 'United States', rules }),
  rules,
};
const Page = () => <DeliveryEstimateLine preview={preview} />;

function showLine() {
  const Site = createRoutesStub([{ path: '/', Component: Page }]);
  render(<Site />);
}

test('the cookie keeps the chosen country, and any other value is none', () => {
  expect(countryIn(`a=b; ${countryCookie('United Kingdom').split(';')[0]}`)).toBe('United Kingdom');
  expect(countryIn(`${COUNTRY_COOKIE}=Norway`)).toBeUndefined();
  expect(countryIn('')).toBeUndefined();
});

describe('the arrival on a product page', () => {
  test('is shown for the country of the page, and changes with the country', () => {
    showLine();
    expect(screen.getByText(`Arrives ${arrivalIn('United States')} with Standard shipping`)).toBeDefined();

    fireEvent.click(screen.getByText(texts.changeCountry));
    fireEvent.change(screen.getByLabelText(texts.country), { target: { value: 'India' } });
    fireEvent.submit(screen.getByRole('button', { name: texts.saveCountry }));

    expect(screen.getByText(`Arrives ${arrivalIn('India')} with Standard shipping`)).toBeDefined();
    expect(screen.getByText(/Delivery to India\./)).toBeDefined();
  });
});

describe('the promise of an order', () => {
  const year = new Date().getUTCFullYear();
  const promise = { earliest: `${year}-11-19`, latest: `${year}-11-24` };

  test('is said with the day of the delivery once it is delivered', () => {
    const { rerender } = render(<DeliveryEstimateText order={{ promise, status: 'shipped', reachedAt: {} }} />);
    expect(screen.getByText('Promised for Nov 19–24')).toBeDefined();

    const reachedAt = { delivered: `${year}-11-20T12:00:00.000Z` };
    rerender(<DeliveryEstimateText order={{ promise, status: 'delivered', reachedAt }} />);
    expect(screen.getByText('Promised for Nov 19–24; delivered Nov 20')).toBeDefined();
  });

  test('is not said of a cancelled order, nor of one without a promise', () => {
    const { container } = render(
      <>
        <DeliveryEstimateText order={{ promise, status: 'cancelled', reachedAt: {} }} />
        <DeliveryEstimateText order={{ promise: null, status: 'pending', reachedAt: {} }} />
      </>,
    );
    expect(container.textContent).toBe('');
  });
});
