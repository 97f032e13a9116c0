import { Vector3, type Object3D } from 'three'
import { canvas, felt, linen, wool } from '../cloths.ts'
import { metal, paint, powderCoat } from '../materials.ts'
import type { Look, Model } from '../model.ts'
import { fractal, smoothstep } from '../noise.ts'
import { at, bend, box, group, lathe, mesh, rod, turned, type Point } from '../shapes.ts'
import { alongZ, beam, oakLook, shifted, timber } from './furniture-joinery.ts'
import { bookPile, bookRow, bowl, cup, quietVolumes, sprig, vase } from './furniture-props.ts'
import { foldedCloth } from './furniture-tables.ts'
import { slab } from './textiles-cloth.ts'
import { fringe } from './textiles-folds.ts'
import { tube } from '../tubes.ts'

function rung(look: Look, length: number): Object3D {
  const material = timber(look)
  const brass = metal('#b6924f', { polish: 0.75 })
  const dots = [-1, 1].map((side) =>
    at(mesh(alongZ(rod(0.0062, 0.0062, 0.003, 0.0009)), brass), side * (length / 2 - 0.09), 0, 0.1988),
  )
  return group(
    at(mesh(box(length, 0.026, 0.198, 0.0035, 'x'), material), 0, 0, 0.1),
    at(mesh(shifted(box(length, 0.014, 0.01, 0.002, 'x'), 0.2, 0.3), material), 0, 0.012, 0.006),
    ...dots,
  )
}

function onRung(length: number): Object3D {
  const left = -length / 2
  return group(
    at(bookRow(quietVolumes.slice(0, 4), 0.14), left + 0.07, 0.013, 0.095),
    at(vase('#cfc4b2', 0.15), left + 0.33, 0.013, 0.1),
    at(sprig(0.3, 8), left + 0.33, 0.13, 0.1),
    at(bowl('#9b9184', 0.058), left + 0.49, 0.013, 0.11),
  )
}

export const rungWallShelf: Model = {
  build: (look) => group(rung(look, 0.6), onRung(0.6)),
  set: 'wall',
  view: { turn: 0, elevation: 8, fill: 0.62, offset: [0, 0] },
  detail: {
    code: 'walnut',
    build: (look) =>
      group(
        rung(look, 0.9),
        at(cup('#efe9dd'), 0.27, 0.013, 0.12),
        at(bookPile(quietVolumes.slice(1, 3), 4), 0.06, 0.013, 0.1),
      ),
    view: {
      turn: 24,
      elevation: 20,
      crop: { center: [0.24, 0.02, 0.14], radius: 0.19 },
      fill: 0.9,
      aperture: 0.012,
    },
  },
}

const boardLevels = [0.24, 0.68, 1.12, 1.53]
const shelfTop = 1.82

function leaning(look: Look): Object3D {
  const frame = powderCoat(look.code === 'oak' ? '#e9e3d6' : look.color)
  const boards = look.code === 'oak' ? timber(oakLook) : paint(look.color, 0.25)
  const frontAt = (y: number): number => 0.345 - (y / shelfTop) * 0.31
  const parts: Object3D[] = []
  for (const side of [-1, 1]) {
    parts.push(
      mesh(
        beam([side * 0.3, 0.006, frontAt(0)], [side * 0.3, shelfTop, frontAt(shelfTop)], 0.016, 0.028, 0.003),
        frame,
      ),
      mesh(beam([side * 0.3, 0.006, 0.03], [side * 0.3, 1.66, 0.03], 0.014, 0.018, 0.003), frame),
      at(mesh(box(0.021, 0.02, 0.034, 0.004), paint('#2b2a29', 0.05)), side * 0.3, 0.01, frontAt(0)),
      at(mesh(box(0.018, 0.014, 0.024, 0.003), paint('#2b2a29', 0.05)), side * 0.3, 0.007, 0.03),
    )
  }
  parts.push(at(mesh(box(0.6, 0.016, 0.012, 0.003), frame), 0, shelfTop - 0.03, frontAt(shelfTop - 0.03)))
  boardLevels.forEach((y, i) => {
    const depth = frontAt(y) + 0.022
    parts.push(
      at(
        mesh(shifted(box(0.578, 0.02, depth - 0.016, 0.0025, 'x'), i * 0.37, i * 0.21), boards),
        0,
        y,
        depth / 2 + 0.008,
      ),
    )
    for (const side of [-1, 1])
      parts.push(
        at(mesh(box(0.012, 0.014, depth - 0.05, 0.002, 'z'), frame), side * 0.296, y - 0.015, depth / 2),
      )
  })
  return group(...parts)
}

