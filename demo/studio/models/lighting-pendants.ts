import { DoubleSide, Vector3, type Object3D } from 'three'
import { shift, shiftHex } from '../color.ts'
import { glowing, metal, powderCoat } from '../materials.ts'
import type { Model, Models } from '../model.ts'
import { random } from '../noise.ts'
import { surface } from '../shading.ts'
import { at, group, lathe, mesh, rod, shadowless, smooth, unframed } from '../shapes.ts'
import { bulbAt, cable, lit, opal, ring, sheet } from './lighting-shades.ts'
import { sweep } from '../tubes.ts'

function hung(y: number, color: string, radius = 0.0028): Object3D {
  return unframed(
    cable(
      [
        [0, y, 0],
        [0.001, y + 0.6, 0],
        [0, y + 2.4, 0],
      ],
      color,
      radius,
    ),
  )
}

const bell: Model = {
  build: ({ color }) => {
    const line: [number, number][] = [
      [0.2, 0],
      [0.194, 0.03],
      [0.172, 0.1],
      [0.128, 0.19],
      [0.082, 0.262],
      [0.044, 0.312],
      [0.024, 0.338],
    ]
    const outside = powderCoat(color)
    const inside = lit(
      powderCoat(shiftHex(color, { l: 0.08, c: 1.15 })),
      0.42,
      {
        strength: 0.55,
        spot: 0.72,
        reach: 0.75,
        rest: 0.25,
        tint: shiftHex(color, { l: 0.16, c: 1.15, h: 0.05 }),
      },
      `bell ${color}`,
    )
    outside.side = DoubleSide
    return group(
      mesh(sheet(line, 60), outside),
      shadowless(
        mesh(
          sheet(
            line.map(([r, y]) => [r - 0.0022, y - 0.001] as const),
            60,
          ),
          inside,
        ),
      ),
      ring(0.1992, 0.0017, 0, outside),
      at(
        mesh(
          lathe([
            [0, 0],
            [0.024, 0, 0.002],
            [0.021, 0.03, 0.004],
            [0.008, 0.042, 0.003],
            [0, 0.046],
          ]),
          outside,
        ),
        0,
        0.336,
        0,
      ),
      at(
        shadowless(
          mesh(
            lathe(
              smooth(
                [
                  [0, 0],
                  [0.022, 0.006],
                  [0.03, 0.03],
                  [0.024, 0.055],
                  [0.013, 0.075],
                  [0.013, 0.1],
                ],
                30,
              ),
            ),
            glowing('#ffe0b8', 2.4),
          ),
        ),
        0,
        0.085,
        0,
      ),
      hung(0.38, shiftHex(color, { l: -0.04 })),
    )
  },
  bulbs: () => [bulbAt(0, 0.1, 0, 0.192, { down: 0.55 })],
  set: 'air',
  view: { fill: 0.66, elevation: 3, offset: [0, -0.1] },
  detail: { view: { elevation: -26, fill: 0.82, offset: [0, -0.04] }, code: 'clay' },
}

const overcast: Model = {
  build: ({ code, color }) => {
    const fitting =
      code === 'charcoal'
        ? powderCoat(color)
        : metal(color, { polish: code === 'brass' ? 0.7 : 0.62, brushed: 0.5 })
    const r = 0.16
    const globe = lathe(
      Array.from({ length: 81 }, (_, i) => {
        const angle = -Math.PI / 2 + (i / 80) * Math.PI * 0.925
        return [Math.max(0, Math.cos(angle) * r), r + Math.sin(angle) * r] as const
      }),
      128,
    )
    const glass = lit(
      opal('#f8f4ec'),
      0.47,
      { strength: 0.5, spot: 0.55, reach: 0.8, rest: 0.55, tint: '#ffe8cc' },
      'overcast',
    )
    glass.roughness = 0.38
    return group(
      shadowless(mesh(globe, glass)),
      at(
        mesh(
          lathe([
            [0, 0],
            [0.043, 0, 0.002],
            [0.0435, 0.012, 0.002],
            [0.034, 0.02, 0.004],
            [0.016, 0.026, 0.004],
            [0.014, 0.066, 0.002],
            [0.006, 0.072, 0.002],
            [0, 0.076],
          ]),
          fitting,
        ),
        0,
        2 * r - 0.006,
        0,
      ),
      hung(2 * r + 0.068, code === 'brass' ? '#9b8458' : code === 'steel' ? '#a5a6a4' : '#3b3a39'),
    )
  },
  bulbs: () => [bulbAt(0, 0.16, 0, 0.032, { through: 1 })],
  set: 'air',
  view: { fill: 0.6, elevation: 2, offset: [0, -0.12] },
  detail: {
    view: {
      crop: { center: [0, 0.325, 0], radius: 0.09 },
      fill: 1,
      elevation: 10,
      turn: 20,
      offset: [0, -0.1],
      aperture: 0.012,
    },
    code: 'brass',
  },
}

