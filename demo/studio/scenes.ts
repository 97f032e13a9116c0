import { Group, type Object3D } from 'three'
import type { SetName } from './backdrop.ts'
import type { View } from './camera.ts'
import { windowShade } from './gobo.ts'
import { softbox, type Light } from './light.ts'
import type { Models } from './model.ts'
import type { Bulb } from './shading.ts'

/* Several things together: a picture for each collection, one for each department, and the wide one of the first page. */

/** A thing in its place: slug, colour, x, y, z in metres, and how far it is turned in degrees. */
type Placed = readonly [string, string, number, number, number, number?]

export interface Scene {
  things: readonly Placed[]
  set: SetName
  /** Swatch whose tint the paper takes, or the very colour of the wall. */
  paper: string
  wall?: string
  view: Partial<View>
  light: () => Light
  exposure?: number
  width: number
  height: number
}

const morning = (): Light => ({
  ...softbox,
  from: [-0.85, 0.72, 0.9],
  size: 2.2,
  key: 1.15,
  dome: 0.38,
  keyTint: '#fff1dc',
  gobo: windowShade(true),
  goboShare: 0.9,
})
const studioLight = (): Light => softbox
const evening = (): Light => ({ ...softbox, key: 0.1, dome: 0.14, domeTint: '#dfe4f5', keyTint: '#e8ecff' })

