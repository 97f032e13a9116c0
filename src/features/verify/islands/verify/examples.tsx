import type { Puzzle } from '#features/verify/contract.ts'
import { pickTexts, translator, type Texts } from '#i18n/t.ts'
import type { VerifyProps } from './island.tsx'
import { verifyTexts } from './texts.ts'

const grey = (width: number, height: number): string =>
  `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${width} ${height}'/%3E`

/** As large as those that the server draws. */
const slide: Puzzle = {
  way: 'slide',
  width: 320,
  height: 160,
  image: grey(320, 160),
  piece: { image: grey(52, 52), size: 52, top: 12 },
}

/** The island in each of its states, by name. `texts` are all messages of the language. */
export function examples(texts: Texts, lang: string): Record<string, VerifyProps> {
  const picked = pickTexts(texts, verifyTexts)
  const base = { id: 'verify', texts: picked, lang }
  const issued = { at: 'puzzle', verifyId: '-', fault: null, isChecked: false } as const
  const t = translator(texts, lang)
  return {
    idle: { ...base, first: { at: 'idle', fault: null } },
    'not now': { ...base, first: { at: 'idle', fault: t('problem.too_many_requests') } },
    loading: { ...base, first: { at: 'loading', way: 'slide' } },
    slide: { ...base, first: { ...issued, puzzle: slide } },
    checked: { ...base, first: { ...issued, puzzle: slide, isChecked: true } },
    failed: { ...base, first: { ...issued, puzzle: slide, fault: t('verify.failed') } },
    question: { ...base, first: { ...issued, puzzle: { way: 'question', text: '7 + 5 = ?' } } },
    working: { ...base, first: { ...issued, puzzle: { way: 'work', bits: 17 }, isChecked: true } },
    passed: { ...base, first: { at: 'passed', verifyId: '-' } },
  }
}
