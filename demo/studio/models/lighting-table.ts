import type { Object3D } from 'three'
import { shift, shiftHex } from '../color.ts'
import { linen } from '../cloths.ts'
import { glaze, metal, paper, plastic } from '../materials.ts'
import type { Model, Models } from '../model.ts'
import { noise, tiledFractal } from '../noise.ts'
import { surface } from '../shading.ts'
import { at, bend, group, lathe, mesh, rod, shadowless, smooth, turned, unframed } from '../shapes.ts'
import { colorTexture } from '../textures.ts'
import { bulbAt, lit, opal, ring, sheet, tableCable } from './lighting-shades.ts'

const dusk: Model = {
  build: ({ color }) => {
    const base = lathe(
      smooth(
        [
          [0, 0],
          [0.058, 0],
          [0.066, 0.004],
          [0.071, 0.03],
          [0.068, 0.07],
          [0.05, 0.118],
          [0.028, 0.146],
          [0.0145, 0.158],
          [0.013, 0.176],
        ],
        60,
      ).concat([[0, 0.176]]),
    )
    const shade = sheet(
      [
        [0.119, 0.205],
        [0.1185, 0.29],
        [0.118, 0.375],
      ],
      0,
    )
    const brass = metal('#b6924f', { polish: 0.6 })
    const cloth = lit(
      linen('#ece2d0', 1.2),
      0.17,
      { strength: 0.62, spot: 0.45, reach: 0.62, rest: 0.38, tint: '#ffdcae' },
      'dusk',
    )
    return group(
      mesh(base, glaze(color, { gloss: 0.4, speckle: 0.4, cloud: 0.8 })),
      at(mesh(rod(0.007, 0.007, 0.07, 0.001), brass), 0, 0.175, 0),
      shadowless(mesh(shade, cloth)),
      ring(0.1185, 0.0016, 0.2052, linen('#d9cdb8')),
      ring(0.118, 0.0016, 0.375, linen('#d9cdb8')),
      unframed(tableCable([0.05, 0.008, -0.045], 0.24, '#8f8678')),
    )
  },
  bulbs: () => [bulbAt(0, 0.285, 0, 0.0252, { up: 0.62, down: 0.5, through: 0.16 })],
  set: 'sweep',
  view: { fill: 0.7 },
  detail: {
    view: {
      crop: { center: [0, 0.19, 0.03], radius: 0.1 },
      fill: 0.96,
      elevation: 8,
      turn: 20,
      aperture: 0.015,
    },
    code: 'plum',
  },
}

const pebble: Model = {
  build: ({ color }) => {
    const body = lathe(
      smooth(
        [
          [0, 0.002],
          [0.034, 0.002],
          [0.05, 0.012],
          [0.0548, 0.034],
          [0.0535, 0.056],
          [0.0505, 0.066],
        ],
        50,
      ).concat([
        [0.0488, 0.067],
        [0, 0.067],
      ]),
      128,
    )
    const cap = lathe(
      smooth(
        [
          [0.0478, 0.069],
          [0.052, 0.082],
          [0.0535, 0.104],
          [0.049, 0.13],
          [0.036, 0.149],
          [0.018, 0.158],
          [0, 0.1595],
        ],
        60,
      ),
      128,
    )
    const light = lit(
      plastic('#fff6ea', 0.35),
      0.13,
      { strength: 0.85, spot: 0.15, reach: 0.95, rest: 0.5, tint: '#ffd8a8' },
      'pebble',
    )
    const button = lathe([
      [0, 0],
      [0.009, 0, 0.0004],
      [0.009, 0.0016, 0.0006],
      [0, 0.0018],
    ])
    return group(
      mesh(body, plastic(color, 0.2)),
      mesh(
        lathe([
          [0, 0],
          [0.036, 0, 0.001],
          [0.036, 0.003],
          [0, 0.003],
        ]),
        plastic('#4b4947', 0),
      ),
      mesh(
        lathe([
          [0, 0.062],
          [0.0478, 0.062],
          [0.0478, 0.0705],
          [0, 0.0705],
        ]),
        plastic(shiftHex(color, { l: -0.07 }), 0.2),
      ),
      shadowless(mesh(cap, light)),
      at(mesh(button, plastic(color, 0.3)), 0, 0.1588, 0),
    )
  },
  bulbs: () => [bulbAt(0, 0.11, 0, 0.005, { through: 1 })],
  set: 'sweep',
  view: { fill: 0.62 },
  detail: { view: { elevation: 40, turn: 20, fill: 0.6, offset: [0.02, -0.02] }, code: 'wisteria' },
}

