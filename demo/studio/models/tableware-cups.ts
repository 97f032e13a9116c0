import { Color } from 'three'
import { shiftHex } from '../color.ts'
import { bisque, glaze, porcelain } from '../materials.ts'
import type { Model, Models } from '../model.ts'
import { at, bend, group, lathe, mesh, smooth, turned, vessel, type Point } from '../shapes.ts'
import { tube } from '../tubes.ts'

type Line = readonly (readonly [number, number])[]

/** A wheel-thrown form with an even wall. */
export function thrown(outside: Line, wall: number, floor = wall, steps = 36): ReturnType<typeof lathe> {
  return lathe(
    vessel(
      smooth(outside, steps).map(([r, y]) => [r, y] as const),
      wall,
      floor,
    ),
    96,
  )
}

const mug: Model = {
  build: ({ color }) => {
    const skin = glaze(color, { speckle: 0.8, gloss: 0.6 })
    const body = thrown(
      [
        [0.0325, 0.006],
        [0.0395, 0.016],
        [0.0425, 0.03],
        [0.0432, 0.05],
        [0.0435, 0.07],
        [0.0445, 0.09],
      ],
      0.0042,
      0.01,
    )
    const foot = lathe([
      [0, 0],
      [0.0305, 0, 0.0008],
      [0.0325, 0.0068],
      [0, 0.0068],
    ])
    const handle = tube(
      [
        [0.04, 0.076, 0],
        [0.058, 0.08, 0],
        [0.074, 0.068, 0],
        [0.0755, 0.046, 0],
        [0.064, 0.029, 0],
        [0.04, 0.026, 0],
      ],
      (t) => 0.0058 + 0.0022 * (Math.abs(t - 0.5) * 2) ** 3,
      { flat: 0.78 },
    )
    return group(mesh(body, skin), mesh(handle, skin), mesh(foot, bisque('#cbb294', { sand: 0.9 })))
  },
  set: 'sweep',
  view: { turn: 30, fill: 0.6 },
  detail: {
    view: { elevation: 32, turn: -24, fill: 0.76 },
    code: 'oat',
    build: (look) => pairOf(mug, look, 0.13, -38),
  },
}

const espresso: Model = {
  build: (look) => pairOf({ ...mug, build: oneEspresso }, look, 0.082, 0),
  set: 'sweep',
  view: { turn: 24, fill: 0.62, elevation: 16 },
  detail: { view: { elevation: 46, turn: 10, fill: 0.6 }, code: 'butter' },
}

function oneEspresso({ color }: { color: string }): ReturnType<typeof group> {
  const cup = thrown(
    [
      [0.013, 0.004],
      [0.021, 0.008],
      [0.027, 0.018],
      [0.0292, 0.032],
      [0.0297, 0.045],
      [0.0303, 0.055],
    ],
    0.002,
    0.008,
  )
  const foot = lathe([
    [0, 0],
    [0.0135, 0, 0.0006],
    [0.0135, 0.006],
    [0, 0.006],
  ])
  const coffee = lathe([
    [0, 0],
    [0.0264, 0],
    [0.0264, 0.001],
    [0, 0.001],
  ])
  return group(
    mesh(cup, porcelain(color, 0.45)),
    mesh(foot, porcelain(color, 0.3)),
    at(mesh(coffee, glaze('#5a3a24', { gloss: 0.8, cloud: 2 })), 0, 0.038, 0),
  )
}

const teacup: Model = {
  build: ({ color }) => {
    const cup = thrown(
      [
        [0.018, 0.006],
        [0.028, 0.009],
        [0.0365, 0.02],
        [0.0405, 0.036],
        [0.0425, 0.06],
      ],
      0.0019,
      0.01,
    )
    const foot = lathe([
      [0, 0],
      [0.016, 0, 0.0004],
      [0.019, 0, 0.0006],
      [0.0178, 0.009],
      [0, 0.009],
    ])
    const tea = lathe([
      [0, 0],
      [0.0375, 0],
      [0.0375, 0.001],
      [0, 0.001],
    ])
    const pale = new Color(color).getHexString()
    return group(
      mesh(cup, porcelain(`#${pale}`, 0.95)),
      mesh(foot, porcelain(shiftHex(color, { l: -0.03 }), 0.6)),
      at(mesh(tea, glaze('#b98f3e', { gloss: 1, cloud: 0.2 })), 0, 0.045, 0),
    )
  },
  set: 'sweep',
  view: { fill: 0.52, elevation: 17 },
  detail: { view: { elevation: 40, fill: 0.82, offset: [0.12, -0.1], aperture: 0.02 }, code: 'wisteria' },
}

const jug: Model = {
  build: ({ color }) => {
    const body = thrown(
      [
        [0.042, 0],
        [0.05, 0.006],
        [0.0585, 0.04],
        [0.058, 0.075],
        [0.046, 0.118],
        [0.0405, 0.142],
        [0.044, 0.178],
      ],
      0.0042,
      0.008,
      46,
    )
    // The lip: pinched forward on the left, where the rim is soft.
    bend(body, (point) => {
      const high = Math.max(0, (point.y - 0.135) / 0.045)
      const angle = Math.atan2(point.z, -point.x)
      const lip = Math.exp(-((angle / 0.34) ** 2)) * high ** 1.6
      point.x -= lip * 0.022
      point.y += lip * 0.007
      const squeeze = Math.exp(-(((Math.abs(angle) - 0.62) / 0.3) ** 2)) * high ** 1.6 * 0.16
      point.z *= 1 - squeeze
    })
    const path: Point[] = [
      [0.04, 0.158, 0],
      [0.062, 0.168, 0],
      [0.087, 0.148, 0],
      [0.09, 0.108, 0],
      [0.074, 0.074, 0],
      [0.053, 0.062, 0],
    ]
    const skin = glaze(color, { gloss: 0.5, cloud: 0.35 })
    return group(
      mesh(body, skin),
      mesh(
        tube(path, (t) => 0.0068 - 0.0016 * Math.sin(t * Math.PI), { flat: 0.7 }),
        skin,
      ),
    )
  },
  set: 'sweep',
  view: { turn: 20, fill: 0.66 },
  detail: {
    view: {
      turn: -32,
      elevation: 26,
      crop: { center: [-0.012, 0.15, 0.01], radius: 0.058 },
      fill: 0.9,
      aperture: 0.012,
    },
    code: 'slate',
  },
}

function pairOf(
  model: Model,
  look: { code: string; color: string },
  apart: number,
  turn: number,
): ReturnType<typeof group> {
  return group(
    at(model.build(look), -apart / 2, 0, 0.012),
    at(turned(model.build(look), 0, turn), apart / 2, 0, -apart * 0.42),
  )
}

export const cups: Models = {
  'first-light-mug': mug,
  'two-sip-cups': espresso,
  'hush-teacup': teacup,
  'milk-round-jug': jug,
}
