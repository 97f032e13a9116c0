import { readFileSync } from 'node:fs'
import { hash } from 'node:crypto'
import { join } from 'node:path'
import type { Face } from './face.ts'
import { familyKey } from './face.ts'
import { readFont } from './font.ts'

/*
 * The faces that come with the shop: a theme has one by naming its family. They are made by `scripts/make-faces.ts`.
 */

/** Next to the build. */
const folder = 'faces'

interface Listed {
  family: string
  /** Below the folder. */
  file: string
  range: string | null
}

/** A font file that a stylesheet names, and its content. */
export interface FaceFile {
  face: Face
  content: Buffer
}

let listed: readonly Listed[] | null = null
const read = new Map<string, FaceFile>()

/** The files of those of the families that come with the shop. */
export function shippedFaces(families: readonly string[]): FaceFile[] {
  listed ??= JSON.parse(readFileSync(join(folder, 'faces.json'), 'utf8')) as Listed[]
  const wanted = new Set(families.map(familyKey))
  return listed
    .filter(({ family }) => wanted.has(familyKey(family)))
    .map((one) => {
      const known = read.get(one.file) ?? faceFile(one)
      read.set(one.file, known)
      return known
    })
}

function faceFile({ family, file, range }: Listed): FaceFile {
  const content = readFileSync(join(folder, file))
  const font = readFont(content)
  return {
    face: {
      family,
      href: faceHref(hash('sha256', content, 'hex')),
      weights: font.weights,
      style: 'normal',
      range,
      font,
    },
    content,
  }
}

/** Where a file of a content is served. */
export function faceHref(sha256: string): string {
  return `/theme.${sha256.slice(0, 12)}.woff2`
}
