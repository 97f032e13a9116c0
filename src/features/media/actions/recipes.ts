import { no, ok, type Result } from '#domain/result.ts'
import { hexOf, namedTints } from '../made/color.ts'
import { motifFor, tokens } from '../made/words.ts'
import { isMotif, type MadeRecipe, type MotifName } from '../made.ts'

export interface RecipeFault {
  code: 'unknown_motif' | 'unknown_color' | 'seed_out_of_range'
}

const maxSeed = 1_000_000

/** Takes a recipe as a file or a row brings it; a colour may be a hex or a named tint. */
export function readRecipe(given: {
  motif: string
  color: string
  seed?: number
}): Result<MadeRecipe, RecipeFault> {
  const { motif, seed = 0 } = given
  if (!isMotif(motif)) return no({ code: 'unknown_motif' })
  const color = hexOf(given.color)
  if (color === null) return no({ code: 'unknown_color' })
  if (!Number.isInteger(seed) || seed < 0 || seed > maxSeed) return no({ code: 'seed_out_of_range' })
  return ok({ motif, color, seed })
}

/** Something that has no picture, as far as words tell what it looks like. */
export interface Subject {
  type: string | null
  title: string
  categories: readonly string[]
  /** 0 to 1 000 000: equal seeds, equal pictures. */
  seed: number
  /** A hex, or words that may name a colour; null where nothing is said. */
  color: string | null
}

/** The recipe of the picture that stands in: a motif and a colour from the words, or pleasing ones by the seed. */
export function standIn(subject: Subject): MadeRecipe {
  const motif = motifFor(subject.type, subject.title, subject.categories)
  const said =
    (subject.color === null ? null : (hexOf(subject.color) ?? tintIn(subject.color))) ?? tintIn(subject.title)
  return { motif, color: said ?? pleasing(motif, subject.seed), seed: subject.seed }
}

/** The last colour that is named: "off white" is white, "navy blue" is blue enough. */
function tintIn(words: string): string | null {
  const name = tokens(words).findLast((word) => namedTints.has(word))
  return name === undefined ? null : hexOf(name)
}

const violet = '#8268b0'
/** For what is mostly made of wood or fibre, and for everything else. */
const natural = ['oak', 'walnut', 'sand', 'oat', 'charcoal', 'sage', 'clay', 'wood', 'stone']
const calm = [
  ...[
    'violet',
    'sage',
    'clay',
    'navy',
    'oat',
    'teal',
    'blush',
    'mustard',
    'slate',
    'terracotta',
    'lilac',
    'olive',
  ],
  ...['cream', 'charcoal', 'sky', 'plum'],
]
const likesNatural: ReadonlySet<MotifName> = new Set([
  ...(['table', 'shelf', 'drawers', 'stool', 'chair', 'basket', 'tray', 'frame', 'box', 'bag'] as const),
])

function pleasing(motif: MotifName, seed: number): string {
  const choice = likesNatural.has(motif) ? natural : calm
  // The lowest digits choose the backdrop; what is left chooses the colour.
  return hexOf(choice[Math.floor(seed / 8) % choice.length] ?? '') ?? violet
}
