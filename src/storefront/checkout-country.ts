import type { CheckoutView } from '#features/checkout/contract.ts'
import { countriesFor } from '#features/sales/rules/countries.ts'
import type { Ctx } from '#platform/server/context.ts'

/** The default country of the language; it counts once something is typed. */
export function withCountry(view: CheckoutView, { locale, lang, shop }: Ctx): CheckoutView {
  const countries = countriesFor(shop.sales, lang)
  const only = countries.length === 1 ? countries[0]?.code : undefined
  const country = only ?? homes[locale] ?? ''
  if (view.address.country !== '' || !countries.some(({ code }) => code === country)) return view
  return { ...view, address: { ...view.address, country } }
}

const homes: Readonly<Partial<Record<Ctx['locale'], string>>> = {
  zh: 'CN',
  'zh-HK': 'HK',
  'zh-TW': 'TW',
  de: 'DE',
  fr: 'FR',
  it: 'IT',
  es: 'ES',
  ja: 'JP',
  ko: 'KR',
  th: 'TH',
  vi: 'VN',
  id: 'ID',
}
