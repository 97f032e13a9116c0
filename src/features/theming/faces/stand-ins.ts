import type { Font } from './font.ts'

/*
 * What is shown in the place of a face that is not there: a font of the system, scaled and moved so that lines are as
 * long and as high as they would be in the face.
 */

/** Words as a shop has them: every letter about as often as in running text, capitals and figures among them. */
const sample =
  'Tableware, lighting and furniture for a calm home, made slowly and in small runs. Oak stool with a woven seat, 12 colours, from 129.00 to 1,490.50. Thrown by hand, glazed twice; every piece is a little different from the next. Delivery within 3 days, free from 90.00. Questions about size, care or returns are answered by people who know the things they sell. Pebble Lamp, First Light Mug, Harbour Blanket, Quiet Bowl: just what was joined, waxed and packed this week.'

/** The part of the em that a letter of running text takes. */
export function usualWidth(font: Pick<Font, 'advance'>, weight: number): number {
  const letters = [...sample]
  return (
    letters.reduce((sum, letter) => sum + font.advance(letter.codePointAt(0)!, weight), 0) / letters.length
  )
}

/** A font of systems, under every name that they know it by; fonts that were drawn to the same widths are among them. */
interface Reference {
  name: string
  regular: Cut
  bold: Cut
}

interface Cut {
  names: readonly string[]
  /** As {@link usualWidth} says: `scripts/make-faces.ts` prints it. */
  width: number
}

/** Windows, macOS and iOS; Android; Linux that has none of theirs. */
const references: Record<'sans' | 'serif', readonly Reference[]> = {
  sans: [
    {
      name: 'Arial',
      regular: { names: ['Arial', 'Helvetica', 'Liberation Sans', 'Arimo'], width: 0.4423 },
      bold: { names: ['Arial Bold', 'Helvetica Bold', 'Liberation Sans Bold', 'Arimo Bold'], width: 0.4739 },
    },
    {
      name: 'Roboto',
      regular: { names: ['Roboto', 'Roboto Regular'], width: 0.4395 },
      bold: { names: ['Roboto Bold'], width: 0.4475 },
    },
    {
      name: 'DejaVu',
      regular: { names: ['DejaVu Sans'], width: 0.505 },
      bold: { names: ['DejaVu Sans Bold'], width: 0.5704 },
    },
  ],
  serif: [
    {
      name: 'Times',
      regular: { names: ['Times New Roman', 'Liberation Serif', 'Tinos'], width: 0.4049 },
      bold: { names: ['Times New Roman Bold', 'Liberation Serif Bold', 'Tinos Bold'], width: 0.4282 },
    },
    {
      name: 'Noto',
      regular: { names: ['Noto Serif', 'Noto Serif Regular'], width: 0.4764 },
      bold: { names: ['Noto Serif Bold'], width: 0.5045 },
    },
    {
      name: 'DejaVu',
      regular: { names: ['DejaVu Serif'], width: 0.513 },
      bold: { names: ['DejaVu Serif Bold'], width: 0.5642 },
    },
  ],
}

/** From this weight on, browsers show a bold font where there is no other. */
const boldFrom = 600

export interface StandIns {
  /** For `font-family`, after the face. */
  families: readonly string[]
  /** `@font-face`, for the stylesheet. */
  rules: readonly string[]
}

/** A font at a weight that pages use. */
export interface Shown {
  font: Font
  weight: number
}

/** The fallback fonts of a family, at the weights that pages use. */
export function standIns(family: string, kind: 'sans' | 'serif', shown: readonly Shown[]): StandIns {
  const regular = shown.find(({ weight }) => weight < boldFrom)
  const bold = shown.find(({ weight }) => weight >= boldFrom)
  const made = references[kind].map((reference) => {
    const name = `${family} as ${reference.name}`
    return {
      name,
      rules: [
        ...(regular === undefined
          ? []
          : [ruleFor(name, regular, reference.regular, bold === undefined ? null : `1 ${boldFrom - 1}`)]),
        ...(bold === undefined ? [] : [ruleFor(name, bold, reference.bold, `${boldFrom} 1000`)]),
      ],
    }
  })
  return { families: made.map(({ name }) => name), rules: made.flatMap(({ rules }) => rules) }
}

/** @param weights of the rule; null: it is the only one */
function ruleFor(
  name: string,
  { font, weight }: Shown,
  { names, width }: Cut,
  weights: string | null,
): string {
  const scale = usualWidth(font, weight) / width
  return [
    `@font-face{font-family:"${name}";`,
    `src:${names.map((local) => `local("${local}")`).join(',')};`,
    weights === null ? '' : `font-weight:${weights};`,
    `size-adjust:${percent(scale)};`,
    `ascent-override:${percent(font.ascent / scale)};`,
    `descent-override:${percent(font.descent / scale)};`,
    `line-gap-override:${percent(font.lineGap / scale)}}`,
  ].join('')
}

function percent(part: number): string {
  return `${Number((part * 100).toFixed(2))}%`
}
