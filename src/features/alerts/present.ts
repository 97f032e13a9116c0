import type { Locale } from '#i18n/locales.ts'
import { pickText } from '#i18n/pick-text.ts'
import type { Translate } from '#i18n/t.ts'
import type { VariantRow } from './queries.ts'

/** "Oak stool (Sage, tall)" */
export function nameOf(
  { titles, options, productOptions, sku }: VariantRow,
  { locale, t }: { locale: Locale; t: Translate },
): string {
  const title = pickText(titles, locale) || sku
  const chosen = productOptions.flatMap(({ code, values }) => {
    // Options without a choice need not be named.
    if (values.length < 2) return []
    const value = values.find((candidate) => candidate.code === options[code])
    return value === undefined ? [] : [pickText(value.name, locale)]
  })
  if (chosen.length === 0) return title
  return t('alert.mail.choice', { product: title, choice: chosen.join(t('cart.choice_separator')) })
}
