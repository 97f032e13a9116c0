import { AdditiveBlending, Color, Vector3, type Object3D } from 'three'
import { castMetal, cork, paper, wax, wood } from '../materials.ts'
import type { Model, Models } from '../model.ts'
import { glass, surface } from '../shading.ts'
import { at, box, group, lathe, mesh, rod, shadowless, smooth, turned, vessel } from '../shapes.ts'
import { bulbAt } from './lighting-shades.ts'
import { sweep } from '../tubes.ts'

/** What each of the two sides of each of the two walls lets through. */
function wallTint(color: string): Color {
  const { r, g, b } = new Color(color)
  return new Color(r ** 0.25, g ** 0.25, b ** 0.25)
}

function flame(height = 0.028): Object3D {
  const glow = (color: string, strength: number): ReturnType<typeof surface> =>
    surface(
      {
        color: '#000000',
        roughness: 1,
        emissive: new Color(color),
        emissiveIntensity: strength,
        transparent: true,
        opacity: 1,
        blending: AdditiveBlending,
        depthWrite: false,
      },
      false,
    )
  const shape = (r: number, h: number): ReturnType<typeof lathe> =>
    lathe(
      smooth(
        [
          [0, 0],
          [r * 0.7, h * 0.12],
          [r, h * 0.32],
          [r * 0.62, h * 0.66],
          [r * 0.18, h * 0.92],
          [0, h],
        ],
        30,
      ),
      32,
    )
  return shadowless(
    group(
      mesh(shape(height * 0.19, height), glow('#ffb347', 1.6)),
      at(mesh(shape(height * 0.12, height * 0.72), glow('#fff0c8', 2.6)), 0, height * 0.06, 0),
      at(mesh(rod(0.0007, 0.0006, height * 0.34, 0.0002, 8), paper('#3a2f28')), 0, -height * 0.16, 0),
    ),
  )
}

const candle: Model = {
  build: ({ color }) => {
    const jar = lathe(
      vessel(
        smooth(
          [
            [0.032, 0],
            [0.0365, 0.002],
            [0.038, 0.01],
            [0.038, 0.06],
            [0.0382, 0.092],
          ],
          30,
        ).map(([r, y]) => [r, y] as const),
        0.0026,
        0.008,
      ),
    )
    const fill = lathe([
      [0, 0.0085],
      [0.0346, 0.0085, 0.003],
      [0.0346, 0.062, 0.0012],
      [0.0335, 0.0612],
      [0.01, 0.0606],
      [0, 0.0604],
    ])
    return group(glass(jar, wallTint(color), 0.9), mesh(fill, wax('#f3e8d4', 0.18)), at(flame(), 0, 0.064, 0))
  },
  bulbs: () => [bulbAt(0, 0.075, 0, 0.0013, { through: 1 })],
  set: 'sweep',
  view: { fill: 0.56, elevation: 15 },
  detail: {
    view: { elevation: 26, crop: { center: [0, 0.075, 0], radius: 0.048 }, fill: 0.95, aperture: 0.015 },
    code: 'tobacco',
  },
}

const taper: Model = {
  build: ({ code, color }) => {
    const skin = castMetal(color, code === 'brass' ? 1 : 0)
    const dish = lathe([
      [0, 0.003],
      [0.04, 0.003],
      [0.0535, 0.009, 0.006],
      [0.055, 0.019, 0.0012],
      [0.0525, 0.019, 0.0012],
      [0.05, 0.0125, 0.006],
      [0.02, 0.008, 0.006],
      [0.0148, 0.014, 0.002],
      [0.0145, 0.046, 0.0015],
      [0.0117, 0.046, 0.001],
      [0.0115, 0.03],
      [0, 0.03],
    ])
    const loop = mesh(
      sweep(
        (t) => {
          const angle = t * 2 * Math.PI
          return new Vector3(
            0.068 + Math.cos(angle) * 0.0165,
            0.0165 + Math.sin(angle) * 0.004,
            Math.sin(angle) * 0.0145,
          )
        },
        0.0032,
        { steps: 60, around: 12, closed: true },
      ),
      skin,
    )
    const taperCandle = lathe([
      [0, 0],
      [0.011, 0],
      [0.0108, 0.06],
      [0.0092, 0.17],
      [0.0068, 0.205, 0.004],
      [0.002, 0.212, 0.002],
      [0, 0.2125],
    ])
    return group(
      mesh(dish, skin),
      loop,
      mesh(
        lathe([
          [0, 0],
          [0.036, 0],
          [0.036, 0.003],
          [0, 0.003],
        ]),
        cork(),
      ),
      at(mesh(taperCandle, wax('#efe5d3', 0.12)), 0, 0.031, 0),
      at(flame(0.03), 0, 0.247, 0),
    )
  },
  bulbs: () => [bulbAt(0, 0.262, 0, 0.003, { through: 1 })],
  set: 'sweep',
  view: { turn: 22, fill: 0.76 },
  detail: {
    view: {
      elevation: 30,
      turn: 30,
      crop: { center: [0.012, 0.02, 0], radius: 0.06 },
      fill: 0.95,
      aperture: 0.015,
    },
    code: 'brass',
  },
}

