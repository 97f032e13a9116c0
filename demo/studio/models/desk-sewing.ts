import { CatmullRomCurve3, Vector3, type BufferGeometry, type Object3D } from 'three'
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js'
import { paint } from '../materials.ts'
import { mesh, type Point } from '../shapes.ts'
import { slab } from './textiles-cloth.ts'
import { tube } from '../tubes.ts'

/** A band along points, its flat side to `face`. */
export function strap(
  points: readonly Point[],
  width: number,
  face: Vector3,
  thickness = 0.0036,
): BufferGeometry {
  const curve = new CatmullRomCurve3(points.map((point) => new Vector3(...point)))
  return slab(
    (u, v) => {
      const tangent = curve.getTangent(u)
      const across = new Vector3().crossVectors(face, tangent).normalize()
      return curve.getPoint(u).addScaledVector(across, (v - 0.5) * width)
    },
    { thickness, size: [curve.getLength(), width], segments: [110, 6], rim: 0.0016 },
  )
}

/** Small stitches along a line. */
export function stitches(points: readonly Point[], color: string, length = 0.004, radius = 0.0005): Object3D {
  const curve = new CatmullRomCurve3(
    points.map((point) => new Vector3(...point)),
    false,
    'catmullrom',
    0,
  )
  const count = Math.max(2, Math.round(curve.getLength() / (length * 1.55)))
  const thread = paint(color, 0.1)
  const one = (i: number): BufferGeometry => {
    const [from, to] = [curve.getPointAt(i / count), curve.getPointAt((i + 0.65) / count)]
    const middle = from.clone().lerp(to, 0.5)
    return tube([from.toArray(), middle.toArray(), to.toArray()], radius, { steps: 3, around: 5 })
  }
  return mesh(mergeGeometries(Array.from({ length: count }, (_, i) => one(i))), thread)
}
