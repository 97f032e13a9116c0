import type { PictureView } from './contract.ts'
import type { PictureRow } from './queries.ts'

/** `alt` is the text in the page's language, empty for a picture that only decorates. */
export function presentPicture(row: PictureRow, alt: string): PictureView {
  return {
    key: row.key,
    width: row.width,
    height: row.height,
    preview: row.preview,
    color: row.averageColor,
    alt,
  }
}
