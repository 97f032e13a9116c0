import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { dictionaries } from '#storefront/dictionaries.ts'
import { htmlLang, type Locale } from '#i18n/locales.ts'
import { translator } from '#i18n/t.ts'
import { elements, postOf } from '#test/markup.ts'
import { examples as formExamples } from './address-form/examples.tsx'
import AddressForm from './address-form/island.tsx'
import { examples as applyExamples } from './checkout-apply/examples.tsx'
import CheckoutApply from './checkout-apply/island.tsx'
import { examples as linesExamples } from './checkout-lines/examples.tsx'
import CheckoutLines from './checkout-lines/island.tsx'
import { examples as paymentExamples } from './checkout-payment/examples.tsx'
import { ChangedDialog } from './checkout-payment/changed-dialog.tsx'
import CheckoutPayment from './checkout-payment/island.tsx'
import { examples as shippingExamples } from './checkout-shipping-plan/examples.tsx'
import CheckoutShippingPlan from './checkout-shipping-plan/island.tsx'

/* What the server sends of each part: all of it works by itself. */

const made = {
  form: (state: string, locale: Locale = 'en') =>
    renderToString(<AddressForm {...pick(formExamples, state, locale)} external />),
  apply: (state: string, locale: Locale = 'en') =>
    renderToString(<CheckoutApply {...pick(applyExamples, state, locale)} external />),
  lines: (state: string, locale: Locale = 'en') =>
    renderToString(<CheckoutLines {...pick(linesExamples, state, locale)} external />),
  payment: (state: string, locale: Locale = 'en') =>
    renderToString(<CheckoutPayment {...pick(paymentExamples, state, locale)} external />),
  shipping: (state: string, locale: Locale = 'en') =>
    renderToString(<CheckoutShippingPlan {...pick(shippingExamples, state, locale)} external />),
}

function pick<P>(
  examples: (texts: ReturnType<typeof dictionaries>, lang: string) => Record<string, P>,
  state: string,
  locale: Locale,
): P {
  const props = examples(dictionaries(locale), htmlLang(locale))[state]
  if (!props) throw new Error(`there is no example named ${state}`)
  return props
}

describe('the address form', () => {
  it('is one post with everything in it', () => {
    const html = made.form('filled')
    expect(elements(html, 'form')).toMatchObject([{ action: '/form/checkout/information', method: 'post' }])
    const fields = Object.fromEntries(elements(html, 'input').map(({ name, value }) => [name, value]))
    expect(fields).toMatchObject({
      slug: 'c1',
      step: 'information',
      next: '/checkout/c1?step=payment',
      'contact.email': 'ada@example.org',
      'address.line1': '1 Main Street',
      'address.postcode': '90012',
    })
  })

  it('asks for nothing before somebody goes on', () => {
    expect(made.form('just begun')).not.toMatch(/aria-invalid|is required/)
    const html = made.form('something missing')
    expect(html).toContain('2 fields need your attention')
    const links = elements(html, 'a').map(({ href }) => href)
    const ids = [...elements(html, 'input'), ...elements(html, 'select')].map(({ id }) => `#${id}`)
    expect(links).toHaveLength(2)
    expect(ids).toEqual(expect.arrayContaining(links))
  })

  it('lets the browser fill it in', () => {
    const tokens = [...elements(made.form('filled'), 'input'), ...elements(made.form('filled'), 'select')]
      .filter(({ name }) => /^(contact|address)\./.test(name ?? ''))
      .map(({ name, autocomplete }) => [name, autocomplete])
    expect(Object.fromEntries(tokens)).toEqual({
      'contact.email': 'email',
      'contact.marketing': undefined,
      'address.country': 'shipping country',
      'address.firstName': 'shipping given-name',
      'address.lastName': 'shipping family-name',
      'address.company': 'shipping organization',
      'address.line1': 'shipping address-line1',
      'address.line2': 'shipping address-line2',
      'address.city': 'shipping address-level2',
      'address.region': 'shipping address-level1',
      'address.postcode': 'shipping postal-code',
      'address.countryCode': 'shipping tel-country-code',
      'address.phone': 'shipping tel-national',
    })
  })

  it('offers the dial code of the country until another is chosen', () => {
    const codeIn = (state: string): string | undefined =>
      /name="address.countryCode".*?<option value="([^"]*)" selected/s.exec(made.form(state))?.[1]
    expect([codeIn('filled'), codeIn('without a number'), codeIn('just begun')]).toEqual(['+852', '+1', ''])
  })

  it('shows the fields of a country without scripts by a button', () => {
    const button = elements(made.form('filled'), 'button').find(({ name }) => name === 'next')
    expect(button).toMatchObject({ type: 'submit', value: '/checkout/c1?step=information' })
  })

  it('leads a guest to signing in by a button of its own, which Enter does not press', () => {
    const submits = elements(made.form('just begun'), 'button').filter(({ type }) => type === 'submit')
    expect(submits[0]).not.toHaveProperty('name')
    expect(submits[1]).toMatchObject({ name: 'next', value: '/auth/signin?next=%2Fcheckout%2Fc1' })
    expect(made.form('one of the book')).not.toContain('/auth/signin')
  })

  it('sends a kept address by its id, in the same form, or the fields for another one', () => {
    const html = made.form('one of the book')
    expect(elements(html, 'form')).toHaveLength(1)
    const radios = (state: string) =>
      elements(made.form(state), 'input').filter(({ name }) => name === 'addressId')
    expect(radios('one of the book').map(({ value, checked }) => [value, checked !== undefined])).toEqual([
      ['2', true],
      ['1', false],
      ['', false],
    ])
    expect(radios('another than in the book').at(-1)).toHaveProperty('checked')
    expect(elements(html, 'input').find(({ name }) => name === 'keep')).not.toHaveProperty('checked')
    expect(made.form('filled')).not.toMatch(/name="(keep|addressId)"/)
  })

  it('puts a mistake beside its field', () => {
    const html = made.form('a wrong postcode')
    const [wrong, ...others] = elements(html, 'input').filter((input) => 'aria-invalid' in input)
    expect([wrong?.['name'], others]).toEqual(['address.postcode', []])
    const notes = elements(html, 'p').map(({ id }) => id)
    expect(notes).toContain(wrong?.['aria-describedby'])
  })
})

