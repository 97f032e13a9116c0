import { Color, Vector3, type Object3D } from 'three'
import { shift } from '../color.ts'
import { bisque, glaze, metal } from '../materials.ts'
import type { Model, Models } from '../model.ts'
import { smoothstep, tiledFractal } from '../noise.ts'
import { glass, surface } from '../shading.ts'
import { at, group, lathe, mesh, rod, shadowless, smooth, turned, vessel } from '../shapes.ts'
import { colorTexture } from '../textures.ts'
import { houseplant, leaf, soil, sprig, tulip } from './decor-plants.ts'

type Line = readonly (readonly [number, number])[]

function pot(outside: Line, wall: number, floor: number, steps = 50): ReturnType<typeof lathe> {
  return lathe(
    vessel(
      smooth(outside, steps).map(([r, y]) => [r, y] as const),
      wall,
      floor,
    ),
    96,
  )
}

function budVase(color: string): Object3D {
  return mesh(
    pot(
      [
        [0.024, 0],
        [0.031, 0.004],
        [0.0352, 0.03],
        [0.033, 0.062],
        [0.021, 0.092],
        [0.0115, 0.112],
        [0.0092, 0.14],
        [0.0095, 0.165],
        [0.0125, 0.179],
      ],
      0.0022,
      0.01,
    ),
    glaze(color, { gloss: 0.28, speckle: 0.5, cloud: 1.3 }),
  )
}

const oneStem: Model = {
  build: ({ color }) =>
    group(
      budVase(color),
      at(
        sprig(
          [
            new Vector3(0, 0, 0),
            new Vector3(0.002, 0.06, 0),
            new Vector3(0.022, 0.13, 0.008),
            new Vector3(0.062, 0.185, 0.012),
          ],
          9,
          0.05,
          { seed: 3 },
        ),
        0.001,
        0.155,
        0,
      ),
    ),
  set: 'sweep',
  view: { fill: 0.74 },
  detail: {
    view: { fill: 0.7, turn: 0, elevation: 15 },
    code: 'ink',
    build: ({ color }) =>
      group(
        at(budVase(color), -0.03, 0, 0),
        at(turned(tulip(0.16, 0.05, '#e3c9a6'), 0, -20), -0.03, 0.12, 0),
      ),
  },
}

/** The glaze breaks to a paler line along the shoulder. */
function broken(color: string, height: number): ReturnType<typeof surface> {
  const pale = shift(color, { l: 0.11, c: 0.75 })
  const [own, deep] = [new Color(color), shift(color, { l: -0.025 })]
  return surface({
    map: colorTexture(
      `broken ${color} ${height}`,
      [0.66, 0.8],
      (u, v, into) => {
        const along = v * 0.8
        const run = tiledFractal(u, v, 18, 10, 8, 4)
        into.copy(own).lerp(deep, Math.max(0, run))
        const line = 1 - smoothstep(0.004, 0.016, Math.abs(along - height - run * 0.012))
        into.lerp(pale, line * 0.85)
      },
      1024,
    ),
    roughness: 0.62,
  })
}

function shoulder(color: string): Object3D {
  return mesh(
    pot(
      [
        [0.055, 0],
        [0.062, 0.005],
        [0.074, 0.06],
        [0.0905, 0.115],
        [0.097, 0.148],
        [0.09, 0.176],
        [0.066, 0.194],
        [0.0415, 0.2015],
        [0.036, 0.21],
        [0.0372, 0.222],
      ],
      0.005,
      0.01,
    ),
    broken(color, 0.238),
  )
}

const shoulderVase: Model = {
  build: ({ color }) => shoulder(color),
  set: 'sweep',
  view: { fill: 0.62 },
  detail: {
    view: { fill: 0.76, elevation: 9 },
    code: 'sage',
    build: ({ color }) =>
      group(
        shoulder(color),
        ...[
          [-0.1, 0.26, -20],
          [0.09, 0.27, 15],
          [0.02, 0.3, 80],
          [-0.05, 0.28, 200],
          [0.06, 0.25, 130],
          [0.03, 0.26, 260],
          [-0.02, 0.24, 320],
        ].map(([lean = 0, tall = 0.25, turn = 0]) =>
          at(turned(tulip(tall, lean, '#efe4d3'), 0, turn), 0.002, 0.1, 0),
        ),
        ...[20, 150, 265].map((turn) =>
          at(turned(leaf(0.2, 0.035, { bow: 0.8, color: '#7b8f63' }), 22, turn), 0, 0.2, 0),
        ),
      ),
  },
}