const diffuser: Model = {
  build: ({ color }) => {
    const bottle = lathe(
      vessel(
        smooth(
          [
            [0.03, 0],
            [0.0355, 0.003],
            [0.0375, 0.014],
            [0.0372, 0.06],
            [0.033, 0.076],
            [0.0165, 0.086],
            [0.0135, 0.092],
            [0.0135, 0.104],
            [0.0152, 0.106],
          ],
          50,
        ).map(([r, y]) => [r, y] as const),
        0.0028,
        0.009,
      ),
    )
    const oil = lathe([
      [0, 0.0095],
      [0.0335, 0.0095, 0.004],
      [0.0338, 0.05],
      [0, 0.05],
    ])
    const [filter] = glass(oil, new Color('#e9e6da'), 0.6).children
    const stick = wood('birch', '#c9a877', { gloss: 0.1 })
    const reeds = [
      [-16, 20],
      [-9, 95],
      [-13, 160],
      [-11, 215],
      [-18, 275],
      [-7, 330],
    ].map(([lean = 0, turn = 0]) =>
      turned(
        group(
          at(
            turned(mesh(rod(0.0016, 0.0016, 0.235, 0.0003, 10), stick), 0, 0, lean),
            Math.sin((lean * Math.PI) / 180) * -0.1,
            0,
            0,
          ),
        ),
        0,
        turn,
      ),
    )
    return group(
      glass(bottle, wallTint(color), 1),
      ...(filter === undefined ? [] : [shadowless(filter)]),
      at(
        mesh(
          lathe([
            [0.0142, 0],
            [0.0162, 0.0005, 0.0005],
            [0.0162, 0.0135, 0.001],
            [0.0118, 0.0135, 0.001],
            [0.0118, 0],
          ]),
          wood('oak', '#c7a173', { gloss: 0.3 }),
        ),
        0,
        0.096,
        0,
      ),
      ...reeds.map((reed) => at(reed, 0, 0.012, 0)),
    )
  },
  set: 'sweep',
  view: { fill: 0.76 },
  detail: {
    view: {
      elevation: 12,
      crop: { center: [0, 0.085, 0], radius: 0.06 },
      fill: 0.92,
      turn: 30,
      aperture: 0.012,
    },
    code: 'rain',
  },
}

const keepsake: Model = {
  build: ({ code, color }) => keepsakeBox(code, color, false),
  set: 'sweep',
  view: { turn: -28, elevation: 20, fill: 0.62 },
  detail: {
    view: { turn: -24, elevation: 34, fill: 0.72 },
    code: 'walnut',
    build: ({ code, color }) => keepsakeBox(code, color, true),
  },
}

function keepsakeBox(code: string, color: string, open: boolean): Object3D {
  const [w, d, h, t] = [0.22, 0.15, 0.062, 0.009]
  const side = wood(code, color, { gloss: 0.35, seed: 4 })
  const front = wood(code, color, { gloss: 0.35, seed: 14 })
  const felt = paper('#6d6a66', 3)
  const lid = group(
    mesh(box(w, 0.022, d, 0.004), wood(code, color, { gloss: 0.4, seed: 21, scale: 1.2 })),
    at(mesh(box(w - t * 2 - 0.0006, 0.012, d - t * 2 - 0.0006, 0.001), side), 0, -0.015, 0),
  )
  return group(
    at(mesh(box(w, 0.008, d, 0.002), side), 0, 0.004, 0),
    at(mesh(box(w - t * 2, 0.003, d - t * 2, 0.001), felt), 0, 0.0095, 0),
    ...[-1, 1].map((z) => at(mesh(box(w, h, t, 0.002), front), 0, h / 2, z * (d / 2 - t / 2))),
    ...[-1, 1].map((x) => at(mesh(box(t, h, d - t * 2, 0.0005, 'z'), side), x * (w / 2 - t / 2), h / 2, 0)),
    open ? at(turned(lid, 0, 14, 0), 0.09, 0.011 + 0.012, 0.185) : at(lid, 0, h + 0.0114, 0),
    ...(open ? keepsakes() : []),
  )
}

/** A ticket, a key, a ribbon: whatever turned out to matter. */
function keepsakes(): Object3D[] {
  const brass = castMetal('#b6924f')
  const key = group(
    mesh(
      sweep(
        (t) => new Vector3(Math.cos(t * 2 * Math.PI) * 0.009, 0, Math.sin(t * 2 * Math.PI) * 0.007),
        0.0019,
        { steps: 40, around: 10, closed: true },
      ),
      brass,
    ),
    at(turned(mesh(rod(0.0018, 0.0018, 0.034, 0.0004, 12), brass), 0, 0, -90), 0.008, 0, 0),
    at(mesh(box(0.003, 0.002, 0.008, 0.0004), brass), 0.037, 0, 0.004),
    at(mesh(box(0.003, 0.002, 0.006, 0.0004), brass), 0.031, 0, 0.003),
  )
  return [
    at(turned(mesh(box(0.075, 0.0006, 0.034, 0.0002), paper('#e9dcc0')), 0, 18), -0.045, 0.0118, -0.012),
    at(turned(mesh(box(0.07, 0.0006, 0.05, 0.0002), paper('#c9bfae')), 0, -12), -0.03, 0.0128, 0.015),
    at(turned(key, 0, 28), 0.045, 0.013, 0.012),
  ]
}

export const glow: Models = {
  'evening-candle': candle,
  'taper-holder': taper,
  'after-rain-diffuser': diffuser,
  'keepsake-box': keepsake,
}
