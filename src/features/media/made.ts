import { colorOf } from './made/color.ts'
import * as desk from './made/desk.ts'
import * as furniture from './made/furniture.ts'
import { turned } from './made/ink.ts'
import * as lights from './made/lights.ts'
import { plant } from './made/plants.ts'
import {
  backdrops,
  develop,
  layBackdrop,
  openStudio,
  type Stage,
  type Studio,
  type View,
} from './made/studio.ts'
import * as textiles from './made/textiles.ts'
import * as vessels from './made/vessels.ts'
import * as wear from './made/wear.ts'
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

const table = {
  vase: { draw: vessels.vase, stage: 'table', zoom: 1.06 },
  mug: { draw: vessels.mug, stage: 'table', zoom: 1.4 },
  bowl: { draw: vessels.bowl, stage: 'table', zoom: 1.32 },
  plate: { draw: vessels.plate, stage: 'table', zoom: 1.16 },
  tray: { draw: vessels.tray, stage: 'table', zoom: 1.14 },
  carafe: { draw: vessels.carafe, stage: 'table', zoom: 1.12 },
  candle: { draw: vessels.candle, stage: 'table', zoom: 1.3 },
  bottle: { draw: vessels.bottle, stage: 'table', zoom: 1.16 },
  jar: { draw: vessels.jar, stage: 'table', zoom: 1.4 },
  tube: { draw: vessels.tubeOfCream, stage: 'table', zoom: 1.14 },
  basket: { draw: vessels.basket, stage: 'table', zoom: 1.22 },
  pan: { draw: vessels.pan, stage: 'table', zoom: 1.06 },
  utensils: { draw: desk.utensils, stage: 'table', zoom: 1.14 },
  plant: { draw: plant, stage: 'table', zoom: 1.08 },
  lamp: { draw: lights.lamp, stage: 'table', zoom: 1.12 },
  pendant: { draw: lights.pendant, stage: 'hung', zoom: 1.05 },
  'desk-lamp': { draw: lights.deskLamp, stage: 'table', zoom: 1.12 },
  clock: { draw: lights.clock, stage: 'wall', zoom: 1, oneWay: true },
  mirror: { draw: lights.mirror, stage: 'wall', zoom: 1 },
  frame: { draw: lights.frame, stage: 'wall', zoom: 1 },
  stool: { draw: furniture.stool, stage: 'room', zoom: 1.22 },
  chair: { draw: furniture.chair, stage: 'room', zoom: 1.12 },
  table: { draw: furniture.table, stage: 'room', zoom: 1.04 },
  shelf: { draw: furniture.shelf, stage: 'room', zoom: 1.04 },
  drawers: { draw: furniture.drawers, stage: 'room', zoom: 1.12 },
  sofa: { draw: furniture.sofa, stage: 'room', zoom: 1 },
  bed: { draw: furniture.bed, stage: 'room', zoom: 1.02 },
  rug: { draw: textiles.rug, stage: 'flat', zoom: 0.98 },
  cushion: { draw: textiles.cushion, stage: 'table', zoom: 1.18 },
  blanket: { draw: textiles.blanket, stage: 'table', zoom: 1.18 },
  bag: { draw: textiles.bag, stage: 'table', zoom: 1.14 },
  box: { draw: textiles.box, stage: 'table', zoom: 1.16 },
  pen: { draw: desk.pen, stage: 'flat', zoom: 1.08 },
  notebook: { draw: desk.notebook, stage: 'flat', zoom: 0.98 },
  watch: { draw: desk.watch, stage: 'flat', zoom: 1, oneWay: true },
  phone: { draw: desk.phone, stage: 'table', zoom: 1.08, oneWay: true },
  tablet: { draw: desk.tablet, stage: 'table', zoom: 1.04, oneWay: true },
  laptop: { draw: desk.laptop, stage: 'table', zoom: 1.08, oneWay: true },
  headphones: { draw: wear.headphones, stage: 'table', zoom: 1.06 },
  shirt: { draw: wear.shirt, stage: 'flat', zoom: 0.98 },
  jacket: { draw: wear.jacket, stage: 'flat', zoom: 1.02 },
  dress: { draw: wear.dress, stage: 'flat', zoom: 1.04 },
  shoe: { draw: wear.shoe, stage: 'table', zoom: 1.12 },
  glasses: { draw: wear.glasses, stage: 'flat', zoom: 1.1 },
  ring: { draw: wear.ring, stage: 'table', zoom: 1.18 },
  ball: { draw: desk.ball, stage: 'table', zoom: 1.2 },
  car: { draw: wear.car, stage: 'room', zoom: 1.02 },
  fruit: { draw: wear.fruit, stage: 'table', zoom: 1.4 },
  generic: { draw: desk.generic, stage: 'table', zoom: 1.34 },
} as const satisfies Record<string, Motif>

export type MotifName = keyof typeof table
export const motifs = Object.keys(table) as MotifName[]

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
  return Object.hasOwn(table, name)
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
  const motif: Motif = table[recipe.motif]
  const studio = openStudio(colorOf(recipe.color), recipe.seed)
  layBackdrop(studio, motif.stage, recipe.seed % backdrops)
  const foot = motif.stage === 'table' || motif.stage === 'room' ? 780 : 480
  const move = `translate(500 ${foot}) scale(${motif.zoom}) translate(-500 -${foot})`
  turned(studio.ink, move, () => motif.draw(studio))
  const mirrored = motif.oneWay !== true && Math.floor(recipe.seed / backdrops) % 2 === 1
  return develop(studio, view, mirrored)
}
