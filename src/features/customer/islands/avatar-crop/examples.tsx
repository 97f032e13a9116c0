import { pickTexts, type Texts } from '#i18n/t.ts'
import type { AvatarCropProps } from './island.tsx'
import { cropTexts } from './texts.ts'

const picture =
  "<svg xmlns='http://www.w3.org/2000/svg' width='640' height='400'><rect width='640' height='400' fill='#b9aede'/><circle cx='320' cy='160' r='80' fill='#fbfaf7'/><path d='M180 400a140 140 0 0 1 280 0z' fill='#fbfaf7'/></svg>"

/** The island in each of its states, by name. `texts` are all messages of the language. */
export function examples(texts: Texts, lang: string): Record<string, AvatarCropProps> {
  const base: AvatarCropProps = { id: '', error: null, texts: pickTexts(texts, cropTexts), lang }
  return {
    empty: base,
    'a picture is chosen': { ...base, first: `data:image/svg+xml,${encodeURIComponent(picture)}` },
    refused: { ...base, error: 'This file is not a picture that we can read.' },
  }
}
