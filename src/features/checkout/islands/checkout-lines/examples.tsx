import { pickTexts, translator, type Texts } from '#i18n/t.ts'
import { exampleView } from '../example-view.ts'
import { linesTexts } from '../texts.ts'
import type { LinesProps } from './island.tsx'

/** The island in each of its states, by name. `texts` are all messages of the language. */
export function examples(texts: Texts, lang: string): Record<string, LinesProps> {
  const view = exampleView()
  const t = translator(texts, lang)
  const mend = { quantity: 2, button: t('cart.take_available', { available: 2 }) }
  const base: LinesProps = {
    view,
    links: {
      change: '/form/checkout/line',
      here: '/checkout/c1?step=cart',
      next: '/checkout/c1?step=information',
      cart: '/cart',
    },
    texts: pickTexts(texts, linesTexts),
    lang,
  }
  const [stool, vase] = view.lines
  return {
    'two lines': base,
    'too few left': {
      ...base,
      view: { ...view, lines: [{ ...stool!, quantity: 5, trouble: 'Only 2 are left.', mend }] },
    },
    'too little': {
      ...base,
      view: {
        ...view,
        lines: [vase!],
        belowMinimum: 'The minimum order is $50. Add $2 more to check out.',
      },
    },
    'sold out': { ...base, view: { ...view, lines: [{ ...vase!, trouble: 'This is sold out.' }] } },
  }
}
