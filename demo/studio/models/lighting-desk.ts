import type { Object3D } from 'three'
import { shiftHex } from '../color.ts'
import { cork, glowing, metal, powderCoat, wood } from '../materials.ts'
import type { Model, Models } from '../model.ts'
import { at, box, group, lathe, mesh, rod, shadowless, smooth, turned, unframed } from '../shapes.ts'
import { bulbAt, stem, tableCable } from './lighting-shades.ts'

/** A joint of two discs across the arms. */
function joint(material: ReturnType<typeof powderCoat>, radius = 0.013, width = 0.026): Object3D {
  return at(
    turned(
      mesh(
        lathe([
          [0, 0],
          [radius, 0, 0.001],
          [radius, width, 0.001],
          [0, width],
        ]),
        material,
      ),
      90,
      0,
    ),
    0,
    0,
    -width / 2,
  )
}

const nod: Model = {
  build: ({ color }) => {
    const steel = powderCoat(color)
    const inner = metal('#c9c6c0', { polish: 0.3 })
    const head = lathe(
      smooth(
        [
          [0.074, 0],
          [0.072, 0.012],
          [0.058, 0.034],
          [0.034, 0.05],
          [0.012, 0.055],
        ],
        40,
      ).concat([[0, 0.055]]),
      128,
    )
    const panel = lathe(
      [
        [0.071, 0.004],
        [0.0705, 0.007],
        [0, 0.0075],
      ],
      96,
    )
    const [elbow, wrist] = [
      [-0.13, 0.3],
      [0.17, 0.455],
    ] as const
    return group(
      mesh(
        lathe(
          [
            [0, 0],
            [0.09, 0, 0.002],
            [0.09, 0.016, 0.005],
            [0, 0.0175],
          ],
          128,
        ),
        steel,
      ),
      at(
        mesh(box(0.09, 0.002, 0.013, 0.006), powderCoat(shiftHex(color, { l: -0.06 }))),
        0.01,
        0.0172,
        0.058,
      ),
      at(mesh(rod(0.009, 0.009, 0.03, 0.001), steel), 0, 0.016, 0),
      at(joint(steel), 0, 0.052, 0),
      stem(
        [
          [0, 0.052, 0.006],
          [elbow[0] / 2, (elbow[1] + 0.052) / 2, 0.006],
          [elbow[0], elbow[1], 0.006],
        ],
        0.006,
        steel,
      ),
      at(joint(inner, 0.0135, 0.03), elbow[0], elbow[1], 0),
      stem(
        [
          [elbow[0], elbow[1], -0.006],
          [0.02, 0.3775, -0.006],
          [wrist[0], wrist[1], -0.006],
        ],
        0.006,
        steel,
      ),
      at(joint(inner, 0.012, 0.028), wrist[0], wrist[1], 0),
      at(
        turned(
          group(
            mesh(head, steel),
            shadowless(mesh(panel, glowing('#ffe9cb', 1.9, '#fff8ec'))),
            at(mesh(rod(0.008, 0.008, 0.022, 0.001), steel), 0, 0.053, 0),
          ),
          0,
          0,
          17,
        ),
        wrist[0] + 0.02,
        wrist[1] - 0.07,
        0,
      ),
      unframed(tableCable([-0.04, 0.004, -0.07], 0.3, '#5a5550')),
    )
  },
  bulbs: () => [bulbAt(0.195, 0.385, 0, 0.08, { down: 0.62 })],
  set: 'sweep',
  view: { fill: 0.74, turn: -14 },
  detail: {
    view: {
      crop: { center: [0.14, 0.42, 0], radius: 0.12 },
      fill: 0.95,
      elevation: -6,
      turn: -30,
      aperture: 0.012,
    },
    code: 'mustard',
  },
}

const margin: Model = {
  build: ({ color }) => {
    const steel = powderCoat(color)
    const top = 0.03
    const board = at(
      mesh(box(0.5, top, 0.26, 0.003), wood('oak', '#c7a173', { seed: 3 })),
      0.13,
      -top / 2,
      -0.1,
    )
    const clamp = group(
      at(mesh(box(0.04, 0.008, 0.05, 0.002), steel), 0, 0.006, 0),
      at(mesh(box(0.04, 0.082, 0.008, 0.002), steel), 0, -0.031, 0.029),
      at(mesh(box(0.04, 0.008, 0.05, 0.002), steel), 0, -0.068, 0.008),
      at(mesh(rod(0.0055, 0.0055, 0.052, 0.001), metal('#b4b8b9', { polish: 0.5 })), 0, -0.085, 0.0),
      at(mesh(rod(0.013, 0.013, 0.004, 0.001), cork()), 0, -0.036, 0.0),
      at(mesh(box(0.036, 0.002, 0.044, 0.0005), cork()), 0, 0.001, 0),
      at(mesh(rod(0.014, 0.014, 0.012, 0.002), steel), 0, -0.096, 0.0),
    )
    const head = lathe(
      smooth(
        [
          [0.019, 0],
          [0.02, 0.03],
          [0.0195, 0.08],
          [0.0185, 0.1],
        ],
        24,
      ).concat([
        [0.017, 0.103],
        [0, 0.104],
      ]),
    )
    const inside = lathe([
      [0.0182, 0.001],
      [0.0178, 0.006],
      [0, 0.008],
    ])
    return unframedBoard(
      group(
        at(clamp, 0, 0, 0),
        at(mesh(rod(0.011, 0.009, 0.03, 0.002), steel), 0, 0.01, 0),
        stem(
          [
            [0, 0.03, 0],
            [0, 0.14, 0],
            [0.004, 0.24, 0],
            [0.03, 0.335, 0],
            [0.085, 0.375, 0],
            [0.14, 0.372, 0],
            [0.165, 0.36, 0],
          ],
          0.0055,
          steel,
        ),
        at(
          turned(
            group(mesh(head, steel), shadowless(mesh(inside, glowing('#ffdfb4', 3, '#fff3e0')))),
            0,
            0,
            38,
          ),
          0.208,
          0.295,
          0,
        ),
      ),
      board,
    )
  },
  bulbs: () => [bulbAt(0.216, 0.29, 0, 0.048, { down: 0.7 })],
  set: 'air',
  view: { fill: 0.74, turn: 16, elevation: 10 },
  detail: {
    view: {
      crop: { center: [0.01, -0.01, 0.02], radius: 0.1 },
      fill: 0.95,
      elevation: 6,
      turn: 34,
      aperture: 0.015,
    },
    code: 'rust',
  },
}

function unframedBoard(lamp: Object3D, board: Object3D): Object3D {
  return group(lamp, unframed(board))
}

export const deskLamps: Models = { 'nod-desk-lamp': nod, 'margin-clamp-lamp': margin }
