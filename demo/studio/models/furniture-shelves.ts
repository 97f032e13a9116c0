import { Vector3, type Object3D } from 'three'
import { canvas, linen, wool } from '../cloths.ts'
import { metal, paint, powderCoat } from '../materials.ts'
import type { Look, Model } from '../model.ts'
import { fractal } from '../noise.ts'
import { at, box, group, lathe, mesh, rod, tube, turned, type Point } from '../shapes.ts'
import { alongZ, beam, oakLook, shifted, timber } from './furniture-joinery.ts'
import { bookPile, bookRow, bowl, cup, quietVolumes, sprig, vase } from './furniture-props.ts'
import { foldedCloth } from './furniture-tables.ts'
import { slab } from './textiles-cloth.ts'

function rung(look: Look, length: number): Object3D {
  const material = timber(look)
  const brass = metal('#b6924f', { polish: 0.75 })
  const dots = [-1, 1].map((side) => at(mesh(alongZ(rod(0.0062, 0.0062, 0.003, 0.0009)), brass), side * (length / 2 - 0.09), 0, 0.1988))
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
    build: (look) => group(rung(look, 0.9), at(cup('#efe9dd'), 0.27, 0.013, 0.12), at(bookPile(quietVolumes.slice(1, 3), 4), 0.06, 0.013, 0.1)),
    view: { turn: 24, elevation: 20, crop: { center: [0.24, 0.02, 0.14], radius: 0.19 }, fill: 0.9, aperture: 0.012 },
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
      mesh(beam([side * 0.3, 0.006, frontAt(0)], [side * 0.3, shelfTop, frontAt(shelfTop)], 0.016, 0.028, 0.003), frame),
      mesh(beam([side * 0.3, 0.006, 0.03], [side * 0.3, 1.66, 0.03], 0.014, 0.018, 0.003), frame),
      at(mesh(box(0.021, 0.02, 0.034, 0.004), paint('#2b2a29', 0.05)), side * 0.3, 0.01, frontAt(0)),
      at(mesh(box(0.018, 0.014, 0.024, 0.003), paint('#2b2a29', 0.05)), side * 0.3, 0.007, 0.03),
    )
  }
  parts.push(at(mesh(box(0.6, 0.016, 0.012, 0.003), frame), 0, shelfTop - 0.03, frontAt(shelfTop - 0.03)))
  boardLevels.forEach((y, i) => {
    const depth = frontAt(y) + 0.022
    parts.push(at(mesh(shifted(box(0.578, 0.02, depth - 0.016, 0.0025, 'x'), i * 0.37, i * 0.21), boards), 0, y, depth / 2 + 0.008))
    for (const side of [-1, 1]) parts.push(at(mesh(box(0.012, 0.014, depth - 0.05, 0.002, 'z'), frame), side * 0.296, y - 0.015, depth / 2))
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
  view: { turn: 26, elevation: 8, fill: 0.76, offset: [0, 0.01] },
  detail: { code: 'charcoal', view: { turn: -24, elevation: 12, crop: { center: [0, 1.24, 0.1], radius: 0.38 }, fill: 0.86 } },
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
  const pegs = [-2, -1, 0, 1, 2].map((place) => at(turned(mesh(peg, material), 82, 0, 0), place * 0.148, 0, 0.02))
  const screws = [-1, 1].map((side) => at(mesh(alongZ(rod(0.0045, 0.0045, 0.002, 0.0006)), metal('#b6924f', { polish: 0.7 })), side * 0.335, 0.026, 0.0195))
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
      return new Vector3((x * width * narrow) / 2, -drop - v * height - pull * 0.4 + 0.012 * x * x * v, 0.03 + 0.012 * fractal(x * 2, v * 2, 4))
    },
    {
      thickness: (u, v) => 0.012 + 0.05 * v * (1 - (u * 2 - 1) ** 4),
      size: [width, height],
      segments: [60, 60],
      rim: 0.012,
      relief: (u, v) => 0.006 * fractal(u * 3 + v, v * 2.2, 8) + 0.003 * Math.sin(u * 16 + fractal(u, v * 2, 2) * 5) * (1 - v) ** 1.5,
    },
  )
  const strap = (z: number, spread: number): Object3D => {
    const points: Point[] = [
      [-spread, -drop - 0.03, z], [-spread * 0.8, -drop * 0.62, z * 0.8], [-0.02, -0.03, z * 0.4], [-0.006, 0.007, 0.016],
      [0.006, 0.007, 0.016], [0.02, -0.03, z * 0.4], [spread * 0.8, -drop * 0.62, z * 0.8], [spread, -drop - 0.03, z],
    ]
    return mesh(tube(points, 0.0115, { steps: 80, around: 12, flat: 0.18 }), cloth)
  }
  return group(mesh(body, cloth), strap(0.05, 0.072), strap(0.02, 0.066))
}

