import type { ProductDetail } from '@shop/contracts/catalog/schema';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { ASKED_PARAMETER, OPTIONS_FORM } from './product-layout.ts';
import { optionValuesIn, type Selection, selectionOf } from './variants.ts';

type Choosable = Pick<ProductDetail, 'options' | 'variants'>;

export type OptionChoice = Selection & {
  choose: (choice: Selection['choice']) => void;
  /** The shopper wanted to buy and must choose an option first. */
  isAsked: boolean;
  askForOption: () => void;
};

/** The chosen options are stored in the URL. Without JavaScript, so is the attempt to buy without a choice. */
export function useSelection(product: Choosable): OptionChoice {
  const [params, setParams] = useSearchParams();
  const [asked, setAsked] = useState(false);
  const selection = selectionOf(product, optionValuesIn(product, params));
  return {
    ...selection,
    choose: (choice) => setParams(choice, { replace: true, preventScrollReset: true, defaultShouldRevalidate: false }),
    isAsked: selection.missing !== undefined && (asked || params.has(ASKED_PARAMETER)),
    askForOption: () => {
      setAsked(true);
      focusOption(OPTIONS_FORM, selection.missing);
    },
  };
}

/** The chosen options are stored in the component. */
export function useLocalSelection(product: Choosable, formId: string): OptionChoice {
  const [choice, choose] = useState<Selection['choice']>({});
  const [asked, setAsked] = useState(false);
  const selection = selectionOf(product, Object.entries(choice));
  return {
    ...selection,
    choose,
    isAsked: selection.missing !== undefined && asked,
    askForOption: () => {
      setAsked(true);
      focusOption(formId, selection.missing);
    },
  };
}

/** Moves the focus to the first value of an option. */
function focusOption(formId: string, name: string | undefined) {
  const fields = document.getElementById(formId)?.querySelectorAll<HTMLInputElement>('input:enabled') ?? [];
  const field = [...fields].find((input) => input.name === name);
  field?.closest('fieldset')?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}
