import type { Object3D } from 'three'
import { linen } from '../cloths.ts'
import { shiftHex } from '../color.ts'
import { glowing, metal, paper, powderCoat, wood } from '../materials.ts'
import type { Model, Models } from '../model.ts'
import { at, bend, group, lathe, mesh, rod, shadowless, smooth, turned, unframed } from '../shapes.ts'
import { bulbAt, lit, ring, sheet, stem, tableCable } from './lighting-shades.ts'

const heron: Model = {
  build: ({ color }) => {
    const steel = powderCoat(color)
    const shade = sheet(
      [
        [0.13, 0],
        [0.112, 0.07],
        [0.088, 0.155],
      ],
      0,
    )
    const cloth = lit(
      linen('#ebe1ce', 1.6),
      0.16,
      { strength: 0.62, spot: 0.25, reach: 0.8, rest: 0.4, tint: '#ffdcae' },
      'heron',
    )
    const head = group(
      shadowless(mesh(shade, cloth)),
      ring(0.13, 0.0022, 0, linen('#d9cdb8')),
      ring(0.088, 0.002, 0.155, linen('#d9cdb8')),
      at(mesh(rod(0.012, 0.012, 0.05, 0.002), steel), 0, 0.135, 0),
    )
    return group(
      mesh(
        lathe(
          [
            [0, 0],
            [0.12, 0, 0.002],
            [0.12, 0.011, 0.004],
            [0, 0.0125],
          ],
          128,
        ),
        steel,
      ),
      stem(
        [
          [0, 0.01, 0],
          [0, 0.5, 0],
          [0, 1.0, 0],
          [0.002, 1.24, 0],
          [0.03, 1.4, 0],
          [0.12, 1.478, 0],
          [0.23, 1.462, 0],
          [0.3, 1.39, 0],
          [0.32, 1.33, 0],
        ],
        0.0075,
        steel,
      ),
      at(turned(head, 0, 0, 8), 0.345, 1.165, 0),
      unframed(tableCable([-0.09, 0.006, -0.05], 0.5, '#5a5550', 0.0036)),
    )
  },
  bulbs: () => [bulbAt(0.335, 1.24, 0, 0.48, { up: 0.86, down: 0.66, through: 0.1 })],
  set: 'sweep',
  view: { fill: 0.8, elevation: 9, turn: 18 },
  detail: {
    view: {
      crop: { center: [0.2, 1.3, 0], radius: 0.2 },
      fill: 0.98,
      elevation: 4,
      turn: 24,
      aperture: 0.012,
    },
    code: 'pine',
  },
}

const pageTurner: Model = {
  build: ({ code, color }) => {
    const skin =
      code === 'ink'
        ? powderCoat(color)
        : metal(color, { polish: code === 'brass' ? 0.68 : 0.6, brushed: 0.6 })
    const egg = lathe(
      smooth(
        [
          [0.0235, 0],
          [0.0295, 0.018],
          [0.0305, 0.036],
          [0.026, 0.058],
          [0.014, 0.073],
          [0, 0.0775],
        ],
        40,
      ),
    )
    const inside = lathe([
      [0.0225, 0],
      [0.022, 0.006],
      [0, 0.008],
    ])
    const head = group(
      mesh(egg, skin),
      ring(0.023, 0.0012, 0.0005, skin),
      mesh(inside, glowing('#ffdfb4', 3, '#fff3e0')),
    )
    return group(
      mesh(
        lathe(
          [
            [0, 0],
            [0.1, 0, 0.003],
            [0.1, 0.014, 0.006],
            [0.012, 0.018, 0.004],
            [0.0062, 0.024, 0.002],
            [0, 0.026],
          ],
          128,
        ),
        skin,
      ),
      stem(
        [
          [0, 0.02, 0],
          [0, 0.5, 0],
          [0, 1.08, 0],
          [0.008, 1.19, 0],
          [0.05, 1.25, 0],
          [0.12, 1.258, 0],
          [0.2, 1.235, 0],
        ],
        0.0058,
        skin,
      ),
      at(
        mesh(
          lathe(
            smooth(
              [
                [0, -0.011],
                [0.008, -0.009],
                [0.0115, 0],
                [0.008, 0.009],
                [0, 0.011],
              ],
              20,
            ),
          ),
          skin,
        ),
        0.203,
        1.233,
        0,
      ),
      at(turned(head, 0, 0, 28), 0.231, 1.169, 0),
      unframed(tableCable([-0.06, 0.004, -0.06], 0.45, '#4d4945', 0.003)),
    )
  },
  bulbs: () => [bulbAt(0.238, 1.16, 0, 0.544, { down: 0.8 })],
  set: 'sweep',
  view: { fill: 0.8, elevation: 9, turn: 18 },
  detail: {
    view: {
      crop: { center: [0.14, 1.2, 0], radius: 0.125 },
      fill: 0.95,
      elevation: 2,
      turn: 30,
      aperture: 0.012,
    },
    code: 'brass',
  },
}

function column(color: string): Object3D {
  const height = 0.9
  const shade = bend(
    sheet(
      [
        [0.155, 0],
        [0.155, height * 0.25],
        [0.155, height * 0.5],
        [0.155, height * 0.75],
        [0.155, height],
      ],
      90,
      480,
    ),
    (point) => {
      const angle = Math.atan2(point.z, point.x)
      const pleat = Math.abs((((angle / (2 * Math.PI)) * 60 + 60) % 1) - 0.5) * 2
      // Gathered by a ring at every third of the height.
      const waist = 1 - 0.022 * Math.cos((point.y / height) * 2 * Math.PI * 3)
      const r = (0.148 + 0.013 * pleat) * waist
      point.x = Math.cos(angle) * r
      point.z = Math.sin(angle) * r
    },
  )
  const skin = paper(color, 1)
  const glow = lit(
    skin,
    height,
    {
      strength: 0.58,
      spot: 0.34,
      reach: 0.66,
      rest: 0.34,
      tint: color === '#f4f1ec' ? '#ffe0b8' : shiftHex(color, { l: -0.01, c: 1.2 }),
    },
    `column ${color}`,
  )
  const bamboo = wood('birch', '#cfae78', { gloss: 0.4 })
  return group(
    at(shadowless(mesh(shade, glow)), 0, 0.02, 0),
    ring(0.148, 0.005, 0.02, bamboo),
    ring(0.148, 0.005, 0.02 + height, bamboo),
    mesh(
      lathe([
        [0, 0],
        [0.13, 0, 0.003],
        [0.13, 0.014, 0.004],
        [0, 0.016],
      ]),
      bamboo,
    ),
    unframed(tableCable([0.1, 0.004, -0.06], 0.5, '#d8cdb8', 0.003)),
  )
}

const tallStory: Model = {
  build: ({ color }) => column(color),
  bulbs: () => [bulbAt(0, 0.36, 0, 0.136, { through: 0.7 })],
  set: 'sweep',
  view: { fill: 0.78, elevation: 9 },
  detail: {
    view: { crop: { center: [0.03, 0.82, 0.06], radius: 0.16 }, fill: 0.98, elevation: 14, aperture: 0.012 },
    code: 'straw',
  },
}

export const floorLamps: Models = {
  'heron-floor-lamp': heron,
  'page-turner-lamp': pageTurner,
  'tall-story-lamp': tallStory,
}
