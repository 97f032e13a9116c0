import { pickTexts, type Texts } from '#i18n/t.ts'
import type { PasskeyProps } from './island.tsx'
import { passkeyTexts } from '../../parts/passkey-texts.ts'

/** The island, whose states are the browser's. `texts` are all messages of the language. */
export function examples(texts: Texts, lang: string): Record<string, PasskeyProps> {
  const factor = '/auth/verify-prompt'
  return { default: { next: '', keeps: true, factor, texts: pickTexts(texts, passkeyTexts), lang } }
}