function reedShade(color: string): Object3D {
  const chance = random(41)
  const skins = [0.03, 0, -0.035].map((l) =>
    lit(
      surface({ color: shift(color, { l }), roughness: 0.7 }),
      0.34,
      { strength: 0.13, spot: 0.4, reach: 0.7, rest: 0.3, tint: shiftHex(color, { l: 0.05, c: 1.2 }) },
      `reed ${color} ${l}`,
    ),
  )
  const count = 150
  const radiusAt = (t: number): number =>
    0.062 + 0.188 * Math.sin(Math.min(1, t * 1.12) * Math.PI * 0.5) ** 0.9
  const reeds = Array.from({ length: count }, (_, i) => {
    const base = (i / count) * 2 * Math.PI + (chance() - 0.5) * 0.012
    const lean = (chance() - 0.5) * 0.03
    const reach = 1 + (chance() - 0.5) * 0.02
    return mesh(
      sweep(
        (t) => {
          const angle = base + lean * t
          const r = radiusAt(t * reach)
          return new Vector3(Math.cos(angle) * r, 0.3 - 0.3 * t ** 1.25 * reach, Math.sin(angle) * r)
        },
        0.0019 + chance() * 0.0006,
        { steps: 18, around: 5 },
      ),
      skins[i % 3] ?? skins[0] ?? surface({ color }),
    )
  })
  const thread = surface({ color: shift(color, { l: -0.12, c: 0.8 }), roughness: 0.9 })
  const rows = [0.12, 0.3, 0.5, 0.7, 0.88, 0.97].flatMap((t) =>
    [-1, 1].map((side) =>
      ring(radiusAt(t) + side * 0.0026, 0.0014, 0.3 - 0.3 * t ** 1.25 + side * 0.0018, thread),
    ),
  )
  return group(...reeds, ...rows)
}

const reed: Model = {
  build: ({ color }) =>
    group(
      reedShade(color),
      ring(0.062, 0.003, 0.3, metal('#5d554b', { polish: 0.3 })),
      at(mesh(rod(0.02, 0.016, 0.05, 0.003), metal('#5d554b', { polish: 0.3 })), 0, 0.285, 0),
      at(
        shadowless(
          mesh(
            lathe(
              smooth(
                [
                  [0, 0],
                  [0.02, 0.006],
                  [0.03, 0.03],
                  [0.024, 0.055],
                  [0.014, 0.075],
                  [0.014, 0.11],
                ],
                30,
              ),
            ),
            glowing('#ffe0b8', 2.2),
          ),
        ),
        0,
        0.17,
        0,
      ),
      hung(0.33, '#6a5f50'),
    ),
  bulbs: () => [bulbAt(0, 0.2, 0, 0.12, { down: 0.4, up: 0.8, through: 0.22 })],
  set: 'air',
  view: { fill: 0.7, elevation: 4, offset: [0, -0.1] },
  detail: { view: { elevation: -22, fill: 0.86, offset: [0, 0] }, code: 'straw' },
}

export const pendants: Models = { 'bell-pendant': bell, 'overcast-pendant': overcast, 'reed-pendant': reed }