/** A coat on its loop: shoulders that hang, sleeves, a slit in front. The origin is the peg. */
function hungCoat(color: string): Object3D {
  const cloth = wool(color, 1.6)
  const height = 0.92
  const body = slab(
    (u, v) => {
      const x = u * 2 - 1
      const shoulder = 0.055 + 0.165 * Math.min(1, v / 0.16) ** 0.7
      const flare = shoulder + 0.05 * v
      const pleat = Math.sin(x * 8 + 1.2 * fractal(x, v * 2, 3)) * 0.02 * (0.25 + v)
      return new Vector3(x * flare, -0.02 - v * height - 0.035 * x * x * (1 - v), 0.045 + 0.02 * (1 - x * x) + pleat)
    },
    { thickness: (u, v) => 0.03 + 0.05 * Math.sin(Math.PI * Math.min(1, v * 1.2)) * (1 - (u * 2 - 1) ** 2), size: [0.44, height], segments: [70, 70], rim: 0.016 },
  )
  const sleeve = (side: number): Object3D => {
    const points: Point[] = [[side * 0.16, -0.1, 0.06], [side * 0.23, -0.25, 0.075], [side * 0.252, -0.45, 0.07], [side * 0.246, -0.62, 0.075]]
    return mesh(tube(points, (t) => 0.06 - 0.012 * t + 0.003 * Math.sin(t * 26), { steps: 60, around: 28, flat: 0.7 }), cloth)
  }
  const collar = tube([[-0.06, -0.06, 0.085], [-0.055, -0.01, 0.055], [0, 0.008, 0.035], [0.055, -0.01, 0.055], [0.06, -0.06, 0.085]], 0.021, { steps: 40, around: 18, flat: 0.6 })
  const loop = tube([[-0.018, -0.005, 0.04], [-0.008, 0.012, 0.034], [0.008, 0.012, 0.034], [0.018, -0.005, 0.04]], 0.0022, { steps: 24 })
  const buttons = [-0.3, -0.42, -0.54].map((y) => at(mesh(alongZ(rod(0.011, 0.011, 0.004, 0.0015)), paint('#4b4038', 0.4)), 0.024, y, 0.112))
  return group(mesh(body, cloth), sleeve(-1), sleeve(1), mesh(collar, cloth), mesh(loop, linen(color)), ...buttons)
}

export const fivePegRail: Model = {
  build: (look) => group(rail(look), at(hungBag('#ded2bd'), 0.148, 0, 0.066)),
  set: 'wall',
  view: { turn: 16, elevation: 6, fill: 0.66, offset: [0, 0.02] },
  detail: {
    code: 'walnut',
    build: (look) => group(rail(look), at(hungCoat('#7d7a72'), -0.148, 0, 0.03), at(hungBag('#ded2bd'), 0.148, 0, 0.066)),
    view: { turn: -14, elevation: 5, fill: 0.8, offset: [0, 0] },
  },
}