export const scenes: Readonly<Record<string, Scene>> = {
  'collections/slow-mornings': {
    things: [
      ['passing-tray', 'oak', 0.02, 0, 0.27, 8],
      ['first-light-mug', 'oat', 0.11, 0.016, 0.28, 35],
      ['milk-round-jug', 'butter', -0.1, 0.016, 0.22, 165],
      ['quiet-bowl', 'chalk', 0.36, 0, 0.34],
      ['seven-ish-alarm', 'butter', -0.3, 0, 0.2, 26],
      ['hush-teacup', 'wisteria', -0.02, 0.016, 0.33],
    ],
    set: 'room',
    paper: '#ead7a0',
    view: { crop: { center: [0.03, 0.1, 0.25], radius: 0.31 }, fill: 1, elevation: 14, offset: [0, -0.1] },
    light: morning,
    width: 1600,
    height: 1200,
  },
  'collections/quiet-light': {
    things: [
      ['dusk-lamp', 'sage', -0.23, 0, 0.2],
      ['paper-moon-lamp', 'opal', 0.2, 0, 0.12],
      ['pebble-lamp', 'clay', 0.0, 0, 0.36, 0],
      ['evening-candle', 'sage', 0.37, 0, 0.36],
    ],
    set: 'room',
    paper: '#8a7f78',
    wall: '#8f8377',
    view: { crop: { center: [0.05, 0.17, 0.2], radius: 0.33 }, fill: 1, elevation: 9, offset: [0, 0] },
    light: evening,
    exposure: 1.25,
    width: 1600,
    height: 1200,
  },
  'collections/small-spaces': {
    things: [
      ['leaning-shelf', 'oak', -0.7, 0, 0],
      ['trio-stool', 'sage', 0.52, 0, 0.55, 20],
      ['orbit-side-table', 'clay', 0.02, 0, 0.42, 10],
      ['moonrise-mirror', 'oak', 0.3, 1.22, 0.001],
      ['pebble-lamp', 'chalk', 0.52, 0.445, 0.55],
      ['five-peg-rail', 'oak', 1.22, 1.42, 0.001],
      ['low-seat', 'rain', 1.0, 0, 0.55, 14],
    ],
    set: 'room',
    paper: '#a2ac90',
    view: { crop: { center: [0.18, 0.9, 0.3], radius: 1.08 }, fill: 1, elevation: 7, offset: [0, 0] },
    light: morning,
    width: 1600,
    height: 1200,
  },
  'collections/clay-and-linen': {
    things: [
      ['shoulder-vase', 'oat', -0.2, 0, 0.2],
      ['one-stem-vase', 'clay', -0.01, 0, 0.15],
      ['field-plate', 'sage', 0.2, 0, 0.3],
      ['quiet-bowl', 'clay', 0.2, 0.009, 0.3],
      ['pinch-bowls', 'oat', -0.03, 0, 0.42, 20],
      ['second-helping-napkins', 'oat', 0.42, 0, 0.42, -12],
    ],
    set: 'room',
    paper: '#d0a48c',
    view: { crop: { center: [0.05, 0.11, 0.28], radius: 0.34 }, fill: 1, elevation: 16, offset: [0, -0.04] },
    light: morning,
    width: 1600,
    height: 1200,
  },
  'collections/the-desk-cleared': {
    things: [
      ['blank-page-desk-mat', 'fog', -0.02, 0, 0.5],
      ['riser-shelf', 'oak', -0.02, 0, 0.2],
      ['nod-desk-lamp', 'mustard', 0.42, 0, 0.24, 180],
      ['first-draft-notebook', 'ink', -0.08, 0.005, 0.5, 14],
      ['plain-pen', 'brass', 0.14, 0.005, 0.5, 60],
      ['someday-tray', 'rust', -0.5, 0, 0.3, 6],
      ['slow-clock', 'chalk', -0.32, 0.44, 0.001],
      ['one-stem-vase', 'ink', -0.14, 0.12, 0.2],
    ],
    set: 'room',
    paper: '#9dafba',
    view: { crop: { center: [-0.02, 0.24, 0.3], radius: 0.47 }, fill: 1, elevation: 15, offset: [0, 0] },
    light: morning,
    width: 1600,
    height: 1200,
  },
  'categories/tableware': tile('#b8765a', 15, { center: [0, 0.075, 0], radius: 0.2 }, [
    ['field-plate', 'sage', -0.05, 0, -0.02],
    ['field-plate', 'oat', -0.05, 0.0135, -0.02],
    ['quiet-bowl', 'clay', -0.05, 0.024, -0.02],
    ['milk-round-jug', 'chalk', 0.11, 0, -0.1, 10],
    ['first-light-mug', 'ink', 0.1, 0, 0.07, 40],
  ]),
  'categories/lighting': tile('#e3d7c3', 8, { center: [0, 0.25, 0], radius: 0.36 }, [
    ['dusk-lamp', 'plum', -0.16, 0, -0.05],
    ['cap-lamp', 'amber', 0.17, 0, -0.12],
    ['pebble-lamp', 'wisteria', 0.06, 0, 0.16],
  ]),
  'categories/furniture': tile('#c7a173', 10, { center: [0, 0.42, 0], radius: 0.66 }, [
    ['long-lunch-chair', 'oak', -0.2, 0, -0.1, 32],
    ['orbit-side-table', 'pine', 0.36, 0, 0.02, 20],
    ['trio-stool', 'rust', 0.16, 0, 0.42, 10],
  ]),
  'categories/decor': tile('#a698bd', 11, { center: [0.02, 0.15, 0], radius: 0.25 }, [
    ['shoulder-vase', 'plum', -0.1, 0, -0.05],
    ['plain-frame', 'oak', 0.13, 0, -0.14, -14],
    ['evening-candle', 'sage', 0.04, 0, 0.12],
    ['taper-holder', 'brass', 0.18, 0, 0.06, 20],
  ]),
  'categories/textiles': tile('#b9bdbb', 14, { center: [0.02, 0.2, 0], radius: 0.46 }, [
    ['truce-basket', 'straw', -0.17, 0, -0.16, 30],
    ['sunday-cushion', 'mustard', 0.17, 0, -0.1, -12],
    ['harbour-blanket', 'wisteria', 0.02, 0, 0.24, 22],
  ]),
  'categories/desk': tile('#9dafba', 26, { center: [0, 0.03, 0], radius: 0.27 }, [
    ['someday-tray', 'rust', -0.1, 0, -0.12, 10],
    ['first-draft-notebook', 'wisteria', 0.1, 0, 0.03, -16],
    ['soft-pencils', 'sage', -0.12, 0, 0.16, 24],
    ['plain-pen', 'brass', 0.12, 0, 0.2, 40],
  ]),
  'home/hero': {
    things: [
      ['shoulder-vase', 'plum', 0.24, 0, 0.16],
      ['dusk-lamp', 'chalk', 0.53, 0, 0.16],
      ['field-plate', 'sage', 0.1, 0, 0.36],
      ['quiet-bowl', 'chalk', 0.1, 0.009, 0.36],
      ['first-light-mug', 'clay', 0.33, 0, 0.42, 35],
      ['hush-teacup', 'wisteria', 0.45, 0, 0.46],
    ],
    set: 'room',
    paper: '#b7acc9',
    view: { crop: { center: [0.14, 0.17, 0.28], radius: 0.34 }, fill: 1, elevation: 11, offset: [0, -0.02] },
    light: morning,
    width: 1600,
    height: 1000,
  },
}

function tile(
  paper: string,
  elevation: number,
  crop: NonNullable<View['crop']>,
  things: readonly Placed[],
): Scene {
  return {
    things,
    set: 'sweep',
    paper,
    view: { crop, elevation, fill: 0.98 },
    light: studioLight,
    width: 1200,
    height: 1200,
  }
}

/** The things of a scene in their places, and the bulbs that burn there. */
export function arrange(
  scene: Scene,
  models: Models,
  swatches: Readonly<Record<string, string>>,
): { subject: Object3D; bulbs: Bulb[] } {
  const subject = new Group()
  const bulbs: Bulb[] = []
  for (const [slug, code, x, y, z, turn = 0] of scene.things) {
    const model = models[slug]
    const color = swatches[`${slug} ${code}`]
    if (model === undefined || color === undefined) throw new Error(`no ${slug} in ${code}`)
    const thing = new Group().add(model.build({ code, color }))
    thing.position.set(x, y, z)
    thing.rotation.y = (turn * Math.PI) / 180
    thing.updateMatrixWorld(true)
    for (const bulb of model.bulbs?.({ code, color }) ?? [])
      bulbs.push({ ...bulb, place: bulb.place.clone().applyMatrix4(thing.matrixWorld) })
    subject.add(thing)
  }
  return { subject, bulbs }
}
