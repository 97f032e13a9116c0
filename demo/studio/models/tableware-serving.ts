import { Color, Shape, type Object3D } from 'three'
import { shiftHex } from '../color.ts'
import { metal, plastic, wood } from '../materials.ts'
import type { Model, Models } from '../model.ts'
import { glass } from '../shading.ts'
import {
  at,
  box,
  extrude,
  group,
  lathe,
  mesh,
  roundedHole,
  shadowless,
  smooth,
  turned,
  vessel,
} from '../shapes.ts'
import { tube } from '../tubes.ts'

/** What thin blown glass of this colour lets through. */
function through(code: string, color: string): Color {
  if (code === 'clear') return new Color('#e9f1ee')
  // Light passes two walls, and each wall has two sides.
  const { r, g, b } = new Color(color)
  return new Color(r ** 0.27, g ** 0.27, b ** 0.27)
}

/** What stands in the glass: tints, and mirrors nothing itself. */
function liquid(geometry: ReturnType<typeof lathe>, tint: Color): Object3D {
  const [filter] = glass(geometry, tint, 0.5).children
  return group(...(filter === undefined ? [] : [shadowless(filter)]))
}

function blown(
  line: readonly (readonly [number, number])[],
  wall: number,
  floor: number,
): ReturnType<typeof lathe> {
  return lathe(
    vessel(
      smooth(line, 50).map(([r, y]) => [r, y] as const),
      wall,
      floor,
    ),
    96,
  )
}

const carafeLine: [number, number][] = [
  [0.03, 0.001],
  [0.041, 0.004],
  [0.0452, 0.02],
  [0.045, 0.06],
  [0.0435, 0.1],
  [0.036, 0.126],
  [0.0245, 0.142],
  [0.0205, 0.158],
  [0.0212, 0.182],
]

function carafe(code: string, color: string, hat: boolean): Object3D {
  const tint = through(code, color)
  const water = lathe(
    smooth(
      [
        [0, 0.0085],
        [0.039, 0.0085],
        [0.0428, 0.02],
        [0.0428, 0.06],
        [0.0415, 0.098],
        [0.04, 0.108],
      ],
      30,
    ).concat([[0, 0.108]]),
  )
  const tumbler = turned(
    glass(
      blown(
        [
          [0.024, 0],
          [0.0275, 0.002],
          [0.029, 0.02],
          [0.0305, 0.07],
          [0.031, 0.078],
        ],
        0.0016,
        0.006,
      ),
      tint,
      0.6,
    ),
    180,
    0,
  )
  return group(
    glass(blown(carafeLine, 0.0019, 0.008), tint, 0.8),
    liquid(water, new Color('#f3f8f7')),
    hat ? at(tumbler, 0, 0.212, 0) : at(turned(tumbler, 180, 0), 0.085, 0.0, 0.03),
  )
}

const carafeModel: Model = {
  build: ({ code, color }) => carafe(code, color, true),
  set: 'sweep',
  view: { fill: 0.7 },
  detail: {
    view: { elevation: 24, fill: 0.66, turn: 10 },
    code: 'amber',
    build: ({ code, color }) => carafe(code, color, false),
  },
}

