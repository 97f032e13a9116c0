import { pickTexts, type Texts } from '#i18n/t.ts'
import type { ReturnDraft, ReturnOptions, ReturnPreview } from '../../contract.ts'
import type { OrderRefundProps } from './island.tsx'
import { orderRefundTexts } from './texts.ts'

const lines: ReturnOptions['lines'] = [
  {
    id: 1,
    title: 'Oak Stool',
    choice: 'Sage, large',
    picture: null,
    href: '/product/oak-stool',
    price: '$108.00',
    bought: 2,
    returnable: 2,
    isClaimOnly: false,
    why: null,
    whyNoClaim: null,
    exchanges: [
      { sku: 'stool-ink', choice: 'Ink, large', inStock: true, difference: null },
      { sku: 'stool-sage-s', choice: 'Sage, small', inStock: true, difference: '− $20.00' },
      { sku: 'stool-oak', choice: 'Oak, large', inStock: false, difference: '+ $12.00' },
    ],
  },
  {
    id: 2,
    title: 'Pond Vase',
    choice: '',
    picture: null,
    href: '/product/pond-vase',
    price: '$48.00',
    bought: 1,
    returnable: 1,
    isClaimOnly: false,
    why: null,
    whyNoClaim: null,
    exchanges: [],
  },
  {
    id: 3,
    title: 'Linen, by the metre',
    choice: '2 m',
    picture: null,
    href: null,
    price: '$32.00',
    bought: 1,
    returnable: 0,
    isClaimOnly: false,
    why: 'Cut to measure: it cannot be returned.',
    whyNoClaim: 'Problems could be reported until 21 June 2026.',
    exchanges: [],
  },
]

const options: OrderRefundProps['options'] = {
  lines,
  types: [
    { code: 'return_and_refund', text: 'Return and refund' },
    { code: 'exchange', text: 'Exchange goods' },
    { code: 'refund_only', text: 'Refund only' },
  ],
  reasons: [
    { code: 'too_small', text: 'Too small', isClaim: false },
    { code: 'changed_mind', text: 'I changed my mind', isClaim: false },
    { code: 'damaged', text: 'Arrived damaged', isClaim: true },
    { code: 'wrong_item', text: 'Wrong item', isClaim: true },
  ],
  mayChooseCredit: true,
  bonus: '10% more as store credit',
  fee: '$6',
  isByHand: false,
}

const empty: ReturnDraft = {
  way: 'return',
  type: 'return_and_refund',
  reason: null,
  refundTo: 'original',
  lines: [
    { line: 1, quantity: 0, exchangeFor: null },
    { line: 2, quantity: 0, exchangeFor: null },
  ],
  description: '',
  images: [],
}

const [first, second] = empty.lines as [ReturnDraft['lines'][number], ReturnDraft['lines'][number]]
const chosen: ReturnDraft = {
  ...empty,
  reason: 'too_small',
  lines: [
    { ...first, quantity: 1 },
    { ...second, quantity: 1 },
  ],
}

const preview: ReturnPreview = {
  lines: [
    {
      line: 1,
      title: 'Oak Stool',
      quantity: 1,
      amount: '$97.20',
      parts: [
        { label: 'Price', amount: '$108.00' },
        { label: 'Coupon WELCOME', amount: '− $10.80' },
      ],
    },
    {
      line: 2,
      title: 'Pond Vase',
      quantity: 1,
      amount: '$48.00',
      parts: [{ label: 'Price', amount: '$48.00' }],
    },
  ],
  sums: [
    { label: 'Items', amount: '$145.20', isTotal: false },
    { label: 'Return shipping', amount: '− $6.00', isTotal: false },
    { label: 'Refund', amount: '$139.20', isTotal: true },
  ],
  total: 13_920,
  refund: '$139.20',
  outcome: 'Your refund: $139.20',
  toPayment: '$139.20',
  toCredit: null,
  bonus: null,
  difference: { pay: null, back: null },
  when: 'The money is with you within 14 days after the parcel has arrived.',
}

/** The island in each of its states, by name. `texts` are all messages of the language. */
export function examples(texts: Texts, lang: string): Record<string, OrderRefundProps> {
  const base: OrderRefundProps = {
    id: 'return',
    order: 'K7M2N-9QXD4',
    options,
    begin: empty,
    preview: null,
    fault: null,
    errors: {},
    isProblem: false,
    links: { apply: '/form/return/apply', save: '/form/return/saveDraft' },
    most: { images: 6, description: 2_000 },
    texts: pickTexts(texts, orderRefundTexts),
    lang,
  }
  return {
    empty: base,
    'with its refund': { ...base, begin: chosen, preview },
    'an exchange': {
      ...base,
      begin: {
        ...chosen,
        type: 'exchange',
        lines: [{ ...first, quantity: 1, exchangeFor: 'stool-sage-s' }, second],
      },
      preview: {
        ...preview,
        lines: preview.lines.slice(0, 1),
        sums: [
          { label: 'Items', amount: '$108.00', isTotal: false },
          { label: 'New items', amount: '− $88.00', isTotal: false },
          { label: 'Difference refunded', amount: '$20.00', isTotal: true },
        ],
        total: 2_000,
        refund: '$20.00',
        outcome: 'Difference refunded: $20.00',
        toPayment: null,
        difference: { pay: null, back: '$20.00' },
        when: 'The other version is sent when your parcel has arrived.',
      },
    },
    'a problem': {
      ...base,
      isProblem: true,
      begin: { ...chosen, type: 'refund_only', reason: 'damaged', description: 'A leg came off.' },
      preview: {
        ...preview,
        sums: [{ label: 'Refund', amount: '$145.20', isTotal: true }],
        total: 14_520,
        refund: '$145.20',
        outcome: 'Your refund: $145.20',
      },
    },
    'come back': {
      ...base,
      begin: { ...empty, description: 'It is too small.' },
      fault: 'Choose at least one item to return.',
      errors: { reason: 'This is required.' },
    },
  }
}
