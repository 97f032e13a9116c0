import { BufferGeometry, CatmullRomCurve3, Float32BufferAttribute, Vector3 } from 'three'
import type { Point } from './shapes.ts'

/* Pipes and straps along a path. */

/** A pipe along points; its radius may change with t from 0 to 1. Its ends are closed. */
export function tube(
  points: readonly Point[],
  radius: number | ((t: number) => number),
  options: { steps?: number; around?: number; closed?: boolean; tension?: number; flat?: number } = {},
): BufferGeometry {
  const { steps = 64, around = 16, closed = false, tension, flat = 1 } = options
  const curve = new CatmullRomCurve3(
    points.map((point) => new Vector3(...point)),
    closed,
    tension === undefined ? 'centripetal' : 'catmullrom',
    tension ?? 0.5,
  )
  return sweep((t) => curve.getPointAt(t), radius, { steps, around, closed, flat })
}

/**
 * A pipe along any path. `flat` below 1 presses it flat across its second direction, as a strap.
 */
export function sweep(
  path: (t: number) => Vector3,
  radius: number | ((t: number) => number),
  options: { steps?: number; around?: number; closed?: boolean; flat?: number } = {},
): BufferGeometry {
  const { steps = 64, around = 16, closed = false, flat = 1 } = options
  const width = typeof radius === 'number' ? () => radius : radius
  const points = Array.from({ length: steps + 1 }, (_, i) => path(i / steps))
  const frames = framesOf(points, closed)
  const [positions, uvs, indices]: [number[], number[], number[]] = [[], [], []]
  let along = 0
  points.forEach((point, i) => {
    if (i > 0) along += point.distanceTo(points[i - 1] ?? point)
    const { side, up } = frames[i] ?? { side: new Vector3(1, 0, 0), up: new Vector3(0, 1, 0) }
    const r = width(i / steps)
    for (let j = 0; j <= around; j++) {
      const angle = (j / around) * Math.PI * 2
      const [a, b] = [Math.cos(angle) * r, Math.sin(angle) * r * flat]
      positions.push(
        point.x + side.x * a + up.x * b,
        point.y + side.y * a + up.y * b,
        point.z + side.z * a + up.z * b,
      )
      uvs.push(along, (j / around) * 2 * Math.PI * r)
    }
  })
  const row = around + 1
  for (let i = 0; i < steps; i++)
    for (let j = 0; j < around; j++) {
      const a = i * row + j
      indices.push(a, a + 1, a + row, a + 1, a + row + 1, a + row)
    }
  if (!closed) {
    for (const [ring, way] of [
      [0, 1],
      [steps, -1],
    ] as const) {
      const center = positions.length / 3
      const point = points[ring] ?? new Vector3()
      positions.push(point.x, point.y, point.z)
      uvs.push(0, 0)
      for (let j = 0; j < around; j++) {
        const [a, b] = [ring * row + j, ring * row + j + 1]
        indices.push(center, way === 1 ? b : a, way === 1 ? a : b)
      }
    }
  }
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3))
  geometry.setAttribute('uv', new Float32BufferAttribute(uvs, 2))
  geometry.setIndex(indices)
  geometry.computeVertexNormals()
  weldSeam(geometry, row, steps, closed)
  return geometry
}

/** The two ends of each ring lie on one another: their normals are made one. */
function weldSeam(geometry: BufferGeometry, row: number, steps: number, closed: boolean): void {
  const normal = geometry.getAttribute('normal')
  const [a, b] = [new Vector3(), new Vector3()]
  const join = (i: number, j: number): void => {
    a.fromBufferAttribute(normal, i)
    b.fromBufferAttribute(normal, j)
    a.add(b).normalize()
    normal.setXYZ(i, a.x, a.y, a.z)
    normal.setXYZ(j, a.x, a.y, a.z)
  }
  for (let i = 0; i <= steps; i++) join(i * row, i * row + row - 1)
  if (closed) for (let j = 0; j < row; j++) join(j, steps * row + j)
}

/** Directions across a path that turn as little as they can (Wang et al., 2008: double reflection). */
function framesOf(points: readonly Vector3[], closed: boolean): { side: Vector3; up: Vector3 }[] {
  const tangents = points.map((point, i) => {
    const before = points[i - 1] ?? (closed ? points.at(-2) : undefined) ?? point
    const after = points[i + 1] ?? (closed ? points[1] : undefined) ?? point
    return after.clone().sub(before).normalize()
  })
  const start = tangents[0] ?? new Vector3(0, 1, 0)
  const guess = Math.abs(start.y) > 0.9 ? new Vector3(1, 0, 0) : new Vector3(0, 1, 0)
  let side = new Vector3().crossVectors(guess, start).normalize()
  const sides = points.map((point, i) => {
    const last = points[i - 1]
    const tangent = tangents[i] ?? start
    if (last !== undefined) {
      const v1 = point.clone().sub(last)
      const c1 = v1.dot(v1)
      if (c1 > 0) {
        const reflected = side.clone().addScaledVector(v1, (-2 / c1) * v1.dot(side))
        const lastTangent = tangents[i - 1] ?? start
        const t = lastTangent.clone().addScaledVector(v1, (-2 / c1) * v1.dot(lastTangent))
        const v2 = tangent.clone().sub(t)
        const c2 = v2.dot(v2)
        side = c2 > 1e-12 ? reflected.addScaledVector(v2, (-2 / c2) * v2.dot(reflected)) : reflected
      }
    }
    return side.clone().normalize()
  })
  // What a closed path has twisted is spread over its length.
  const [first, last, end] = [sides[0], sides.at(-1), tangents.at(-1)]
  const twist =
    closed && first !== undefined && last !== undefined && end !== undefined
      ? Math.atan2(new Vector3().crossVectors(last, first).dot(end), last.dot(first))
      : 0
  return sides.map((own, i) => {
    const tangent = tangents[i] ?? start
    const turnedSide = own.clone().applyAxisAngle(tangent, (twist * i) / (points.length - 1))
    return { side: turnedSide, up: new Vector3().crossVectors(tangent, turnedSide) }
  })
}
