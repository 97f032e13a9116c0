import type { Locale } from '#i18n/locales.ts'
import { pickText } from '#i18n/pick-text.ts'
import type { ReviewPage } from './contract.ts'
import type { ReviewRows } from './queries/read.ts'

/** The product's options and values, in its order, of which those who wrote bought more than one. */
export function boughtOptions(
  { values, productOptions }: Pick<ReviewRows, 'values' | 'productOptions'>,
  locale: Locale,
): ReviewPage['options'] {
  return productOptions.flatMap((option) => {
    const known = option.values.flatMap(({ code, name }) => {
      const found = values.find((one) => one.option === option.code && one.value === code)
      return found === undefined
        ? []
        : [{ value: code, name: pickText(name, locale) || code, count: found.count }]
    })
    if (known.length < 2) return []
    return [{ option: option.code, name: pickText(option.name, locale) || option.code, values: known }]
  })
}
