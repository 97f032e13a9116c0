import { exampleAddress, nowhere } from '#features/postal/parts/example-address.ts'
import type { CheckoutView } from '../contract.ts'

/** A checkout of two lines that lacks nothing, for the parts' examples. */
export function exampleView(rest: Partial<CheckoutView> = {}): CheckoutView {
  return {
    slug: 'c1',
    currency: 'USD',
    lines: [
      line('stool-sage', {
        title: 'Oak Stool',
        choice: 'Sage, large',
        total: '$96',
        before: '$108',
        quantity: 2,
      }),
      line('vase', { title: 'Pond Vase', total: '$48' }),
    ],
    changes: [],
    contact: { email: 'ada@example.org', marketing: false },
    address: exampleAddress,
    billing: null,
    note: '',
    shippingMethods: [
      {
        code: 'parcel',
        name: 'Parcel post',
        note: 'Tracked.',
        price: '$9',
        arrives: 'Tue, Nov 24 – Thu, Nov 26',
      },
      { code: 'express', name: 'Express', note: '', price: '$24', arrives: '' },
    ],
    shippingMethod: 'parcel',
    paymentMethods: [
      { code: 'card', name: 'Card', note: 'Visa and others.', fee: '' },
      { code: 'cod', name: 'Cash on delivery', note: '', fee: '+ $2' },
    ],
    paymentMethod: 'card',
    coupons: [],
    advice: [],
    bestCoupons: [],
    credit: null,
    toPay: 15_300,
    toPayText: '$153',
    sums: [
      { kind: 'subtotal', label: 'Goods', amount: '$156' },
      { kind: 'discount', label: 'Winter textiles', amount: '−$12' },
      { kind: 'shipping', label: 'Parcel post', amount: '$9' },
      { kind: 'total', label: 'Total', amount: '$153' },
    ],
    total: 15_300,
    totalText: '$153',
    missing: {},
    belowMinimum: null,
    terms: { title: 'Terms', href: '/page/terms' },
    order: null,
    ...rest,
  }
}

/** A checkout that was just begun. */
export function exampleStart(): CheckoutView {
  return exampleView({
    contact: { email: '', marketing: false },
    address: nowhere,
    shippingMethods: [],
    shippingMethod: null,
    missing: {
      'contact.email': 'Email is required',
      'address.country': 'please Select a country or region',
    },
  })
}

function line(sku: string, rest: Partial<CheckoutView['lines'][number]>): CheckoutView['lines'][number] {
  return {
    sku,
    title: '',
    href: `/product/${sku}`,
    choice: '',
    picture: null,
    quantity: 1,
    price: '$48',
    total: '$48',
    before: null,
    trouble: null,
    mend: null,
    min: 1,
    step: 1,
    ...rest,
  }
}
