import type { Theme } from '#wire/shop-config.ts'
import { facesOf, familiesIn, familyKey, latinFace, weightNumber, type Face } from './face.ts'
import { standIns, type Shown } from './stand-ins.ts'

/*
 * The part of the theme's stylesheet that makes faces of files: `@font-face`, and the families that stand for them.
 */

/** The families of a list, each family that has a face with its fallbacks: values for `font-family`. */
export interface Families {
  /** For pages in Latin letters, before the generic family. */
  usual: string
  /** For Latin letters among signs of Chinese and Japanese. */
  amongSigns: string
  /** Both once more, for the second page of a document: with faces that the first one could not wait for. */
  later: Pick<Families, 'usual' | 'amongSigns'>
  /** For visitors who want less data: without faces. */
  plain: string
}

/**
 * A family that is fetched, under two names: a file that a browser has given up under the first, it tries under the
 * second.
 */
interface Name {
  name: string
  isFetched: boolean
}

function laterName(family: string): string {
  return `${family} later`
}

export interface FaceCss {
  rules: readonly string[]
  /** Null for a list without a face. */
  text: Families | null
  title: Families | null
}

/** Without the generic family at its end, and whether that is one with serifs. */
export interface FamilyList {
  names: string
  kind: 'sans' | 'serif'
}

export function faceCss(
  theme: Theme,
  { text, title }: { text: FamilyList; title: FamilyList },
  faces: readonly Face[],
): FaceCss {
  const weights = { text: weightNumber(theme.fontWeight), title: weightNumber(theme.titleFontWeight) }
  const used = new Map<string, { faces: Face[]; kind: 'sans' | 'serif'; weights: number[] }>()
  const addList = ({ names, kind }: FamilyList, at: readonly number[]): void => {
    for (const family of familiesIn(names)) {
      const own = facesOf(family, faces)
      const before = used.get(familyKey(family))
      if (own.length === 0) continue
      used.set(familyKey(family), { faces: own, kind, weights: [...(before?.weights ?? []), ...at] })
    }
  }
  // Words that stand out in running text have the weight of titles.
  addList(text, [weights.text, weights.title])
  addList(title, [weights.title])

  const made = new Map(
    [...used].map(([key, { faces: own, kind, weights: at }]) => [key, familyCss(own, kind, at)] as const),
  )
  return {
    rules: [...made.values()].flatMap(({ rules }) => rules),
    text: familiesFor(text, made),
    title: familiesFor(title, made),
  }
}

interface FamilyCss {
  rules: readonly string[]
  usual: readonly Name[]
  amongSigns: readonly Name[]
}

function familyCss(faces: readonly Face[], kind: 'sans' | 'serif', weights: readonly number[]): FamilyCss {
  const family = faces[0]!.family
  const shown = weights.flatMap((weight): Shown[] => {
    const face = latinFace(faces, weight)
    return face === null ? [] : [{ font: face.font, weight }]
  })
  const instead = standIns(family, kind, shown)
  const latin = faces.filter((face) => latinFace([face], weightNumber('normal')) !== null)
  const among = `${family} among signs`
  return {
    rules: [
      ...[family, laterName(family)].flatMap((name) => faces.map((face) => faceRule(name, face, face.range))),
      ...[among, laterName(among)].flatMap((name) =>
        latin.map((face) => faceRule(name, face, lettersAmongSigns)),
      ),
      ...(shown.length === 0 ? [] : instead.rules),
    ],
    usual: [
      { name: family, isFetched: true },
      ...(shown.length === 0 ? [] : instead.families).map((name) => ({ name, isFetched: false })),
    ],
    amongSigns: [{ name: latin.length === 0 ? family : among, isFetched: true }],
  }
}

/**
 * Chinese and Japanese have quotes, dashes and points of their own at these code points, as wide as a sign: U+B7, U+2014,
 * U+2018 to 201D, U+2026.
 */
const lettersAmongSigns = 'U+20-7E,U+A0-B6,U+B8-2FF,U+2013,U+20A0-20C0,U+2122,U+2212'

function faceRule(family: string, { href, weights, style }: Face, range: string | null): string {
  const [lightest, heaviest] = weights
  const weight = lightest === heaviest ? `${lightest}` : `${lightest} ${heaviest}`
  return [
    `@font-face{font-family:"${family}";`,
    `src:url(${href}) format("woff2");`,
    weight === '400' ? '' : `font-weight:${weight};`,
    style === 'normal' ? '' : 'font-style:italic;',
    'font-display:optional',
    range === null ? '' : `;unicode-range:${range.replace(/\s/g, '')}`,
    '}',
  ].join('')
}

function familiesFor({ names, kind }: FamilyList, made: ReadonlyMap<string, FamilyCss>): Families | null {
  const listed = familiesIn(names).map((name) => ({
    name,
    isFetched: false,
    css: made.get(familyKey(name)) ?? null,
  }))
  const first = listed.findIndex(({ css }) => css !== null)
  if (first < 0) return null
  const usual = listed.flatMap((one) => one.css?.usual ?? [one])
  // Fonts after the face stand in for it: so do those of the signs, whose Latin letters go with them.
  const amongSigns = listed.flatMap((one, index) => one.css?.amongSigns ?? (index < first ? [one] : []))
  const plain = listed.filter(({ css }) => css === null).map(({ name }) => name)
  return {
    usual: quoted(usual.map(({ name }) => name)),
    amongSigns: quoted(amongSigns.map(({ name }) => name)),
    later: { usual: quoted(usual.flatMap(bothNames)), amongSigns: quoted(amongSigns.flatMap(bothNames)) },
    plain: quoted(plain.length > 0 ? plain : [kind === 'serif' ? 'Times New Roman' : 'Arial']),
  }
}

function bothNames({ name, isFetched }: Name): string[] {
  return isFetched ? [name, laterName(name)] : [name]
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(',')
}

/** The files that the first view of a page is set in. */
export function firstFaces(theme: Theme, faces: readonly Face[]): Face[] {
  const weights = [theme.fontWeight, theme.titleFontWeight].map(weightNumber)
  const wanted = [
    ...weights.map((weight) => firstFace(theme.fontFamily, faces, weight)),
    firstFace(theme.titleFontFamily, faces, weights[1]!),
  ]
  return [...new Set(wanted)].filter((face) => face !== null)
}

/** The first family of the list decides: the next one only shows letters that the first lacks. */
function firstFace(list: string, faces: readonly Face[], weight: number): Face | null {
  const [first] = familiesIn(list)
  return first === undefined ? null : latinFace(facesOf(first, faces), weight)
}
