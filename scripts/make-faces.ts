/*
 * `node scripts/run.mjs scripts/make-faces.ts`: makes the fonts in `faces/` of the packages of Fontsource. It is needed
 * when the choice below changes, and asks npm for the packages and for a tool: none of them is a dependency of the shop.
 *
 * Prints, too, how wide the fonts of systems are, for `references` in `src/features/theming/faces/stand-ins.ts`.
 */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readFont } from '#features/theming/faces/font.ts'
import { usualWidth } from '#features/theming/faces/stand-ins.ts'

const run = promisify(execFile)

type Axes = Readonly<Record<string, number | { min: number; max: number; default: number }>>

interface Choice {
  family: string
  /** Of the package, and of the folder below `faces/`. */
  name: string
  /** As its files name the axes that they have. */
  variant: 'opsz' | 'wght'
  /** What is left of the design space: a weight less is five kilobytes less. */
  axes: Axes
  sets: readonly ('latin' | 'latin-ext' | 'vietnamese')[]
  /** Parts of the em, in place of the font's own: capitals then stand in the middle of a line, as beside an icon. */
  heights?: { ascent: number; descent: number }
}

const toSemibold = { min: 400, max: 600, default: 400 }
const choices: readonly Choice[] = [
  {
    family: 'Bricolage Grotesque',
    name: 'bricolage-grotesque',
    variant: 'opsz',
    axes: { wght: 500, opsz: 48 },
    sets: ['latin', 'latin-ext', 'vietnamese'],
  },
  {
    family: 'Hanken Grotesk',
    name: 'hanken-grotesk',
    variant: 'wght',
    axes: { wght: toSemibold },
    sets: ['latin', 'latin-ext', 'vietnamese'],
  },
  {
    family: 'Newsreader',
    name: 'newsreader',
    variant: 'opsz',
    axes: { wght: 400, opsz: 48 },
    sets: ['latin', 'latin-ext', 'vietnamese'],
    heights: { ascent: 0.92, descent: 0.25 },
  },
  {
    family: 'Ysabeau Office',
    name: 'ysabeau-office',
    variant: 'wght',
    axes: { wght: toSemibold },
    sets: ['latin', 'latin-ext', 'vietnamese'],
  },
  {
    family: 'Gabarito',
    name: 'gabarito',
    variant: 'wght',
    axes: { wght: 700 },
    sets: ['latin', 'latin-ext'],
  },
  {
    family: 'Figtree',
    name: 'figtree',
    variant: 'wght',
    axes: { wght: { min: 400, max: 700, default: 400 } },
    sets: ['latin', 'latin-ext'],
  },
]

/**
 * Letters of the first file of a family: those of Western Europe with the marks and currencies of a shop. All that a
 * first view fetches in English, German, Spanish, French, Italian, Portuguese, and of Latin letters in Chinese.
 */
const western = signsOf(
  '20-7E A0-FF 131 152-153 2C6 2DA 2DC 2010-2014 2018-201A 201C-201E 2020-2022 2026 2030 2032-2033 2039-203A 2044 20AC 2122 2190-2193 2212 2215',
)
/** The letters of a file that no file before it has: `unicode-range` of the stylesheet. */
const ranges = {
  latin: null,
  'latin-ext': 'U+100-130,U+132-151,U+154-2AF,U+1E00-1E9F,U+1EF2-1EFF,U+20A0-20AB,U+20AD-20C0,U+2C60-2C7F',
  vietnamese:
    'U+102-103,U+110-111,U+128-129,U+168-169,U+1A0-1A1,U+1AF-1B0,U+300-309,U+323,U+1EA0-1EF9,U+20AB',
} as const

/** Layout that a shop needs: kerning, ligatures, marks, and figures of one width for prices. */
const features = ['calt', 'case', 'ccmp', 'kern', 'liga', 'lnum', 'locl', 'mark', 'mkmk', 'rvrn', 'tnum']