describe('the lines', () => {
  it('are changed by posts', () => {
    expect(postOf(made.lines('two lines'), 'One more of Oak Stool')).toEqual({
      action: '/form/checkout/line',
      fields: [
        ['slug', 'c1'],
        ['step', 'cart'],
        ['next', '/checkout/c1?step=cart'],
        ['sku', 'stool-sage'],
        ['quantity', '3'],
      ],
    })
    expect(postOf(made.lines('two lines'), 'Remove Pond Vase').fields.at(-1)).toEqual(['quantity', '0'])
  })

  it('offer what is left of a thing', () => {
    const html = made.lines('too few left')
    expect(html).toContain('Only 2 are left.')
    expect(html).toMatch(/<button[^>]*value="2"[^>]*>Take 2<\/button>/)
    expect(made.lines('sold out')).not.toMatch(/Take|One more/)
  })

  it('lead back to the cart when nothing of them is left, and on otherwise', () => {
    expect(made.lines('sold out')).toMatch(/<a class="button[^>]* href="\/cart">Back to cart</)
    expect(made.lines('sold out')).not.toContain('step=information')
    for (const state of ['two lines', 'too few left'])
      expect(made.lines(state)).toMatch(/<a class="button[^>]* href="\/checkout\/c1\?step=information">/)
  })
})

describe('the summary', () => {
  it('says above what is folded what the cart has changed, and has the place for it before', () => {
    const told = 'Moon Bowl is no longer in your cart, so it is not part of this order.'
    expect(made.apply('what the cart has changed')).toContain(
      `<div role="status"><p class="checkout-changed">${told}</p></div><details`,
    )
    expect(made.apply('plain')).toContain('<div role="status"></div><details')
  })

  it('applies a coupon by a post, and takes it back by another', () => {
    const html = made.apply('a coupon')
    expect(elements(html, 'form').map(({ action }) => action)).toEqual([
      '/form/checkout/coupon',
      '/form/checkout/removeCoupon',
    ])
    expect(html).toContain('Saves $15')
  })

  it('offers the best that could be had, and says how far off the others are', () => {
    const html = made.apply('better coupons')
    expect(html).toMatch(/<button[^>]*value="HELLO10"[^>]*>Use HELLO10 and POST<\/button>/)
    expect(html).toContain('$47 more and this coupon works.')
  })

  it('says why a coupon does not work beside its field', () => {
    const html = made.apply('a coupon that is refused')
    expect(elements(html, 'input').find(({ name }) => name === 'code')).toMatchObject({
      value: 'OLD',
      'aria-invalid': 'true',
    })
    expect(html).toContain('This coupon is not valid at the moment.')
  })

  it('owns up to what it does not know yet', () => {
    expect(made.apply('before the address')).toMatch(/Shipping<\/dt><dd><span[^>]*>next step/)
  })
})

describe('how it is sent', () => {
  it('can be chosen without scripts', () => {
    const html = made.shipping('two ways')
    expect(postOf(html, 'Choose Express').fields.at(-1)).toEqual(['method', 'express'])
    expect(html).not.toContain('Choose Parcel post')
    expect(elements(html, 'input').filter(({ type }) => type === 'radio')).toHaveLength(2)
  })

  it.each<[Locale, string]>([
    ['en', 'Shipping method is not available'],
    ['zh', '请选择配送方式'],
    ['zh-HK', '請選擇送貨方式'],
  ])('is told to be impossible in %s, with what to do', (locale, words) => {
    expect(made.shipping('none goes there', locale)).toContain(words)
  })
})

describe('how it is paid', () => {
  it('is one post with the total that is shown', () => {
    const html = made.payment('two ways')
    expect(elements(html, 'form')).toMatchObject([{ action: '/form/checkout/submit', method: 'post' }])
    expect(elements(html, 'input').find(({ name }) => name === 'total')).toMatchObject({ value: '15300' })
    expect(html).toMatch(/Place the order · (<!-- -->)?\$153/)
  })

  it('names what is charged on the button, and sends the total, where store credit pays a part', () => {
    const html = made.payment('credit pays a part')
    expect(html).toMatch(/Place the order · (<!-- -->)?\$103</)
    expect(html).not.toContain('$153<')
    expect(elements(html, 'input').find(({ name }) => name === 'total')).toMatchObject({ value: '15300' })
  })

  it('asks for agreement only where there is something to agree to', () => {
    const boxes = (html: string): number =>
      elements(html, 'input').filter(({ name }) => name === 'terms').length
    expect([boxes(made.payment('two ways')), boxes(made.payment('nothing to agree to'))]).toEqual([1, 0])
  })

  it('says what a post was refused for, and that there is no way to pay', () => {
    expect(made.payment('refused')).toMatch(/role="alert"[^>]*>The total has changed/)
    const html = made.payment('no way to pay')
    expect(html).toContain('No payment method available')
    expect(elements(html, 'button').at(-1)).toHaveProperty('disabled')
  })

  it('says that nothing is left to pay, and not that no way to pay is there', () => {
    const html = made.payment('credit pays all')
    expect(html).toContain('Nothing to pay')
    for (const other of ['No payment method available', 'If you do not pay'])
      expect(html).not.toContain(other)
    expect(elements(html, 'button').at(-1)).not.toHaveProperty('disabled')
  })
})

describe('the dialog before an order', () => {
  const { view, texts, lang } = pick(paymentExamples, 'two ways', 'en')
  const t = translator(texts, lang)
  const dialogOf = (left: (number | null)[]): string => {
    const lines = view.lines.map((line, index) => {
      const units = left[index] ?? null
      const mend = units ? { quantity: units, button: `Take ${units}` } : null
      return { ...line, mend, trouble: units === null ? null : `${units} left` }
    })
    const changed = { before: view, now: { ...view, lines } }
    return renderToString(<ChangedDialog changed={changed} goOn={() => {}} close={() => {}} t={t} />)
  }

  it('goes on with what is left, when something is', () => {
    for (const left of [[0], [0, 3]]) {
      expect(dialogOf(left)).toContain('Some items are no longer available')
      expect(dialogOf(left)).toContain('Continue with the available items')
    }
  })

  it('names what is charged on its button, beside the totals in its text', () => {
    const now = { ...view, total: 15_000, totalText: '$150', toPay: 10_000, toPayText: '$100' }
    const changed = { before: view, now }
    const html = renderToString(<ChangedDialog changed={changed} goOn={() => {}} close={() => {}} t={t} />)
    expect(html).toContain('It was $153 and is now $150.')
    expect(html).toContain('Place order for $100')
  })

  it('leads to the cart when all has sold out, and says that nothing was charged', () => {
    const html = dialogOf([0, 0])
    expect(html).toContain('Everything in your order has sold out')
    expect(html).toContain('nothing was charged')
    expect(html).toContain('Back to cart')
    expect(html).not.toContain('Continue with the available items')
  })
})
