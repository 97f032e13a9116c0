import { z } from 'zod'

/** A stored picture as pages, islands and calls see it. */
export const pictureView = z.object({
  /** The name in `/media/<key>/<width>.<format>`. */
  key: z.string(),
  width: z.int(),
  height: z.int(),
  /** A data URL, some 200 bytes: shown blurred until the picture is there. Empty for a tile, which needs none. */
  preview: z.string(),
  /** `#rrggbb` */
  color: z.string(),
  alt: z.string(),
})
export type PictureView = z.output<typeof pictureView>

/** It stands where there is no picture; machines are not told of it. */
export function isTile({ preview }: { preview: string }): boolean {
  return preview === ''
}
