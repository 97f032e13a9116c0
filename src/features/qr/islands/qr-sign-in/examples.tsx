import { pickTexts, type Texts } from '#i18n/t.ts'
import type { QrSignInProps } from './island.tsx'
import { qrTexts } from './texts.ts'

const svg =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path d='M1 1h3v3h-3zm4 0h3v3h-3zM1 5h3v3h-3z'/></svg>"

/** The island in each of its states, by name. `texts` are all messages of the language. */
export function examples(texts: Texts, lang: string): Record<string, QrSignInProps> {
  const base = { next: '', factor: '/auth/verify-prompt', texts: pickTexts(texts, qrTexts), lang }
  // Without a ticket nothing is polled for.
  const code = { svg, watch: '' }
  return {
    idle: { ...base, first: { at: 'idle', fault: null } },
    loading: { ...base, first: { at: 'loading' } },
    code: { ...base, first: { at: 'created', ticket: null, ...code } },
    scanned: { ...base, first: { at: 'scanned', ticket: null, ...code } },
    expired: { ...base, first: { at: 'over', isRefused: false } },
    refused: { ...base, first: { at: 'over', isRefused: true } },
    done: { ...base, first: { at: 'done' } },
  }
}
