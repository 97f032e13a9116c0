import { Vector3, type BufferGeometry, type Object3D } from 'three'
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js'
import { canvas, linen, twill, wool } from '../cloths.ts'
import { shift, shiftHex } from '../color.ts'
import type { Look, Model } from '../model.ts'
import { tiledFractal } from '../noise.ts'
import { alongY, at, group, lathe, mesh, rod, turned, type Point } from '../shapes.ts'
import { dyed } from './textiles-rugs.ts'
import { grounded, pillow, plump, plumpSeam } from './textiles-stuffed.ts'
import { tube } from '../tubes.ts'

function sunday({ color }: Look, seed = 6): Object3D {
  return mesh(pillow(0.5, 0.5, 0.22, { seed, crease: 1.7, slouch: 0.55 }), linen(color, 2.1))
}

export const sundayCushion: Model = {
  build: (look) => grounded(turned(sunday(look), -15, 0, 0)),
  set: 'sweep',
  view: { turn: -20, elevation: 11, fill: 0.62 },
  detail: {
    code: 'plum',
    build: (look) => {
      const back = grounded(
        turned(
          mesh(pillow(0.5, 0.5, 0.2, { seed: 19, crease: 0.7, slouch: 0.5 }), wool('#e3d7c3', 1.7)),
          -17,
          -12,
          2,
        ),
      )
      const front = grounded(turned(sunday(look, 33), -68, 14, 6))
      back.position.add(new Vector3(-0.06, 0, -0.13))
      front.position.add(new Vector3(0.1, 0, 0.2))
      return group(back, front)
    },
    view: { turn: -8, elevation: 16, fill: 0.7 },
  },
}

function bolster({ color }: Look): Object3D {
  const [length, radius] = [0.6, 0.1]
  const around = 2 * Math.PI * radius * 1.02
  const base = shift('#ece4d5', {})
  const band = shift(color, {})
  const ticking = dyed(twill(color, 1.4), `ticking ${color}`, [length * 2, around / 14], (u, v, into) => {
    const place = v * 44
    const inked = place < 15 || (place > 19.5 && place < 22) || (place > 37.5 && place < 40)
    into.copy(inked ? band : base).multiplyScalar(1 + 0.1 * tiledFractal(u, v, 90, 14, 3, 2))
  })
  const welt = linen(shiftHex(color, { l: -0.02 }), 1)
  const side: [number, number][] = []
  for (let i = 0; i <= 60; i++) {
    const t = i / 60
    const swell = 1 + 0.035 * Math.sin(Math.PI * t) + 0.004 * Math.sin(t * 23)
    side.push([radius * swell, 0.01 + t * (length - 0.02)])
  }
  const roll = lathe(
    [
      [0, 0.02],
      [0.012, 0.018],
      [radius * 0.45, 0.004],
      [radius * 0.9, 0.001],
      ...side,
      [radius * 0.9, length - 0.001],
      [radius * 0.45, length - 0.004],
      [0.012, length - 0.018],
      [0, length - 0.02],
    ],
    168,
  )
  const position = roll.getAttribute('position')
  for (let i = 0; i < position.count; i++) {
    const [x, y, z] = [position.getX(i), position.getY(i), position.getZ(i)]
    const end = Math.min(y, length - y)
    const angle = Math.atan2(z, x)
    const gather =
      end < 0.03
        ? Math.sin(angle * 42) * 0.0022 * Math.max(0, 1 - Math.abs(Math.hypot(x, z) / radius - 0.45) * 2)
        : 0
    const sag = 1 - 0.05 * Math.max(0, -Math.cos(angle))
    position.setXYZ(i, x * sag, y + gather * (y < length / 2 ? -1 : 1), z * 1.015)
  }
  roll.computeVertexNormals()
  alongY(roll)
  const ring = Array.from({ length: 28 }, (_, i): Point => {
    const angle = (i / 28) * 2 * Math.PI
    return [
      Math.cos(angle) * radius * 0.985 * (1 - 0.05 * Math.max(0, -Math.cos(angle))),
      0,
      Math.sin(angle) * radius,
    ]
  })
  const piping = (y: number): Object3D =>
    at(mesh(tube(ring, 0.0048, { steps: 140, closed: true, around: 10 }), welt), 0, y, 0)
  const button = (y: number): Object3D => at(mesh(rod(0.0165, 0.0165, 0.009, 0.004), welt), 0, y, 0)
  const upright = group(
    mesh(roll, ticking),
    piping(0.006),
    piping(length - 0.006),
    button(0.0125),
    button(length - 0.0215),
  )
  return grounded(group(turned(group(at(upright, 0, -length / 2, 0)), 0, 0, 90)))
}

