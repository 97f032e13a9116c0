import { bag } from './made/bag.ts'
import { bed, cushion } from './made/bedroom.ts'
import { box } from './made/box.ts'
import { car } from './made/car.ts'
import { blanket, rug } from './made/cloth.ts'
import { dress, jacket, shirt } from './made/clothes.ts'
import { colorOf } from './made/color.ts'
import { laptop, phone, tablet } from './made/devices.ts'
import { headphones } from './made/headphones.ts'
import { ring, watch } from './made/jewellery.ts'
import { basket, pan, utensils } from './made/kitchen.ts'
import { deskLamp, lamp, pendant } from './made/lamps.ts'
import { clock, frame, mirror } from './made/on-walls.ts'
import { notebook, pen } from './made/paper.ts'
import { plant } from './made/plants.ts'
import { chair, sofa, stool } from './made/seats.ts'
import { shelf } from './made/shelf.ts'
import { ball, fruit, generic } from './made/still-life.ts'
import { drawers, table as diningTable } from './made/tables.ts'
import { bowl, mug, plate, tray } from './made/tableware.ts'
import { bottle, candle, jar, tubeOfCream } from './made/toiletries.ts'
import { carafe, vase } from './made/vases.ts'
import { glasses, shoe } from './made/worn.ts'
import { turned } from './made/ink.ts'
import {
  backdrops,
  develop,
  layBackdrop,
  openStudio,
  type Stage,
  type Studio,
  type View,
} from './made/studio.ts'
import { keyOf } from './store.ts'

/*
 * Made pictures: the shop's first face until a merchant brings photographs. One recipe is one drawing, the same
 * bytes on every machine.
 */

interface Motif {
  draw: (studio: Studio) => void
  stage: Stage
  /** How much of the sheet the thing fills, around its foot (or the middle, where it has none). */
  zoom: number
  /** Looks wrong in a mirror: a dial, a screen. */
  oneWay?: true
}

const known = {
  vase: { draw: vase, stage: 'table', zoom: 1.06 },
  mug: { draw: mug, stage: 'table', zoom: 1.4 },
  bowl: { draw: bowl, stage: 'table', zoom: 1.32 },
  plate: { draw: plate, stage: 'table', zoom: 1.16 },
  tray: { draw: tray, stage: 'table', zoom: 1.14 },
  carafe: { draw: carafe, stage: 'table', zoom: 1.12 },
  candle: { draw: candle, stage: 'table', zoom: 1.3 },
  bottle: { draw: bottle, stage: 'table', zoom: 1.16 },
  jar: { draw: jar, stage: 'table', zoom: 1.4 },
  tube: { draw: tubeOfCream, stage: 'table', zoom: 1.14 },
  basket: { draw: basket, stage: 'table', zoom: 1.22 },
  pan: { draw: pan, stage: 'table', zoom: 1.06 },
  utensils: { draw: utensils, stage: 'table', zoom: 1.14 },
  plant: { draw: plant, stage: 'table', zoom: 1.08 },
  lamp: { draw: lamp, stage: 'table', zoom: 1.12 },
  pendant: { draw: pendant, stage: 'hung', zoom: 1.05 },
  'desk-lamp': { draw: deskLamp, stage: 'table', zoom: 1.12 },
  clock: { draw: clock, stage: 'wall', zoom: 1, oneWay: true },
  mirror: { draw: mirror, stage: 'wall', zoom: 1 },
  frame: { draw: frame, stage: 'wall', zoom: 1 },
  stool: { draw: stool, stage: 'room', zoom: 1.22 },
  chair: { draw: chair, stage: 'room', zoom: 1.12 },
  table: { draw: diningTable, stage: 'room', zoom: 1.04 },
  shelf: { draw: shelf, stage: 'room', zoom: 1.04 },
  drawers: { draw: drawers, stage: 'room', zoom: 1.12 },
  sofa: { draw: sofa, stage: 'room', zoom: 1 },
  bed: { draw: bed, stage: 'room', zoom: 1.02 },
  rug: { draw: rug, stage: 'flat', zoom: 0.98 },
  cushion: { draw: cushion, stage: 'table', zoom: 1.18 },
  blanket: { draw: blanket, stage: 'table', zoom: 1.18 },
  bag: { draw: bag, stage: 'table', zoom: 1.14 },
  box: { draw: box, stage: 'table', zoom: 1.16 },
  pen: { draw: pen, stage: 'flat', zoom: 1.08 },
  notebook: { draw: notebook, stage: 'flat', zoom: 0.98 },
  watch: { draw: watch, stage: 'flat', zoom: 1, oneWay: true },
  phone: { draw: phone, stage: 'table', zoom: 1.08, oneWay: true },
  tablet: { draw: tablet, stage: 'table', zoom: 1.04, oneWay: true },
  laptop: { draw: laptop, stage: 'table', zoom: 1.08, oneWay: true },
  headphones: { draw: headphones, stage: 'table', zoom: 1.06 },
  shirt: { draw: shirt, stage: 'flat', zoom: 0.98 },
  jacket: { draw: jacket, stage: 'flat', zoom: 1.02 },
  dress: { draw: dress, stage: 'flat', zoom: 1.04 },
  shoe: { draw: shoe, stage: 'table', zoom: 1.12 },
  glasses: { draw: glasses, stage: 'flat', zoom: 1.1 },
  ring: { draw: ring, stage: 'table', zoom: 1.18 },
  ball: { draw: ball, stage: 'table', zoom: 1.2 },
  car: { draw: car, stage: 'room', zoom: 1.02 },
  fruit: { draw: fruit, stage: 'table', zoom: 1.4 },
  generic: { draw: generic, stage: 'table', zoom: 1.34 },
} as const satisfies Record<string, Motif>

