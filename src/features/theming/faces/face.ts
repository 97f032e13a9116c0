import type { Font } from './font.ts'

/** One file of a family, as pages can fetch it. */
export interface Face {
  family: string
  href: string
  weights: readonly [lightest: number, heaviest: number]
  style: 'normal' | 'italic'
  /** Value of `unicode-range`: the letters that it is fetched for; null for all. */
  range: string | null
  font: Font
}

/** The names of a list of families, without quotes. */
export function familiesIn(list: string): string[] {
  return (list.match(/"[^"]*"|'[^']*'|[^,"']+/g) ?? [])
    .map((name) => name.replace(/^["'\s]+|["'\s]+$/g, ''))
    .filter((name) => name !== '')
}

/** Families are compared as browsers compare them. */
export function familyKey(name: string): string {
  return name.toLowerCase()
}

/** The faces of a family. */
export function facesOf(family: string, faces: readonly Face[]): Face[] {
  return faces.filter((face) => familyKey(face.family) === familyKey(family))
}

/** Which file of a family shows Latin letters at a weight, as browsers choose it; null where none has such letters. */
export function latinFace(faces: readonly Face[], weight: number): Face | null {
  const upright = faces.filter(({ style, font }) => style === 'normal' && font.has(letter))
  return (
    upright.toSorted((a, b) => distance(a, weight) - distance(b, weight)).find((face) => isAskedFor(face)) ??
    null
  )
}

const letter = 'a'.codePointAt(0)!

function distance({ weights: [lightest, heaviest] }: Face, weight: number): number {
  return Math.max(0, lightest - weight, weight - heaviest)
}

/** Whether the browser fetches it for a Latin letter. */
function isAskedFor({ range }: Face): boolean {
  if (range === null) return true
  return range.split(',').some((span) => {
    const [first = 0, last = first] = span
      .trim()
      .slice(2)
      .split('-')
      .map((one) => Number.parseInt(one, 16))
    return letter >= first && letter <= last
  })
}

/** A number for `font-weight`. */
export function weightNumber(weight: number | 'normal' | 'bold'): number {
  if (weight === 'normal') return 400
  return weight === 'bold' ? 700 : weight
}
