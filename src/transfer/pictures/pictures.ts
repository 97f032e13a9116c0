import type { ProductEntry } from '#wire/catalog-format.ts'
import type { PictureEntry } from '#wire/entry-parts.ts'
import { no, ok, type Result } from '#domain/result.ts'
import { shown } from '#wire/shown-text.ts'

/** A drawn picture: what, in which colour, and which of many. */
export interface Recipe {
  motif: string
  color: string
  seed: number
}

/** What the import needs to know of the drawing of pictures. */
export interface PictureRules {
  /** The recipe for something that has no picture. Equal arguments, equal recipe. */
  standIn(subject: {
    type: string | null
    title: string
    categories: readonly string[]
    seed: number
    color: string | null
  }): Recipe
  /** One spelling of a recipe, or why it cannot be drawn. */
  readRecipe(recipe: Recipe): Result<Recipe, string>
}

/** A picture with everything decided: from `src`, drawn by `made` until that is there; or only drawn. */
export interface PlannedPicture {
  src: string | null
  made: Recipe
  alt: Record<string, string>
  for: Record<string, string>
}

/** The pictures of a product. One without any gets one that is drawn. */
export function planPictures(entry: ProductEntry, rules: PictureRules): Result<PlannedPicture[], string> {
  const given = entry.pictures.length === 0 ? [{}] : entry.pictures
  const planned: PlannedPicture[] = []
  for (const [index, picture] of given.entries()) {
    const subject = {
      type: entry.type ?? null,
      title: entry.title['en'] ?? Object.values(entry.title)[0] ?? '',
      categories: entry.categories,
      seed: (seedOf(entry.slug) + index) % 1_000_000,
      color: colorFor(entry, picture),
    }
    const plan = planPicture(picture, subject, rules)
    if (!plan.ok) return no(`pictures[${index}] ${plan.problem}`)
    planned.push(plan.value)
  }
  return ok(planned)
}

/** One picture of a product, category or collection. */
export function planPicture(
  picture: PictureEntry,
  subject: Parameters<PictureRules['standIn']>[0],
  rules: PictureRules,
): Result<PlannedPicture, string> {
  const sourceFault = picture.src === undefined ? null : srcFault(picture.src)
  if (sourceFault !== null) return no(sourceFault)
  const made = rules.readRecipe(picture.made ?? rules.standIn(subject))
  if (!made.ok) return made
  return ok({ src: picture.src ?? null, made: made.value, alt: picture.alt ?? {}, for: picture.for ?? {} })
}

/** As it stands in our format: `made` is told only where it is the picture and not a stand-in. */
export function plannedEntry({ src, made, alt, for: options }: PlannedPicture): PictureEntry {
  return {
    ...(src === null ? { made } : { src }),
    ...(Object.keys(alt).length === 0 ? {} : { alt }),
    ...(Object.keys(options).length === 0 ? {} : { for: options }),
  }
}

export function isUrl(src: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(src)
}

/** Why a source is neither a web address nor a path inside the media folder, or null. */
function srcFault(src: string): string | null {
  if (isUrl(src)) {
    const url = URL.parse(src)
    if (url === null) return `is at ${shown(src)}, which is no address`
    if (url.protocol !== 'http:' && url.protocol !== 'https:')
      return `is at ${shown(src)}: only http and https are fetched`
    return url.username === '' && url.password === '' ? null : 'is at an address with a password in it'
  }
  const steps = src.split('/')
  const outside = src.includes('\\') || steps.some((step) => step === '' || step === '.' || step === '..')
  return outside ? `is at ${shown(src)}, which is no path inside the media folder` : null
}

/** The swatch or the code of the value that a picture is shown for. */
function colorFor(entry: ProductEntry, picture: PictureEntry): string | null {
  for (const [code, valueCode] of Object.entries(picture.for ?? {})) {
    const value = entry.options
      .find((option) => option.code === code)
      ?.values.find((candidate) => candidate.code === valueCode)
    if (value !== undefined) return value.swatch ?? value.code
  }
  return null
}

/** A number from a name: FNV-1a, so that the drawings of a shop differ and stay the same. */
export function seedOf(name: string): number {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(name)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return hash % 1_000_000
}
