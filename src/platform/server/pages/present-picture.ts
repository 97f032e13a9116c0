import type { Locale } from '#i18n/locales.ts'
import { pickText } from '#i18n/pick-text.ts'
import type { PictureView } from '#wire/picture-view.ts'

/** A stored picture as it is shown. `alt` by language; `name` stands in where nobody described the picture. */
export function presentPicture(
  { key, width, height, preview, color }: Omit<PictureView, 'alt'>,
  alt: Readonly<Record<string, string>> | null,
  name: string,
  locale: Locale,
): PictureView {
  return { key, width, height, preview, color, alt: pickText(alt, locale) || name }
}
