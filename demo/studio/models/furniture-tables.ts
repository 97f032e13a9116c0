import type { Object3D } from 'three'
import { linen } from '../cloths.ts'
import { castMetal, glaze, powderCoat } from '../materials.ts'
import type { Look, Model } from '../model.ts'
import { boxMapped } from '../faces.ts'
import { at, box, extrude, group, lathe, mesh, rod, turned } from '../shapes.ts'
import { leg, pebble, shifted, timber } from './furniture-joinery.ts'
import { bookPile, bowl, cup, quietVolumes, sprig, vase } from './furniture-props.ts'
import { folds, pathOf, slab, swept } from './textiles-cloth.ts'
import { tube } from '../tubes.ts'

function assembly(look: Look, length: number, depth: number): Object3D {
  const boards = [1, 2, 3, 4, 5]
  const wide = depth / 5
  const planks = boards.map((i) => {
    const plank = shifted(box(length, 0.028, wide - 0.0008, 0.0022, 'x'), i * 0.43, i * 0.171)
    return at(mesh(plank, timber(look, i % 2)), 0, 0.726, -depth / 2 + wide * (i - 0.5))
  })
  const material = timber(look)
  const [x, z] = [length / 2 - 0.034, depth / 2 - 0.034]
  const frame = [-1, 1].flatMap((side) => [
    at(mesh(box(length - 0.16, 0.072, 0.022, 0.003, 'x'), material), 0, 0.675, side * (z - 0.005)),
    at(mesh(box(0.022, 0.072, depth - 0.16, 0.003, 'z'), material), side * (x - 0.005), 0.675, 0),
    ...[-1, 1].map((end) => mesh(tapered([end * x, 0, side * z], 0.713), material)),
  ])
  return group(...planks, ...frame)
}

/** A square leg, 6 cm above and 4 cm at the floor, its outer sides upright. */
function tapered([x, , z]: readonly [number, number, number], height: number): ReturnType<typeof box> {
  const geometry = box(0.06, height, 0.06, 0.006, 'y').translate(0, height / 2, 0)
  const position = geometry.getAttribute('position')
  for (let i = 0; i < position.count; i++) {
    const share = 0.66 + 0.34 * Math.min(1, position.getY(i) / (height * 0.9))
    const keep = (value: number, outward: number): number => outward * 0.03 + (value - outward * 0.03) * share
    position.setXYZ(
      i,
      keep(position.getX(i), Math.sign(x)),
      position.getY(i),
      keep(position.getZ(i), Math.sign(z)),
    )
  }
  geometry.computeVertexNormals()
  return geometry.translate(x, 0, z)
}

export const assemblyTable: Model = {
  build: (look) => assembly(look, 1.4, 0.8),
  set: 'sweep',
  view: { turn: 28, elevation: 15, fill: 0.76 },
  detail: {
    code: 'oak',
    build: (look) => {
      const runner = pathOf([-0.19, 0], 0, [['go', 0.38]])
      const napkin = slab(swept(runner, 0.3), {
        thickness: 0.006,
        size: [0.38, 0.3],
        segments: [24, 20],
        relief: (u, v) => 0.002 * Math.sin(u * 7 + v * 5),
      })
      return group(
        assembly(look, 1.4, 0.8),
        at(turned(mesh(napkin, linen('#cfc6b6')), 0, 12), 0.38, 0.744, 0.13),
        at(plate(), 0.38, 0.747, 0.13),
        at(bowl('#efe9dd', 0.075), 0.38, 0.755, 0.13),
        at(cup('#b9a48a'), 0.18, 0.741, -0.02),
        at(vase('#8d8478', 0.2), 0.1, 0.741, -0.24),
        at(sprig(0.42, 4), 0.1, 0.9, -0.24),
      )
    },
    view: {
      turn: -34,
      elevation: 26,
      crop: { center: [0.3, 0.78, 0.02], radius: 0.42 },
      fill: 0.86,
      aperture: 0.01,
    },
  },
}

function plate(): Object3D {
  return mesh(
    lathe([
      [0, 0],
      [0.085, 0, 0.004],
      [0.128, 0.014, 0.004],
      [0.13, 0.0165],
      [0.128, 0.018],
      [0.086, 0.0045, 0.01],
      [0, 0.0042],
    ]),
    glaze('#e7dfd1', { gloss: 0.5, speckle: 0.5 }),
  )
}

