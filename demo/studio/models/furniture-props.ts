import { BoxGeometry, DoubleSide, Object3D, PlaneGeometry, Vector3, type BufferGeometry } from 'three'
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js'
import { bisque, glaze, paint, paper } from '../materials.ts'
import { noise, random } from '../noise.ts'
import { boxMapped } from '../faces.ts'
import { at, bend, box, group, lathe, mesh, smooth, turned, vessel } from '../shapes.ts'
import { sweep } from '../tubes.ts'

/* Plain things that stand on a shelf or a table so that one sees what it is for. None of them is sold here. */

export interface Volume {
  width: number
  height: number
  color: string
}

export const quietVolumes: readonly Volume[] = [
  { width: 0.026, height: 0.215, color: '#ddd3c2' },
  { width: 0.018, height: 0.2, color: '#8d8478' },
  { width: 0.032, height: 0.228, color: '#efe9dd' },
  { width: 0.022, height: 0.205, color: '#b9a48a' },
  { width: 0.02, height: 0.19, color: '#6d7068' },
  { width: 0.028, height: 0.22, color: '#cfc4b2' },
]

/** Books that stand in a row from x = 0 to the right, spines to the front; the last one leans. */
export function bookRow(volumes: readonly Volume[], depth = 0.15): Object3D {
  let x = 0
  const chance = random(volumes.length * 13)
  const parts = volumes.map(({ width, height, color }, i) => {
    const leaning = i === volumes.length - 1 && i > 1
    const own = book(width, height, depth - chance() * 0.012, color)
    const placed = at(
      turned(own, 0, 0, leaning ? 11 : 0),
      x + (leaning ? height * 0.19 + 0.004 : 0),
      0,
      (chance() - 0.5) * 0.006,
    )
    x += width + 0.0012
    return placed
  })
  return group(...parts)
}

/** One book that stands on its lower edge at the origin, its spine to the front. */
function book(width: number, height: number, depth: number, color: string): Object3D {
  const cloth = paint(color, 0.05)
  const cover = (x: number): Object3D =>
    at(mesh(boxMapped(new BoxGeometry(0.0024, height, depth)), cloth), x, height / 2, 0)
  const spine = at(mesh(box(width, height, 0.003, 0.0012), cloth), width / 2, height / 2, depth / 2 - 0.001)
  const block = at(
    mesh(boxMapped(new BoxGeometry(width - 0.004, height - 0.006, depth - 0.006)), paper('#f1ebdd')),
    width / 2,
    height / 2,
    -0.002,
  )
  return group(cover(0.0012), cover(width - 0.0012), spine, block)
}

/** Books that lie on one another, the first one below. */
export function bookPile(volumes: readonly Volume[], seed = 1): Object3D {
  let y = 0
  const chance = random(seed)
  return group(
    ...volumes.map(({ width, height, color }) => {
      const lying = at(turned(book(width, height, 0.155, color), 0, 0, 90), height / 2, 0, 0)
      const placed = at(turned(group(lying), 0, (chance() - 0.5) * 14), 0, y, 0)
      y += width + 0.0006
      return placed
    }),
  )
}

export function vase(color: string, height = 0.17): Object3D {
  const k = height / 0.17
  const outside = smooth(
    [
      [0.03 * k, 0],
      [0.036 * k, 0.006 * k],
      [0.054 * k, 0.05 * k],
      [0.05 * k, 0.095 * k],
      [0.026 * k, 0.132 * k],
      [0.0195 * k, 0.15 * k],
      [0.024 * k, height],
    ],
    36,
  ).map(([r, y]) => [r, y] as const)
  return mesh(lathe(vessel(outside, 0.004 * k)), bisque(color, { sand: 0.5 }))
}

export function bowl(color: string, radius = 0.08): Object3D {
  const outside = smooth(
    [
      [radius * 0.42, 0],
      [radius * 0.48, 0.004],
      [radius * 0.8, radius * 0.24],
      [radius, radius * 0.62],
    ],
    30,
  ).map(([r, y]) => [r, y] as const)
  return mesh(lathe(vessel(outside, 0.0042, 0.007)), glaze(color, { gloss: 0.5, speckle: 0.5 }))
}

export function cup(color: string): Object3D {
  const outside = smooth(
    [
      [0.03, 0],
      [0.034, 0.005],
      [0.039, 0.035],
      [0.0405, 0.075],
    ],
    24,
  ).map(([r, y]) => [r, y] as const)
  const tea = at(
    mesh(
      lathe([
        [0, 0],
        [0.0368, 0],
      ]),
      paint('#5a3b22', 0.9),
    ),
    0,
    0.062,
    0,
  )
  return group(mesh(lathe(vessel(outside, 0.0034, 0.006)), glaze(color, { gloss: 0.6, speckle: 0.5 })), tea)
}

/** A branch with leaves that stands in a vase: from the origin upwards. */
export function sprig(height: number, seed = 1, leafColor = '#6f7a5a'): Object3D {
  const chance = random(seed)
  const parts: Object3D[] = []
  const leaf = paint(leafColor, 0.25)
  leaf.side = DoubleSide
  const blades: BufferGeometry[] = []
  const bark = paint('#6b5640', 0.1)
  for (let branch = 0; branch < 3; branch++) {
    const direction = (branch / 3) * Math.PI * 2 + chance()
    const reach = height * (0.16 + 0.2 * chance())
    const tall = height * (0.78 + 0.22 * chance())
    const stem = (t: number): Vector3 =>
      new Vector3(
        Math.cos(direction) * reach * t ** 1.6 + noise(t * 3, branch, seed) * 0.012 * t,
        tall * t,
        Math.sin(direction) * reach * t ** 1.6 + noise(t * 3, branch + 9, seed) * 0.012 * t,
      )
    parts.push(
      mesh(
        sweep(stem, (t) => 0.0021 - 0.0013 * t, { steps: 30, around: 8 }),
        bark,
      ),
    )
    const leaves = 11
    for (let i = 0; i < leaves; i++) {
      const t = 0.36 + (0.64 * i) / leaves
      const pose = new Object3D()
      pose.position.copy(stem(t))
      pose.rotation.set(
        0,
        -direction + (i % 2 === 0 ? 1.25 : -1.25) + (chance() - 0.5) * 0.8,
        0.42 + chance() * 0.5,
        'YXZ',
      )
      pose.updateMatrix()
      blades.push(leafShape(height * (0.1 + 0.05 * chance()) * (1.1 - 0.4 * t)).applyMatrix4(pose.matrix))
    }
  }
  return group(...parts, mesh(mergeGeometries(blades), leaf))
}

/** An oval leaf from the origin along +x, folded a little along its rib. */
function leafShape(length: number): BufferGeometry {
  const flat = new PlaneGeometry(1, 1, 9, 4).rotateX(-Math.PI / 2).translate(0.5, 0, 0)
  return bend(flat, (point) => {
    const wide = length * 0.23 * Math.sin(Math.PI * Math.min(1, Math.max(0, point.x)) ** 0.8) ** 0.9
    const side = point.z * 2
    point.set(point.x * length, -0.16 * length * point.x ** 2 + Math.abs(side) * wide * 0.3, side * wide)
  })
}
