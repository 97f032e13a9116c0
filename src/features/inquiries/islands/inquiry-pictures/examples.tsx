import { pickTexts, type Texts } from '#i18n/t.ts'
import type { InquiryPicturesProps } from './island.tsx'
import { inquiryPicturesTexts } from './texts.ts'

/** The island in each of its states, by name. `texts` are all messages of the language. */
export function examples(texts: Texts, lang: string): Record<string, InquiryPicturesProps> {
  const base: InquiryPicturesProps = {
    id: 'pictures',
    kept: [],
    most: 6,
    error: null,
    texts: pickTexts(texts, inquiryPicturesTexts),
    lang,
  }
  const kept = Array.from({ length: 6 }, (_, n) => ({ id: `${n}`.repeat(32), url: `/media/${n}/320.webp` }))
  return {
    empty: base,
    'come back': { ...base, kept: kept.slice(0, 2), error: 'This picture is damaged.' },
    full: { ...base, kept },
  }
}