function onLeaning(): Object3D {
  const [first = 0, second = 0, third = 0, fourth = 0] = boardLevels.map((y) => y + 0.0105)
  const records = Array.from({ length: 26 }, (_, i) => ({
    width: 0.0055,
    height: 0.312,
    color: ['#d8cdbb', '#8d8478', '#b9a48a', '#ece5d8', '#6d7068', '#a8988a'][(i * 5) % 6] ?? '#d8cdbb',
  }))
  const upright = records.slice(0, 24)
  return group(
    at(bookRow(upright, 0.3), -0.26, first, 0.165),
    at(bowl('#cfc4b2', 0.1), 0.16, first, 0.17),
    at(bookRow(quietVolumes, 0.16), -0.02, second, 0.13),
    at(vase('#a8988a', 0.21), -0.17, second, 0.13),
    at(turned(bookPile(quietVolumes.slice(0, 3), 2), 0, 4), -0.13, third, 0.1),
    at(foldedCloth(0.17, 0.13, 6, '#c9bba6'), 0.15, third, 0.1),
    at(vase('#efe9dd', 0.1), 0.1, fourth, 0.08),
    at(sprig(0.24, 5), 0.1, fourth + 0.08, 0.08),
  )
}

export const leaningShelf: Model = {
  build: (look) => group(leaning(look), onLeaning()),
  set: 'room',
  view: { turn: 26, elevation: 8, fill: 0.84, offset: [0, 0] },
  detail: {
    code: 'charcoal',
    view: { turn: -24, elevation: 12, crop: { center: [0, 1.24, 0.1], radius: 0.38 }, fill: 0.86 },
  },
}

function rail(look: Look): Object3D {
  const material = timber(look)
  const peg = lathe([
    [0, -0.008],
    [0.0085, -0.008],
    [0.0085, 0.004],
    [0.0075, 0.02],
    [0.0085, 0.038],
    [0.0125, 0.052, 0.004],
    [0.0118, 0.0595, 0.003],
    [0, 0.0605],
  ])
  const pegs = [-2, -1, 0, 1, 2].map((place) =>
    at(turned(mesh(peg, material), 82, 0, 0), place * 0.148, 0, 0.02),
  )
  const screws = [-1, 1].map((side) =>
    at(
      mesh(alongZ(rod(0.0045, 0.0045, 0.002, 0.0006)), metal('#b6924f', { polish: 0.7 })),
      side * 0.335,
      0.026,
      0.0195,
    ),
  )
  return group(at(mesh(box(0.75, 0.09, 0.02, 0.0045, 'x'), material), 0, 0, 0.01), ...pegs, ...screws)
}

/** A soft bag that hangs by its two handles from a peg; the origin is the peg. */
function hungBag(color: string): Object3D {
  const cloth = canvas(color)
  const [width, height, drop] = [0.3, 0.34, 0.2]
  const body = slab(
    (u, v) => {
      const x = u * 2 - 1
      const pull = (1 - v) ** 2 * 0.1 * Math.abs(x)
      const narrow = 1 - 0.1 * (1 - v) ** 2 + 0.03 * v
      return new Vector3(
        (x * width * narrow) / 2,
        -drop - v * height - pull * 0.4 + 0.012 * x * x * v,
        0.03 + 0.012 * fractal(x * 2, v * 2, 4),
      )
    },
    {
      thickness: (u, v) => 0.012 + 0.05 * v * (1 - (u * 2 - 1) ** 4),
      size: [width, height],
      segments: [60, 60],
      rim: 0.012,
      relief: (u, v) =>
        0.006 * fractal(u * 3 + v, v * 2.2, 8) +
        0.003 * Math.sin(u * 16 + fractal(u, v * 2, 2) * 5) * (1 - v) ** 1.5,
    },
  )
  const strap = (z: number, spread: number): Object3D => {
    const points: Point[] = [
      [-spread, -drop - 0.03, z],
      [-spread * 0.8, -drop * 0.62, z * 0.8],
      [-0.02, -0.03, z * 0.4],
      [-0.006, 0.007, 0.016],
      [0.006, 0.007, 0.016],
      [0.02, -0.03, z * 0.4],
      [spread * 0.8, -drop * 0.62, z * 0.8],
      [spread, -drop - 0.03, z],
    ]
    return mesh(tube(points, 0.0115, { steps: 80, around: 12, flat: 0.18 }), cloth)
  }
  return group(mesh(body, cloth), strap(0.05, 0.072), strap(0.02, 0.066))
}