const cap: Model = {
  build: ({ code, color }) => {
    const brass = metal('#b6924f', { polish: 0.72 })
    const line: [number, number][] = [
      [0.13, 0],
      [0.126, 0.008],
      [0.112, 0.04],
      [0.084, 0.074],
      [0.046, 0.094],
      [0, 0.1],
    ]
    const tint = code === 'opal' ? '#ffe3c2' : shiftHex(color, { l: 0.08, c: 1 })
    const outer = lit(
      opal(color),
      0.18,
      { strength: code === 'opal' ? 0.5 : 0.2, spot: 0.55, reach: 0.6, rest: 0.45, tint },
      `cap ${code}`,
    )
    const inner = lit(
      opal('#fdf6ea'),
      0.18,
      { strength: 0.85, spot: 0.6, reach: 0.6, rest: 0.6 },
      'cap inside',
    )
    const shade = group(
      shadowless(mesh(sheet(line, 60), outer)),
      shadowless(
        mesh(
          sheet(
            line.map(([r, y]) => [Math.max(0, r - 0.0035), y - 0.0025] as const),
            60,
          ),
          inner,
        ),
      ),
      ring(0.1285, 0.0019, 0.0003, outer),
    )
    return group(
      mesh(
        lathe([
          [0, 0],
          [0.072, 0, 0.002],
          [0.072, 0.01, 0.004],
          [0.02, 0.0135, 0.006],
          [0.0055, 0.017, 0.003],
          [0, 0.02],
        ]),
        brass,
      ),
      mesh(rod(0.0052, 0.0052, 0.36, 0.001), brass),
      at(
        mesh(
          lathe(
            smooth(
              [
                [0, 0],
                [0.009, 0.002],
                [0.012, 0.011],
                [0.009, 0.02],
                [0, 0.0225],
              ],
              24,
            ),
          ),
          brass,
        ),
        0,
        0.398,
        0,
      ),
      at(turned(shade, 4, 0, -9), 0.004, 0.306, 0),
      unframed(tableCable([0.05, 0.006, -0.05], 0.3, '#a48a58')),
    )
  },
  bulbs: () => [bulbAt(0.005, 0.345, 0, 0.0612, { down: 0.32, through: 0.08 })],
  set: 'sweep',
  view: { fill: 0.7 },
  detail: {
    view: {
      crop: { center: [0.01, 0.355, 0], radius: 0.12 },
      fill: 0.94,
      elevation: -4,
      turn: 24,
      aperture: 0.012,
    },
    code: 'amber',
  },
}

function moon(color: string): Object3D {
  const [radius, height] = [0.15, 0.27]
  const [first, last] = [-1.24, 1.24]
  const line = Array.from({ length: 241 }, (_, i): [number, number] => {
    const angle = first + ((last - first) * i) / 240
    // Bamboo every 12 mm; the paper falls in a little between two ribs.
    const rib = Math.abs(Math.sin((i / 240) * Math.PI * 22))
    return [
      Math.cos(angle) * radius * (1 - 0.011 * rib),
      (height / 2) * (1 + Math.sin(angle) / Math.sin(last)),
    ]
  })
  const shade = bend(sheet(line, 0, 160), (point) => {
    const wander = 1 + 0.006 * noise(point.x * 22, point.y * 22, point.z * 22)
    point.x *= wander
    point.z *= wander
  })
  const washi = surface({
    map: colorTexture(
      `washi ${color}`,
      [0.3, 0.3],
      (u, v, into) => {
        const fibre = Math.abs(tiledFractal(u, v, 9, 9, 2, 4)) < 0.015 ? 1 : 0
        into
          .set(color)
          .lerp(
            shift(color, { l: -0.09 }),
            fibre * 0.5 + Math.max(0, 0.25 * tiledFractal(u, v, 26, 26, 5, 3)),
          )
      },
      1024,
    ),
    roughness: 0.95,
    specularIntensity: 0.3,
  })
  const glow = lit(
    washi,
    0.42,
    {
      strength: 0.62,
      spot: 0.45,
      reach: 0.62,
      rest: 0.42,
      tint: color === '#f4f1ec' ? '#ffe0b8' : shiftHex(color, { l: -0.01, c: 1.15 }),
    },
    `moon ${color}`,
  )
  const steel = metal('#6b6661', { polish: 0.2 })
  return group(
    at(shadowless(mesh(shade, glow)), 0, 0.012, 0),
    ring(0.0485, 0.0022, 0.281, paper('#e9dfc8')),
    ...[0, 120, 240].map((turn) =>
      turned(group(at(turned(mesh(rod(0.0022, 0.0022, 0.03), steel), 0, 0, 14), 0.058, 0, 0)), 0, turn + 30),
    ),
    ring(0.058, 0.0022, 0.002, steel),
    unframed(tableCable([0.04, 0.003, -0.06], 0.26, '#4d4945')),
  )
}

const paperMoon: Model = {
  build: ({ color }) => moon(color),
  bulbs: () => [bulbAt(0, 0.15, 0, 0.0198, { through: 0.8, up: 0.93 })],
  set: 'sweep',
  view: { fill: 0.62 },
  paper: ({ color }) => color,
  detail: {
    view: { crop: { center: [0.05, 0.2, 0.1], radius: 0.075 }, fill: 1, elevation: 16, aperture: 0.015 },
    code: 'straw',
  },
}

export const tableLamps: Models = {
  'dusk-lamp': dusk,
  'pebble-lamp': pebble,
  'cap-lamp': cap,
  'paper-moon-lamp': paperMoon,
}
