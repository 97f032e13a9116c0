import { Vector3, type Object3D } from 'three'
import { linen } from '../cloths.ts'
import { shift, shiftHex } from '../color.ts'
import { glaze, metal } from '../materials.ts'
import type { Look, Model } from '../model.ts'
import { fractal, tiledFractal } from '../noise.ts'
import { at, group, lathe, mesh, turned } from '../shapes.ts'
import { alongZ, oakLook, timber } from './furniture-joinery.ts'
import { folds, pathOf, slab, swept } from './textiles-cloth.ts'
import { dyed } from './textiles-rugs.ts'
import { tube } from '../tubes.ts'

/** A napkin of 45 cm folded to a square; a narrow hem runs round the upper layer. */
function napkin(color: string, seed: number): Object3D {
  const [side, pitch] = [0.222, 0.0052]
  const way = pathOf([-side / 2, pitch / 2], 0, folds(side, pitch, 2, { wander: 0.004, seed }))
  const body = slab(
    swept(way, side, (point, u, v) => {
      const up = u > 0.5 ? 1 : 0.35
      point.y += up * Math.max(-0.001, fractal(point.x * 7, point.z * 7, seed) * 0.006) * 1
      point.z += fractal(point.x * 6, up, seed) * 0.005
      if (u > 0.5) point.x += (v - 0.5) * 0.005 * Math.sin(seed)
    }),
    {
      thickness: pitch * 0.95,
      size: [way.length, side],
      segments: [90, 56],
      relief: (u, v) =>
        0.0009 * fractal(u * 30, v * 16, seed) -
        0.0007 * Math.exp(-(((Math.min(v, 1 - v, 1 - u) * side - 0.011) / 0.0011) ** 2)),
    },
  )
  return mesh(body, linen(color, 0.95))
}

function napkins({ color }: Look): Object3D {
  const turns = [-7, 4, -13, 9]
  return group(
    ...turns.map((degrees, i) =>
      at(
        turned(napkin(color, i + 2), 0, degrees - 90),
        Math.sin(i * 2.1) * 0.008,
        i * 0.0126,
        Math.cos(i * 1.7) * 0.007,
      ),
    ),
  )
}

/** Drawn through a ring: two fans with the ring between them. */
function ringed(color: string): Object3D {
  const body = slab(
    (u, v) => {
      const x = (u - 0.5) * 0.3
      const gather = 0.22 + 0.78 * Math.min(1, Math.abs(x + 0.02) / 0.13) ** 1.15
      const across = (v * 2 - 1) * 0.092 * gather
      const pleat = Math.sin((v * 2 - 1) * 9 + fractal(u * 2, v, 3) * 2) * 0.0125 * (1.15 - 0.5 * gather)
      return new Vector3(x, 0.021 + pleat + 0.004 * fractal(u * 5, v * 4, 6), across)
    },
    { thickness: 0.0045, size: [0.3, 0.19], segments: [90, 90] },
  )
  const ring = tube(
    Array.from(
      { length: 16 },
      (_, i) =>
        [0, Math.cos((i / 16) * 2 * Math.PI) * 0.0225, Math.sin((i / 16) * 2 * Math.PI) * 0.0225] as const,
    ),
    0.0034,
    { steps: 120, closed: true, around: 18 },
  )
  return group(
    mesh(body, linen(color, 0.95)),
    at(mesh(ring, metal('#c2a05c', { polish: 0.5 })), -0.02, 0.0265, 0),
  )
}

export const secondHelpingNapkins: Model = {
  build: napkins,
  set: 'sweep',
  view: { turn: 24, elevation: 34, fill: 0.68 },
  detail: {
    code: 'plum',
    build: ({ color }) => {
      const dish = mesh(
        lathe([
          [0, 0],
          [0.08, 0, 0.004],
          [0.131, 0.016, 0.006],
          [0.134, 0.019],
          [0.131, 0.0205],
          [0.082, 0.005, 0.012],
          [0, 0.0046],
        ]),
        glaze('#ece5d8', { gloss: 0.5, speckle: 0.7 }),
      )
      return group(dish, at(turned(ringed(color), 0, 58), 0.005, 0.0075, 0))
    },
    view: { turn: 0, elevation: 46, fill: 0.74 },
  },
}

