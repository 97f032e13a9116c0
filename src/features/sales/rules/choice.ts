import { own } from '#domain/by-word.ts'
import { fallbackChain } from '#i18n/locales.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { LineSku } from '../queries/line-skus.ts'

/** "Sage, large": the chosen values in the order of the product's options. */
export function choiceOf(
  row: Pick<LineSku, 'options' | 'productOptions'>,
  { t, locale }: Pick<Ctx, 't' | 'locale'>,
): string {
  const chain = fallbackChain(locale)
  const names: string[] = []
  for (const option of row.productOptions) {
    const code = row.options[option.code]
    if (code === undefined) continue
    const value = option.values.find((candidate) => candidate.code === code)
    names.push((value && textIn(value.name, chain)) ?? code)
  }
  return names.join(t('cart.choice_separator'))
}

function textIn(text: Readonly<Record<string, string>>, chain: readonly string[]): string | null {
  for (const locale of chain) {
    const found = own(text, locale)
    if (found !== undefined && found !== '') return found
  }
  return Object.values(text).find((value) => value !== '') ?? null
}
