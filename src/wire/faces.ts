import { z } from 'zod'

/*
 * Faces that a theme brings along: which file is which weight of which family. `faces` of its `theme.json`.
 */

const weight = z
  .union([
    z.int().min(1).max(1000),
    z.string().regex(/^\d{1,4} \d{1,4}$/, 'a weight, such as 400, or two, such as "300 700"'),
  ])
  .refine((given) => {
    const [lightest, heaviest] = weightsIn(given)
    return lightest >= 1 && lightest <= heaviest && heaviest <= 1000
  }, 'a weight of 1 to 1000, or the lightest and the heaviest')

/** `U+0-FF,U+131`: letters that a browser fetches the file for. */
const range = z
  .string()
  .max(1_000)
  .refine(
    (text) => text.split(',').every((one) => /^\s?U\+[0-9a-f]{1,6}(-[0-9a-f]{1,6})?$/i.test(one)),
    'ranges of letters, such as U+0-FF,U+131',
  )

export const face = z.strictObject({
  family: z
    .string()
    .max(60)
    .regex(/^[\p{L}\p{N}][\p{L}\p{N} _-]*$/u, 'not the name of a font'),
  file: z
    .string()
    .regex(/^assets\/[a-z0-9][a-z0-9._-]{0,100}\.woff2$/, 'a font of the theme, such as assets/brand.woff2'),
  /** Null: as the file says. */
  weight: weight.nullable().default(null),
  style: z.enum(['normal', 'italic']).default('normal'),
  /** Null: for every letter. */
  range: range.nullable().default(null),
})
export type NamedFace = z.output<typeof face>

/** The lightest and the heaviest of a weight as it is written. */
export function weightsIn(weight: number | string): [lightest: number, heaviest: number] {
  const [lightest = 0, heaviest = lightest] = `${weight}`.split(' ').map(Number)
  return [lightest, heaviest]
}