const bottle: Model = {
  build: ({ code, color }) => {
    const line: [number, number][] = [
      [0.028, 0.0005],
      [0.033, 0.003],
      [0.035, 0.012],
      [0.035, 0.1],
      [0.034, 0.128],
      [0.0265, 0.15],
      [0.0145, 0.164],
      [0.0118, 0.178],
      [0.0118, 0.196],
      [0.0138, 0.199],
      [0.0138, 0.205],
    ]
    const oil = lathe([
      [0, 0.007],
      [0.0315, 0.007, 0.004],
      [0.0322, 0.112],
      [0, 0.112],
    ])
    const steel = metal('#b9bcbd', { polish: 0.75 })
    const spout = tube(
      [
        [0, 0.208, 0],
        [0, 0.222, 0],
        [-0.003, 0.232, 0],
        [-0.012, 0.246, 0],
        [-0.022, 0.256, 0],
      ],
      (t) => 0.0045 - 0.0022 * t,
      { around: 20 },
    )
    return group(
      glass(blown(line, 0.0026, 0.008), through(code, color), 0.55),
      liquid(oil, new Color('#e8d9a0')),
      at(
        mesh(
          lathe([
            [0, 0],
            [0.0102, 0],
            [0.0108, 0.006, 0.001],
            [0.0155, 0.0065, 0.0012],
            [0.0155, 0.0125, 0.0012],
            [0.006, 0.016, 0.002],
            [0.0046, 0.022],
            [0, 0.022],
          ]),
          steel,
        ),
        0,
        0.2,
        0,
      ),
      mesh(spout, steel),
      at(
        mesh(
          lathe([
            [0, 0],
            [0.0112, 0],
            [0.0112, 0.012],
            [0, 0.012],
          ]),
          plastic('#3a3836', 0.1),
        ),
        0,
        0.19,
        0,
      ),
    )
  },
  set: 'sweep',
  view: { turn: 20, fill: 0.74 },
  detail: {
    view: { elevation: 10, crop: { center: [-0.004, 0.205, 0], radius: 0.056 }, fill: 0.95, aperture: 0.012 },
    code: 'pine',
  },
}

function tray(code: string, color: string): Object3D {
  const [w, d, h, t] = [0.4, 0.28, 0.045, 0.009]
  const board = wood(code, color, { gloss: 0.3, seed: 2, scale: 1.5 })
  const side = wood(code, color, { gloss: 0.3, seed: 5, scale: 1.3 })
  const end = (): Object3D => {
    const shape = new Shape()
    // Higher in the middle, where the hand goes through.
    shape.moveTo(-d / 2, 0)
    shape.lineTo(d / 2, 0)
    shape.lineTo(d / 2, h)
    shape.bezierCurveTo(d / 2 - 0.04, h, 0.09, h + 0.019, 0.055, h + 0.019)
    shape.lineTo(-0.055, h + 0.019)
    shape.bezierCurveTo(-0.09, h + 0.019, -d / 2 + 0.04, h, -d / 2, h)
    shape.lineTo(-d / 2, 0)
    shape.holes.push(roundedHole(0.096, 0.019, 0.0095, 0, h - 0.003))
    return mesh(extrude(shape, t + 0.001, 0.002, 'x'), side)
  }
  const pins = [-1, 1].flatMap((x) =>
    [-1, 1].flatMap((z) =>
      [0.009, 0.0235, 0.037].map((y) =>
        at(
          mesh(
            box(0.0012, 0.0072, t * 0.92, 0.0003, 'z'),
            wood('walnut', shiftHex(color, { l: -0.1 }), { seed: 9 }),
          ),
          x * (w / 2 + 0.0002),
          y,
          z * (d / 2 - t / 2),
        ),
      ),
    ),
  )
  return group(
    at(mesh(box(w - 0.008, t, d - 0.008, 0.001), board), 0, 0.006 + t / 2, 0),
    at(mesh(box(w - t * 2, h, t, 0.002), side), 0, h / 2, d / 2 - t / 2),
    at(mesh(box(w - t * 2, h, t, 0.002), side), 0, h / 2, -d / 2 + t / 2),
    at(turned(end(), 0, 90), w / 2 - t, 0, 0),
    at(turned(end(), 0, 90), -w / 2 - 0.001, 0, 0),
    ...pins,
  )
}

const trayModel: Model = {
  build: ({ code, color }) => tray(code, color),
  set: 'sweep',
  view: { turn: -32, elevation: 24, fill: 0.74 },
  detail: {
    view: {
      turn: -52,
      elevation: 26,
      crop: { center: [0.2, 0.035, 0.03], radius: 0.1 },
      fill: 0.92,
      aperture: 0.02,
    },
    code: 'walnut',
  },
}

export const serving: Models = {
  'stillwater-carafe': carafeModel,
  'passing-tray': trayModel,
  'patience-oil-bottle': bottle,
}