const pond: Model = {
  build: ({ color }) => {
    const shell = pot(
      [
        [0.07, 0],
        [0.078, 0.003],
        [0.098, 0.014],
        [0.114, 0.03],
        [0.12, 0.05],
      ],
      0.005,
      0.008,
    )
    const inner = pot(
      [
        [0.06, 0.0075],
        [0.073, 0.009],
        [0.093, 0.0195],
        [0.1085, 0.0345],
        [0.1148, 0.05],
      ],
      0.0008,
      0.0082,
    )
    const water = lathe(
      smooth(
        [
          [0.1095, 0.036],
          [0.06, 0.0362],
          [0, 0.0362],
        ],
        8,
      ),
    )
    const brass = metal('#b6924f', { polish: 0.5 })
    const pins = Array.from({ length: 37 }, (_, i) => {
      const [r, angle] = [Math.sqrt(i / 37) * 0.0215, i * 2.4]
      return at(
        mesh(rod(0.0007, 0.0004, 0.014, 0.0001, 8), brass),
        Math.cos(angle) * r,
        0.008,
        Math.sin(angle) * r,
      )
    })
    const kenzan = at(
      group(
        mesh(
          lathe([
            [0, 0],
            [0.025, 0, 0.001],
            [0.025, 0.008, 0.001],
            [0, 0.008],
          ]),
          brass,
        ),
        ...pins,
      ),
      -0.035,
      0.009,
      0.012,
    )
    const [sheetOfWater] = glass(water, new Color('#e4ecea'), 0.6).children
    return group(
      mesh(shell, glaze(color, { gloss: 0.3, speckle: 0.5, cloud: 1.1 })),
      mesh(inner, glaze(color === '#3b3a39' ? '#1d1e20' : '#24272a', { gloss: 1, cloud: 0.4 })),
      ...(sheetOfWater === undefined ? [] : [shadowless(sheetOfWater)]),
      kenzan,
      at(
        sprig(
          [
            new Vector3(0, 0, 0),
            new Vector3(-0.005, 0.09, 0.004),
            new Vector3(0.04, 0.19, 0.01),
            new Vector3(0.13, 0.26, 0.01),
          ],
          8,
          0.056,
          { seed: 12, from: 0.36 },
        ),
        -0.036,
        0.015,
        0.012,
      ),
      at(turned(leaf(0.13, 0.05, { bow: 0.6, blunt: 0.6 }), 30, 250), -0.038, 0.02, 0.012),
      at(turned(leaf(0.1, 0.044, { bow: 0.5, blunt: 0.6, color: '#6f8357' }), 38, 140), -0.032, 0.02, 0.014),
    )
  },
  set: 'sweep',
  view: { elevation: 21, fill: 0.72 },
  detail: {
    view: {
      elevation: 42,
      crop: { center: [-0.02, 0.04, 0.015], radius: 0.075 },
      fill: 0.95,
      aperture: 0.015,
    },
    code: 'fog',
  },
}

const saucer: Model = {
  build: ({ color }) => {
    const clay = bisque(color, { sand: 1.1 })
    const body = pot(
      [
        [0.062, 0.012],
        [0.066, 0.03],
        [0.0755, 0.09],
        [0.0835, 0.148],
        [0.0855, 0.15],
        [0.0875, 0.172],
      ],
      0.006,
      0.02,
    )
    const dish = pot(
      [
        [0.07, 0],
        [0.082, 0.004],
        [0.091, 0.016],
        [0.094, 0.032],
      ],
      0.005,
      0.012,
    )
    return group(
      mesh(body, clay),
      mesh(dish, clay),
      at(soil(0.078), 0, 0.155, 0),
      at(houseplant(0.27, 5), 0, 0.15, 0),
    )
  },
  set: 'sweep',
  view: { fill: 0.78 },
  detail: {
    view: { crop: { center: [0, 0.06, 0.05], radius: 0.085 }, fill: 0.95, elevation: 20, aperture: 0.015 },
    code: 'clay',
  },
  paper: ({ color }) => color,
}

export const vases: Models = {
  'one-stem-vase': oneStem,
  'shoulder-vase': shoulderVase,
  'pond-vase': pond,
  'saucer-planter': saucer,
}