export const afternoonBolster: Model = {
  build: bolster,
  set: 'sweep',
  view: { turn: -34, elevation: 16, fill: 0.7 },
  detail: {
    code: 'clay',
    view: {
      turn: -56,
      elevation: 17,
      crop: { center: [0.25, 0.1, 0], radius: 0.135 },
      fill: 0.95,
      aperture: 0.012,
    },
  },
}

const tuftRows = 6
const tuftColumns = 8

function tuftPlaces(): { u: number; v: number }[] {
  return Array.from({ length: tuftRows * tuftColumns }, (_, i) => ({
    u: 0.085 + (0.83 * (i % tuftColumns)) / (tuftColumns - 1),
    v: 0.1 + (0.8 * Math.floor(i / tuftColumns)) / (tuftRows - 1),
  }))
}

function lowSeatBody({ color }: Look, seed = 3): Object3D {
  const [size, height] = [0.6, 0.105]
  const places = tuftPlaces()
  const cloth = canvas(color, 1.8)
  const thread = linen(shiftHex(color, { l: 0.12, c: 0.7 }), 0.6)
  const dents = (u: number, v: number): number => {
    let depth = 0
    for (const tuft of places) {
      const away = Math.hypot(u - tuft.u, v - tuft.v) * size
      depth -= 0.0125 * Math.exp(-away / 0.017)
    }
    return depth
  }
  const body = mesh(
    plump(size, height, size, { seed, crease: 0.45, round: 0.032, crown: 0.09, segments: 84, dents }),
    cloth,
  )
  const stitches = places.flatMap(({ u, v }) => {
    const one = (dx: number, dz: number): BufferGeometry =>
      tube(
        [
          [-dx, 0, -dz],
          [0, 0.0018, 0],
          [dx, 0, dz],
        ],
        0.0011,
        { steps: 6, around: 6 },
      ).translate((u - 0.5) * size, height * 0.985 - 0.0095, (v - 0.5) * size)
    return [one(0.006, 0.006), one(0.006, -0.006)]
  })
  const seam = mesh(
    tube(plumpSeam(size, size, 0.05, -0.001), 0.0036, { steps: 260, closed: true, around: 8 }),
    cloth,
  )
  const tab = mesh(
    tube(
      [
        [0.3, 0.06, 0.2],
        [0.335, 0.062, 0.2],
        [0.346, 0.052, 0.2],
        [0.335, 0.042, 0.2],
        [0.3, 0.044, 0.2],
      ],
      0.009,
      { steps: 30, flat: 0.2 },
    ),
    cloth,
  )
  return group(body, mesh(mergeGeometries(stitches), thread), seam, tab)
}

export const lowSeat: Model = {
  build: (look) => lowSeatBody(look),
  set: 'sweep',
  view: { turn: -32, elevation: 24, fill: 0.74 },
  detail: {
    code: 'brick',
    build: (look) =>
      group(
        ...['#d2bd9b', look.color, '#9dafba'].map((color, i) =>
          at(
            turned(lowSeatBody({ ...look, color }, 3 + i), 0, [4, -5, 8][i] ?? 0),
            [0, 0.012, -0.01][i] ?? 0,
            i * 0.1,
            0,
          ),
        ),
      ),
    view: { turn: -30, elevation: 15, fill: 0.7 },
  },
}
