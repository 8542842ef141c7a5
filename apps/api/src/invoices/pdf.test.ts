import { cents, minor } from '@shop/contracts/common/money';
import type { InvoiceDocument, InvoiceLine } from '@shop/contracts/invoices/schema';
import { describe, expect, test } from 'vitest';
import { fontsOf, runsOf } from './pdf-fonts.ts';
import { type Measure, wrapText } from './pdf-pages.ts';
import { layOutVersion1 } from './pdf-template-1.ts';
import { renderPdf } from './render-pdf.ts';

const line: InvoiceLine = {
  description: 'Moonlit Tiara',
  options: ['M', 'Gold'],
  sku: 'CRY-001',
  hsn: '7117',
  quantity: 2,
  unitNetMinor: minor(100_000),
  netMinor: minor(200_000),
  taxMinor: minor(36_000),
};
const invoice: InvoiceDocument = {
  kind: 'invoice',
  number: 'INV-2026-000001',
  issuedAt: '2026-11-17T05:00:00.000Z',
  issuedOn: '2026-11-17',
  orderNumber: '1a2b3c4d',
  orderedOn: '2026-11-16',
  currency: 'INR',
  seller: {
    name: 'Glint Jewels LLP',
    address: ['4 Lake Road', 'Pune, Maharashtra, 411001', 'India'],
    taxNumber: '27AAPFU0939F1ZV',
    isGst: true,
    registrationNumber: '',
    email: 'hello@glint.example',
    phone: '',
  },
  buyer: { name: 'Łucja Δέλτα', address: ['गांधी मार्ग', 'Київ', 'India'], email: 'ada@example.com' },
  placeOfSupply: 'Maharashtra',
  lines: [line],
  subtotalMinor: minor(200_000),
  taxes: [
    { kind: 'cgst', percent: 9, amountMinor: minor(18_000) },
    { kind: 'sgst', percent: 9, amountMinor: minor(18_000) },
  ],
  shippingMinor: minor(0),
  discount: { code: 'CRYSTAL10', amountMinor: minor(20_000) },
  totalMinor: minor(216_000),
  storeTotal: { cents: cents(2_602), currency: 'USD', rate: 83 },
  corrects: null,
  reason: null,
};

const measure: Measure = (text, { size }) => text.length * size * 0.5;
const textsOf = (document: InvoiceDocument) =>
  layOutVersion1(document, measure).map(({ texts }) => texts.map(({ text }) => text));

describe('the layout of an invoice', () => {
  test('has seller, buyer, numbers, items, taxes, total and rate', () => {
    const [page = []] = textsOf(invoice);

    expect(page).toEqual(
      expect.arrayContaining([
        'Glint Jewels LLP',
        'GSTIN: 27AAPFU0939F1ZV',
        'Łucja Δέλτα',
        'INV-2026-000001',
        '17 Nov 2026',
        '#1a2b3c4d',
        'Moonlit Tiara',
        '7117',
        'INR 2,000.00',
        'CGST (9%)',
        'SGST (9%)',
        '-INR 200.00',
        'INR 2,160.00',
        'Page 1 of 1',
      ]),
    );
    expect(page.join(' ')).toContain('USD 26.02');
  });

  test('repeats the head of the table on each page, and numbers the pages', () => {
    const pages = textsOf({ ...invoice, lines: Array.from({ length: 60 }, () => line) });

    expect(pages.length).toBeGreaterThan(2);
    for (const [index, page] of pages.slice(0, -1).entries()) {
      expect(page).toContain('Quantity');
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    }
    expect(pages.flat().filter((text) => text === 'Moonlit Tiara')).toHaveLength(60);
  });

  test('keeps all texts within the page', () => {
    const long = { ...line, description: 'W'.repeat(200), options: ['x '.repeat(100)] };

    for (const { texts } of layOutVersion1({ ...invoice, lines: [long] }, measure))
      for (const item of texts) {
        expect(item.x).toBeGreaterThanOrEqual(48);
        expect(item.x + measure(item.text, item)).toBeLessThanOrEqual(548);
        expect(item.y).toBeLessThan(842);
      }
  });

  test('keeps large amounts and a long discount code out of the columns beside them', () => {
    const amount = minor(800_000_000_000_000);
    const large = { ...line, unitNetMinor: amount, netMinor: amount, taxMinor: amount };
    const discount = { code: 'SUMMER'.repeat(8), amountMinor: amount };

    for (const { texts } of layOutVersion1({ ...invoice, lines: [large], discount }, measure))
      for (const item of texts)
        for (const other of texts.filter(({ y, x }) => y === item.y && x > item.x))
          expect(item.x + measure(item.text, item), item.text).toBeLessThanOrEqual(other.x);
  });

  test('of a credit note names the invoice it corrects', () => {
    const [page = []] = textsOf({
      ...invoice,
      kind: 'credit_note',
      number: 'CN-2026-000001',
      corrects: invoice.number,
    });

    expect(page).toEqual(expect.arrayContaining(['Credit note', 'Corrects invoice', 'INV-2026-000001']));
  });
});

test('a text is broken between words, and a word only if it is longer than a line', () => {
  const style = { size: 10, weight: 'regular' } as const;

  expect(wrapText('one two three', 40, style, measure)).toEqual(['one two', 'three']);
  expect(wrapText('abcdefghijkl', 25, style, measure)).toEqual(['abcde', 'fghij', 'kl']);
  expect(wrapText('', 25, style, measure)).toEqual([]);
});

test('a text is split by the first font that has each character, and others become question marks', () => {
  const latin = { has: (codePoint: number) => codePoint < 0x100 };
  const greek = { has: (codePoint: number) => codePoint >= 0x370 && codePoint < 0x400 };

  expect(runsOf('a Δδ b漢', [latin, greek])).toEqual([
    { font: latin, text: 'a ' },
    { font: greek, text: 'Δδ' },
    { font: latin, text: ' b?' },
  ]);
});

test.each(['regular', 'bold'] as const)('the fonts have the accents of European and Vietnamese names, %s', (weight) => {
  const names = ['Łucja Ångström', 'Nguyễn Thị Hường', 'Ελένη Παπαδοπούλου', 'Київ', 'गांधी मार्ग'];

  for (const name of names)
    for (const form of ['NFC', 'NFD'] as const) {
      const runs = runsOf(name.normalize(form), fontsOf(weight));
      expect(runs.map(({ text }) => text).join('')).toBe(name.normalize('NFC'));
    }
});

describe('a rendered PDF', () => {
  test('has the same bytes each time', async () => {
    const first = await renderPdf({ document: invoice, templateVersion: 1 });
    const second = await renderPdf({ document: structuredClone(invoice), templateVersion: 1 });

    expect(first.subarray(0, 5).toString()).toBe('%PDF-');
    expect(first.equals(second)).toBe(true);
    expect(first.toString('latin1')).toContain('(Invoice INV-2026-000001)');
  });

  test('has another version only if there is a template for it', async () => {
    await expect(renderPdf({ document: invoice, templateVersion: 2 })).rejects.toThrow(
      'There is no invoice template 2.',
    );
  });
});
