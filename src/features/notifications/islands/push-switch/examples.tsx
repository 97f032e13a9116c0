import { pickTexts, type Texts } from '#i18n/t.ts'
import type { PushSwitchProps } from './island.tsx'
import { pushSwitchTexts } from './texts.ts'

/** The island, whose states are the browser's. `texts` are all messages of the language. */
export function examples(texts: Texts, lang: string): Record<string, PushSwitchProps> {
  return { default: { pushKey: '', texts: pickTexts(texts, pushSwitchTexts), lang } }
}