const systemFonts = [
  ['Arial', '@fontsource/arimo', 'arimo-latin', 'normal'],
  ['Times New Roman', '@fontsource/tinos', 'tinos-latin', 'normal'],
  ['Roboto', '@fontsource/roboto', 'roboto-latin', 'normal'],
  ['Noto Serif', '@fontsource/noto-serif', 'noto-serif-latin', 'normal'],
] as const

const folder = await mkdtemp(join(tmpdir(), 'violet-faces-'))
try {
  await make()
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function make(): Promise<void> {
  const packages = [
    'subset-font@2.9.0',
    ...choices.map(({ name }) => `@fontsource-variable/${name}@5.3.0`),
    ...systemFonts.map(([, name]) => `${name}@5.3.0`),
  ]
  await run('npm', [
    'install',
    '--prefix',
    folder,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    ...packages,
  ])
  const from = createRequire(join(folder, 'here.js'))
  const subset = from('subset-font') as Subset
  const { convert } = from('fontverter') as { convert: (font: Buffer, to: 'woff2') => Promise<Buffer> }
  const listed: { family: string; file: string; range: string | null }[] = []
  for (const choice of choices) {
    const source = join(folder, 'node_modules/@fontsource-variable', choice.name)
    await mkdir(`faces/${choice.name}`, { recursive: true })
    await cp(join(source, 'LICENSE'), `faces/${choice.name}/OFL.txt`)
    for (const set of choice.sets) {
      const file = `${choice.name}/${set}.woff2`
      const whole = await readFile(join(source, `files/${choice.name}-${set}-${choice.variant}-normal.woff2`))
      const part = await subset(whole, set === 'latin' ? western : signsOf(bare(ranges[set])), {
        targetFormat: 'sfnt',
        variationAxes: choice.axes,
        keepFeatures: features,
        noHinting: true,
      })
      if (choice.heights !== undefined) setHeights(part, choice.heights)
      const packed = await convert(part, 'woff2')
      await writeFile(`faces/${file}`, packed)
      listed.push({ family: choice.family, file, range: ranges[set] })
      console.log(`${file}: ${packed.length} bytes`)
    }
  }
  await writeFile('faces/faces.json', `${JSON.stringify(listed, null, 2)}\n`)
  for (const [name, source, file, style] of systemFonts)
    for (const weight of [400, 700]) {
      const path = join(folder, 'node_modules', source, `files/${file}-${weight}-${style}.woff2`)
      console.log(`${name} ${weight}: ${usualWidth(readFont(await readFile(path)), weight)}`)
    }
}

type Subset = (
  font: Buffer,
  signs: string,
  options: {
    targetFormat: 'sfnt'
    variationAxes: Axes
    keepFeatures: readonly string[]
    noHinting: boolean
  },
) => Promise<Buffer>

/** Writes the heights of a line into a font, where browsers read them: hhea and OS/2. */
function setHeights(font: Buffer, { ascent, descent }: { ascent: number; descent: number }): void {
  const tables = new Map(
    Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
      const at = 12 + index * 16
      return [font.toString('latin1', at, at + 4), font.readUInt32BE(at + 8)] as const
    }),
  )
  const em = font.readUInt16BE(tables.get('head')! + 18)
  for (const at of [tables.get('hhea')! + 4, tables.get('OS/2')! + 68]) {
    font.writeInt16BE(Math.round(ascent * em), at)
    font.writeInt16BE(-Math.round(descent * em), at + 2)
    font.writeInt16BE(0, at + 4)
  }
}

function bare(range: string): string {
  return range.replaceAll('U+', '').replaceAll(',', ' ')
}

/** @param range code points in hex digits, and spans of them: `20-7E A0` */
function signsOf(range: string): string {
  return range
    .split(' ')
    .flatMap((span) => {
      const [first = 0, last = first] = span.split('-').map((one) => Number.parseInt(one, 16))
      return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index))
    })
    .join('')
}
