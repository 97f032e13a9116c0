import type { PictureSource } from '#ui/picture.tsx'

export interface GalleryPicture extends PictureSource {
  /** Its place among the product's pictures, by which a SKU names it. */
  number: number
}
