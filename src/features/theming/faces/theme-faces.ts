import { weightsIn } from '#wire/faces.ts'
import type { Theme } from '#wire/shop-config.ts'
import type { ThemeFile } from '../queries.ts'
import { familiesIn, familyKey } from './face.ts'
import { readFont, type Font } from './font.ts'
import { faceHref, shippedFaces, type FaceFile } from './shipped-faces.ts'
import { NoFont } from './woff2.ts'

/**
 * The files of the families that a theme names: those of its own folder, and of what comes with the shop where it brings
 * none of that name. A family of neither is one of the visitor's system.
 */
export function themeFaces(theme: Theme, files: readonly ThemeFile[]): FaceFile[] {
  const named = [...familiesIn(theme.fontFamily), ...familiesIn(theme.titleFontFamily)]
  const keys = new Set(named.map(familyKey))
  const own = theme.faces
    .filter(({ family }) => keys.has(familyKey(family)))
    .flatMap(({ family, file, weight, style, range }): FaceFile[] => {
      const stored = files.find(({ path }) => path === file)
      const font = stored === undefined ? null : readable(stored.content)
      if (stored === undefined || font === null) return []
      const weights = weight === null ? font.weights : weightsIn(weight)
      return [
        {
          face: { family, href: faceHref(stored.hash), weights, style, range, font },
          content: stored.content,
        },
      ]
    })
  const isOwn = new Set(own.map(({ face }) => familyKey(face.family)))
  return [...own, ...shippedFaces(named.filter((family) => !isOwn.has(familyKey(family))))]
}

/** It was read when it was stored; a later version of the program may refuse more. */
function readable(content: Buffer): Font | null {
  try {
    return readFont(content)
  } catch (error) {
    if (error instanceof NoFont) return null
    throw error
  }
}
