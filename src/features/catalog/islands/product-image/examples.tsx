import { pickTexts, type Texts } from '#i18n/t.ts'
import type { ProductImageProps } from './island.tsx'
import type { GalleryPicture } from './pictures.ts'
import { productImageTexts } from './texts.ts'

/** The island in each of its states, by name. `texts` are all messages of the language. */
export function examples(texts: Texts, lang: string): Record<string, ProductImageProps> {
  const base: ProductImageProps = {
    title: 'Oak Stool',
    pictures: [picture(2), picture(0), picture(1)],
    sizes: '100vw',
    texts: pickTexts(texts, productImageTexts),
    lang,
  }
  return {
    'several pictures': base,
    'one picture': { ...base, pictures: [picture(0)] },
    'no picture': { ...base, pictures: [] },
  }
}

function picture(number: number): GalleryPicture {
  const color = ['#d8c9a8', '#9caf88', '#b8765a'][number] ?? '#888888'
  return {
    number,
    key: String(number).padStart(16, '0'),
    width: 1600,
    height: 1600,
    preview: '',
    color,
    alt: `View ${number + 1}`,
  }
}
