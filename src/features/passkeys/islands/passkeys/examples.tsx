import { pickTexts, type Texts } from '#i18n/t.ts'
import type { PasskeysProps } from './island.tsx'
import { passkeysTexts } from './texts.ts'

/** The island, whose states are the browser's. `texts` are all messages of the language. */
export function examples(texts: Texts, lang: string): Record<string, PasskeysProps> {
  return {
    default: { known: null, confirm: '/user/security/confirm', texts: pickTexts(texts, passkeysTexts), lang },
  }
}