/** A long scarf over a peg, gathered there, its two ends falling with their fringe. The origin is the peg. */
function hungScarf(color: string): Object3D {
  const cloth = wool(color, 1.3)
  const fall = (length: number, lean: number, z: number, seed: number): Object3D[] => {
    const at2 = (u: number, v: number): Vector3 => {
      const x = v * 2 - 1
      const open = 0.018 + 0.052 * smoothstep(0, 0.4, u) + 0.012 * u
      const pleat = Math.sin(x * 5 + seed + 0.6 * fractal(u * 2, x, seed)) * (0.011 + 0.004 * u)
      return new Vector3(
        x * open + lean * u + 0.01 * fractal(u * 2, seed),
        0.016 - u * length - 0.01 * x * x * (1 - u),
        z + pleat + 0.012 * (1 - u),
      )
    }
    const body = slab(at2, { thickness: 0.007, size: [length, 0.16], segments: [70, 60] })
    const roots = Array.from({ length: 34 }, (_, i): Point => at2(1, (i + 0.5) / 34).toArray())
    const ends = fringe(
      roots,
      ([x, y, w], t, index) => [
        x + Math.sin(index * 7.1) * 0.004 * t,
        y - 0.055 * t,
        w + Math.cos(index * 3.3) * 0.003 * t,
      ],
      0.0019,
      color,
    )
    return [mesh(body, cloth), ends]
  }
  const over = tube(
    [
      [-0.016, 0.004, 0.062],
      [-0.009, 0.017, 0.05],
      [0.002, 0.021, 0.045],
      [0.012, 0.016, 0.038],
      [0.017, 0.0, 0.03],
    ],
    0.017,
    { steps: 30, around: 20, flat: 0.7 },
  )
  return group(...fall(0.62, -0.03, 0.052, 2), ...fall(0.5, 0.042, 0.03, 6), mesh(over, cloth))
}

/** A felt hat that hangs on a peg by its inside, its crown to the front. The origin is the peg's foot. */
function hungHat(color: string): Object3D {
  const shape = lathe(
    [
      [0.0, 0.106],
      [0.045, 0.111, 0.03],
      [0.075, 0.1, 0.03],
      [0.086, 0.05, 0.04],
      [0.092, 0.006, 0.01],
      [0.15, 0.004, 0.02],
      [0.168, 0.013, 0.002],
      [0.1685, 0.016, 0.001],
      [0.15, 0.0075, 0.02],
      [0.094, 0.0095, 0.01],
    ]
      .map(([r = 0, y = 0, round = 0]) => [r, y, round] as const)
      .toReversed(),
  )
  bend(shape, (point) => {
    const crown = smoothstep(0.06, 0.11, point.y)
    point.y -= crown * 0.03 * Math.exp(-((point.x / 0.022) ** 2)) * smoothstep(-0.09, 0.06, point.z)
    point.x *= 1 - 0.1 * crown
    point.y +=
      0.014 * (point.x / 0.168) ** 2 * (1 - crown) * smoothstep(0.1, 0.168, Math.hypot(point.x, point.z))
  })
  const band = lathe([
    [0.0935, 0.009],
    [0.0915, 0.03],
  ])
  const cloth = felt(color, 1)
  const ribbon = linen('#3f3a36', 0.6)
  cloth.side = 2
  return turned(group(mesh(shape, cloth), mesh(band, ribbon)), 78, 0, 4)
}

export const fivePegRail: Model = {
  build: (look) => group(rail(look), at(hungBag('#ded2bd'), 0.148, 0, 0.066)),
  set: 'wall',
  view: { turn: 31, elevation: 9, fill: 0.7, offset: [0, 0.02] },
  detail: {
    code: 'walnut',
    build: (look) =>
      group(
        rail(look),
        at(hungHat('#a58c6c'), -0.296, -0.03, 0.03),
        at(hungScarf('#8d8f87'), 0, 0.012, 0.016),
        at(hungBag('#ded2bd'), 0.148, 0, 0.066),
      ),
    view: { turn: -24, elevation: 6, fill: 0.8, offset: [0, 0] },
  },
}