function orbit({ color }: Look): Object3D {
  const coat = powderCoat(color)
  const tray = lathe([
    [0, 0.4445],
    [0.19, 0.4445, 0.004],
    [0.192, 0.4565, 0.001],
    [0.19, 0.457],
    [0.188, 0.4565, 0.001],
    [0.1865, 0.4475, 0.003],
    [0, 0.4475],
  ])
  const foot = lathe([
    [0, 0],
    [0.138, 0, 0.002],
    [0.14, 0.004, 0.003],
    [0.136, 0.009, 0.004],
    [0.03, 0.0115, 0.02],
    [0.0118, 0.026, 0.02],
    [0, 0.05],
  ])
  const [half, top] = [0.047, 0.58]
  const handle = tube(
    [
      [-half, 0.44, 0],
      [-half, 0.5, 0],
      [-half, 0.545, 0],
      [-half * 0.86, 0.57, 0],
      [-half * 0.5, top, 0],
      [half * 0.5, top, 0],
      [half * 0.86, 0.57, 0],
      [half, 0.545, 0],
      [half, 0.5, 0],
      [half, 0.44, 0],
    ],
    0.0068,
    { steps: 120 },
  )
  const collar = (x: number): Object3D => at(mesh(rod(0.011, 0.011, 0.004, 0.0015), coat), x, 0.4472, 0)
  return group(
    mesh(tray, coat),
    mesh(foot, coat),
    mesh(rod(0.0115, 0.0115, 0.444, 0.001), coat),
    mesh(handle, coat),
    collar(-half),
    collar(half),
  )
}

export const orbitSideTable: Model = {
  build: orbit,
  set: 'sweep',
  view: { turn: 28, elevation: 19 },
  detail: {
    code: 'clay',
    build: (look) =>
      group(
        orbit(look),
        at(cup('#efe9dd'), 0.09, 0.4476, 0.07),
        at(
          turned(
            bookPile(
              [
                { width: 0.016, height: 0.17, color: '#d8cdbb' },
                { width: 0.012, height: 0.165, color: '#5f6258' },
              ],
              5,
            ),
            0,
            30,
          ),
          -0.07,
          0.4476,
          -0.055,
        ),
      ),
    view: { turn: 28, elevation: 30, crop: { center: [0, 0.48, 0], radius: 0.21 }, fill: 0.84 },
  },
}

function lowTide(look: Look): Object3D {
  const material = timber(look)
  const [width, depth] = [0.9, 0.55]
  const slab30 = extrude(pebble(width, depth, 2.7), 0.03, 0.011, 'x').rotateX(-Math.PI / 2)
  const parts: Object3D[] = [at(mesh(boxMapped(slab30, 'x'), material), 0, 0.31, 0)]
  for (const sx of [-1, 1])
    for (const sz of [-1, 1])
      parts.push(
        mesh(
          leg([sx * 0.315, 0, sz * 0.178], [sx * 0.285, 0.315, sz * 0.158], [0.0125, 0.02, 0.0205]),
          material,
        ),
      )
  for (const sx of [-1, 1])
    parts.push(
      mesh(leg([sx * 0.3, 0.146, -0.168], [sx * 0.3, 0.146, 0.168], [0.008, 0.0105, 0.008]), material),
    )
  for (let i = 0; i < 7; i++)
    parts.push(
      at(
        mesh(shifted(box(0.64, 0.01, 0.026, 0.003, 'x'), i * 0.3, i * 0.11), material),
        0,
        0.161,
        -0.135 + i * 0.045,
      ),
    )
  return group(...parts)
}

export const lowTideTable: Model = {
  build: lowTide,
  set: 'sweep',
  view: { turn: 24, elevation: 20, fill: 0.74 },
  detail: {
    code: 'walnut',
    build: (look) =>
      group(
        lowTide(look),
        at(
          turned(
            bookPile(
              [quietVolumes[0], quietVolumes[3], quietVolumes[1]].filter((one) => one !== undefined),
              3,
            ),
            0,
            8,
          ),
          -0.1,
          0.166,
          0.02,
        ),
        at(turned(bookPile(quietVolumes.slice(2, 4), 8), 0, -18), -0.19, 0.3405, -0.02),
        at(bowl('#ddd3c2', 0.1), 0.17, 0.3405, 0.03),
        at(
          mesh(
            lathe([
              [0, 0],
              [0.02, 0, 0.006],
              [0.028, 0.02, 0.012],
              [0.022, 0.044, 0.012],
              [0.007, 0.05, 0.004],
              [0, 0.051],
            ]),
            castMetal('#8d8478', 0),
          ),
          -0.185,
          0.396,
          -0.02,
        ),
      ),
    view: { turn: -26, elevation: 24, fill: 0.76 },
  },
}

/** A cloth folded to and fro, seen from its folds: for tables and shelves. */
export function foldedCloth(length: number, width: number, layers: number, color: string): Object3D {
  const way = pathOf([-length / 2, 0.004], 0, folds(length, 0.008, layers, { wander: 0.006, seed: 3 }))
  return mesh(
    slab(swept(way, width), { thickness: 0.0068, size: [way.length, width], segments: [layers * 30, 14] }),
    linen(color),
  )
}