export type MotifName = keyof typeof known
export const motifs = Object.keys(known) as MotifName[]

/** What is drawn: `color` is `#rrggbb`, `seed` 0 to 1 000 000 chooses the backdrop, the side and the small things. */
export interface MadeRecipe {
  readonly motif: MotifName
  readonly color: string
  readonly seed: number
}

/** Grows when a drawing changes: a made picture's address is kept for a year, so it must get a new one. */
const drawing = 1

/** Pixels of a made picture's own size, both ways. */
export const madeSize = 1600

/** The name of a drawing in `/media`: of the recipe and of the hand that draws it. */
export function recipeKey({ motif, color, seed }: MadeRecipe): string {
  return keyOf(`made ${drawing} ${motif} ${color} ${seed}`)
}

export function isMotif(name: string): name is MotifName {
  return Object.hasOwn(known, name)
}

/** The drawing as an SVG document of `size` pixels: some 30 kB of text, no filters, no fonts, no links. */
export function drawMade(recipe: MadeRecipe, size = madeSize): string {
  return draw(recipe, { x: 0, width: 1000, pixels: [size, size] })
}

/** The same room, wider: for cards that are not square. */
export function drawShared(recipe: MadeRecipe, width: number, height: number): string {
  const wide = (1000 * width) / height
  return draw(recipe, { x: (1000 - wide) / 2, width: wide, pixels: [width, height] })
}

function draw(recipe: MadeRecipe, view: View): string {
  const motif: Motif = known[recipe.motif]
  const studio = openStudio(colorOf(recipe.color), recipe.seed)
  layBackdrop(studio, motif.stage, recipe.seed % backdrops)
  const foot = motif.stage === 'table' || motif.stage === 'room' ? 780 : 480
  const move = `translate(500 ${foot}) scale(${motif.zoom}) translate(-500 -${foot})`
  turned(studio.ink, move, () => motif.draw(studio))
  const mirrored = motif.oneWay !== true && Math.floor(recipe.seed / backdrops) % 2 === 1
  return develop(studio, view, mirrored)
}
