import { BufferGeometry, Color, DoubleSide, Float32BufferAttribute, Vector3, type Object3D } from 'three'
import { bisque } from '../materials.ts'
import { random } from '../noise.ts'
import { surface } from '../shading.ts'
import { at, group, lathe, mesh, smooth, turned } from '../shapes.ts'
import { sweep } from '../tubes.ts'

/* Leaves, twigs and flowers: what vases and pots are for. */

const leafGreen = '#63774c'

/** A leaf from the origin along +y, bent towards +z, folded along its middle. `blunt` 0 is a lance, 1 a paddle. */
export function leaf(
  length: number,
  width: number,
  { bow = 0.35, fold = 0.25, blunt = 0.3, color = leafGreen } = {},
): Object3D {
  const [rows, columns] = [18, 8]
  const [positions, uvs, indices]: [number[], number[], number[]] = [[], [], []]
  for (let i = 0; i <= rows; i++) {
    const t = i / rows
    const half = (width / 2) * Math.sin(Math.PI * t ** (0.75 + blunt * 0.35)) ** (0.85 - blunt * 0.25)
    const bend = bow * t * t
    for (let j = 0; j <= columns; j++) {
      const side = (j / columns) * 2 - 1
      positions.push(
        side * half,
        t * length * Math.cos(bend * 0.9),
        length * bend * t * 0.6 +
          Math.abs(side) * half * fold +
          0.02 * length * Math.sin(t * 9) * side * side * 0.3,
      )
      uvs.push(side * half, t * length)
      if (i > 0 && j > 0) {
        const [a, b] = [i * (columns + 1) + j, (i - 1) * (columns + 1) + j]
        indices.push(b - 1, b, a - 1, b, a, a - 1)
      }
    }
  }
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3))
  geometry.setAttribute('uv', new Float32BufferAttribute(uvs, 2))
  geometry.setIndex(indices)
  geometry.computeVertexNormals()
  return mesh(
    geometry,
    surface({ color, roughness: 0.5, side: DoubleSide, emissive: new Color(color), emissiveIntensity: 0.05 }),
  )
}

/** A stem through points with leaves on both sides. */
export function sprig(
  points: readonly Vector3[],
  leaves: number,
  size: number,
  { color = leafGreen, seed = 1, from = 0.25 } = {},
): Object3D {
  const chance = random(seed)
  const path = along(points)
  const twig = mesh(
    sweep(path, (t) => 0.0019 * (1.25 - t), { steps: 40, around: 8 }),
    surface({ color: '#6f5a42', roughness: 0.8 }),
  )
  const placed = Array.from({ length: leaves }, (_, i) => {
    const t = from + ((1 - from) * (i + 0.5)) / leaves
    const own = leaf(size * (0.75 + chance() * 0.4) * (1.15 - 0.45 * t), size * 0.36, {
      bow: 0.2 + chance() * 0.5,
      color,
    })
    const place = path(Math.min(1, t))
    return at(turned(own, 42 + chance() * 34, i * 137.5 + chance() * 40, 0), place.x, place.y, place.z)
  })
  return group(twig, ...placed)
}

/** A tulip on a bowed stem, from the origin upwards. */
export function tulip(height: number, lean: number, color: string): Object3D {
  const green = surface({ color: '#7d9160', roughness: 0.6 })
  const path = along([
    new Vector3(0, 0, 0),
    new Vector3(lean * 0.12, height * 0.5, 0),
    new Vector3(lean * 0.5, height * 0.85, 0),
    new Vector3(lean, height, 0),
  ])
  const petals = Array.from({ length: 6 }, (_, i) =>
    turned(
      leaf(0.052, 0.04, { bow: -0.25, fold: -0.3, blunt: 0.85, color }),
      i % 2 === 0 ? 14 : 7,
      i * 60,
      0,
    ),
  )
  const cup = at(
    turned(group(...petals.map((petal) => at(petal, 0, 0, 0))), 0, 0, (-lean / height) * 150),
    lean,
    height - 0.002,
    0,
  )
  return group(mesh(sweep(path, 0.0027, { steps: 40, around: 10 }), green), cup)
}

/** A rubber plant of a few stems: big leaves with a shine. */
export function houseplant(height: number, seed: number): Object3D {
  const chance = random(seed)
  const stems = [0, 130, 250].map((turn, s) => {
    const tall = height * (1 - s * 0.18)
    const lean = 0.05 + chance() * 0.08
    const path = along([
      new Vector3(0, 0, 0),
      new Vector3(lean * 0.3, tall * 0.45, 0),
      new Vector3(lean, tall, 0),
    ])
    const count = 7 - s
    const leaves = Array.from({ length: count }, (_, i) => {
      const t = 0.3 + (0.7 * (i + 0.6)) / count
      const size = height * (0.36 - 0.15 * t) * (0.9 + chance() * 0.25)
      const place = path(Math.min(1, t))
      const green = ['#51683f', '#5d7549', '#6b8453'][i % 3] ?? leafGreen
      return at(
        turned(
          leaf(size, size * 0.56, { bow: 0.5 + chance() * 0.35, blunt: 0.55, fold: 0.18, color: green }),
          38 + 40 * (1 - t) + chance() * 12,
          i * 137.5 + turn,
          0,
        ),
        place.x,
        place.y,
        place.z,
      )
    })
    return turned(
      group(
        mesh(
          sweep(path, (t) => 0.0042 * (1.2 - 0.7 * t), { steps: 30, around: 8 }),
          surface({ color: '#75684e', roughness: 0.85 }),
        ),
        ...leaves,
      ),
      0,
      turn,
    )
  })
  return group(...stems)
}

/** Earth in a pot. */
export function soil(radius: number): Object3D {
  return mesh(
    lathe(
      smooth(
        [
          [radius, 0],
          [radius * 0.7, 0.003],
          [0, 0.005],
        ],
        12,
      ),
    ),
    bisque('#4a3a2e', { sand: 2.4 }),
  )
}

function along(points: readonly Vector3[]): (t: number) => Vector3 {
  return (t) => {
    const scaled = Math.min(0.9999, Math.max(0, t)) * (points.length - 1)
    const i = Math.floor(scaled)
    const f = scaled - i
    const get = (k: number): Vector3 => points[Math.min(points.length - 1, Math.max(0, k))] ?? new Vector3()
    const [a, b, c, d] = [get(i - 1), get(i), get(i + 1), get(i + 2)]
    const axis = (k: 'x' | 'y' | 'z'): number =>
      0.5 *
      (2 * b[k] +
        (c[k] - a[k]) * f +
        (2 * a[k] - 5 * b[k] + 4 * c[k] - d[k]) * f * f +
        (3 * b[k] - a[k] - 3 * c[k] + d[k]) * f ** 3)
    return new Vector3(axis('x'), axis('y'), axis('z'))
  }
}