function towelCloth(color: string, meters: readonly [number, number]): ReturnType<typeof linen> {
  const base = shift('#ece5d6', {})
  const band = shift(color, {})
  return dyed(linen('#ece5d6', 1), `towel ${color} ${meters.join()}`, meters, (u, v, into) => {
    const across = Math.abs(v - 0.5) * meters[1]
    const inked =
      (across > 0.052 && across < 0.074) ||
      (across > 0.08 && across < 0.0835) ||
      (across > 0.0425 && across < 0.046)
    into.copy(inked ? band : base)
    into.multiplyScalar(1 + 0.09 * tiledFractal(u, v, 4, 120, 3, 2) + 0.09 * tiledFractal(u, v, 120, 4, 5, 2))
  })
}

function towel(color: string, seed: number): Object3D {
  const [length, width, pitch] = [0.26, 0.2, 0.0062]
  const way = pathOf(
    [-length / 2, pitch / 2],
    0,
    folds(length, pitch, 4, { wander: 0.006, seed, last: 0.995 }),
  )
  const body = slab(
    swept(way, width, (point, u) => {
      const up = point.y / (pitch * 4)
      point.y += up * fractal(point.x * 5, point.z * 5, seed) * 0.006
      point.z += 0.004 * fractal(Math.floor(u * 4) * 3.3, seed)
    }),
    {
      thickness: pitch * 0.95,
      size: [way.length, width],
      segments: [150, 40],
      relief: (u, v) => 0.0008 * fractal(u * 40, v * 14, seed),
    },
  )
  const loop = tube(
    [
      [-0.02, 0.003, width / 2 - 0.004],
      [-0.014, 0.004, width / 2 + 0.02],
      [0, 0.004, width / 2 + 0.028],
      [0.014, 0.004, width / 2 + 0.02],
      [0.02, 0.003, width / 2 - 0.004],
    ],
    0.004,
    { steps: 40, flat: 0.3 },
  )
  return group(
    mesh(body, towelCloth(color, [way.length, width])),
    at(mesh(loop, linen(shiftHex(color, { l: -0.02 }), 0.6)), 0.07, pitch * 3, 0),
  )
}

/** By its loop on a wooden peg: gathered above, open below. */
function hungTowel(color: string): Object3D {
  const [width, height] = [0.42, 0.62]
  const body = slab(
    (u, v) => {
      const x = v * 2 - 1
      const open = 0.06 + 0.3 * u ** 0.62 + 0.1 * u
      const pleat =
        Math.sin(x * 7.5 + 1.3 * fractal(x * 1.2, u * 1.4, 5)) * 0.6 + 0.4 * Math.sin(x * 14 + u * 2)
      const droop = 0.19 * Math.abs(x) ** 1.25 * (1 - u * 0.62)
      return new Vector3(
        x * open * (width / 2 / 0.42),
        -0.055 - u * height * (1 - 0.02 * x * x) - droop + 0.02 * x,
        0.05 + pleat * (0.012 + 0.028 * u ** 0.7),
      )
    },
    { thickness: 0.003, size: [height, width], segments: [110, 120], rim: 0.0014 },
  )
  const cloth = towelCloth(color, [height, width])
  const loop = tube(
    [
      [-0.006, -0.062, 0.05],
      [-0.011, -0.02, 0.05],
      [-0.006, 0.0115, 0.046],
      [0.006, 0.0115, 0.046],
      [0.011, -0.02, 0.05],
      [0.006, -0.062, 0.05],
    ],
    0.0034,
    { steps: 50, flat: 0.4 },
  )
  const peg = alongZ(
    lathe([
      [0, 0],
      [0.01, 0, 0.001],
      [0.0082, 0.02, 0.004],
      [0.0092, 0.05, 0.006],
      [0.0145, 0.068, 0.005],
      [0.0138, 0.078, 0.004],
      [0, 0.079],
    ]),
  )
  const rose = alongZ(
    lathe([
      [0, 0],
      [0.026, 0, 0.002],
      [0.026, 0.008, 0.004],
      [0.012, 0.012, 0.004],
      [0, 0.012],
    ]),
  )
  return group(
    mesh(body, cloth),
    mesh(loop, linen(shiftHex(color, { l: -0.02 }), 0.6)),
    mesh(peg, timber(oakLook)),
    mesh(rose, timber(oakLook)),
  )
}

export const dryWitTeaTowels: Model = {
  build: ({ color }) =>
    group(turned(towel(color, 3), 0, -96), at(turned(towel(color, 8), 0, -84), 0.006, 0.0255, 0.01)),
  set: 'sweep',
  view: { turn: 28, elevation: 30, fill: 0.68 },
  detail: {
    code: 'rust',
    build: ({ color }) => hungTowel(color),
    set: 'wall',
    view: { turn: 12, elevation: 4, fill: 0.74, offset: [0, 0] },
  },
}
