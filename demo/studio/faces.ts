import { BufferGeometry, Float32BufferAttribute, Vector3 } from 'three'
import { mergeVertices } from 'three/addons/utils/BufferGeometryUtils.js'

/* Normals and texture coordinates of shapes that come without. */

export type Axis = 'x' | 'y' | 'z'

/** Normals that are smooth where faces meet at less than so many degrees, whatever the texture coordinates do. */
export function smoothNormals(geometry: BufferGeometry, degrees: number): BufferGeometry {
  const flat = geometry.index === null ? geometry : geometry.toNonIndexed()
  const position = flat.getAttribute('position')
  const limit = Math.cos((degrees * Math.PI) / 180)
  const faces: Vector3[] = []
  const byPlace = new Map<string, number[]>()
  const [a, b, c] = [new Vector3(), new Vector3(), new Vector3()]
  for (let face = 0; face < position.count / 3; face++) {
    a.fromBufferAttribute(position, face * 3)
    b.fromBufferAttribute(position, face * 3 + 1)
    c.fromBufferAttribute(position, face * 3 + 2)
    faces.push(new Vector3().crossVectors(b.clone().sub(a), c.clone().sub(a)))
    for (let k = 0; k < 3; k++) {
      const key = placeOf(
        position.getX(face * 3 + k),
        position.getY(face * 3 + k),
        position.getZ(face * 3 + k),
      )
      const there = byPlace.get(key)
      if (there === undefined) byPlace.set(key, [face])
      else there.push(face)
    }
  }
  const units = faces.map((face) => face.clone().normalize())
  const normals = new Float32Array(position.count * 3)
  const sum = new Vector3()
  for (let i = 0; i < position.count; i++) {
    const own = units[Math.floor(i / 3)] ?? a
    sum.set(0, 0, 0)
    for (const face of byPlace.get(placeOf(position.getX(i), position.getY(i), position.getZ(i))) ?? [])
      if ((units[face] ?? own).dot(own) >= limit) sum.add(faces[face] ?? own)
    if (sum.lengthSq() === 0) sum.copy(own)
    sum.normalize().toArray(normals, i * 3)
  }
  flat.setAttribute('normal', new Float32BufferAttribute(normals, 3))
  return mergeVertices(flat, 1e-6)
}

/** Texture coordinates from the place itself, seen along the main direction of each face's normal. */
export function boxMapped(geometry: BufferGeometry, grain: Axis = 'x'): BufferGeometry {
  const flat = geometry.index === null ? geometry : geometry.toNonIndexed()
  const position = flat.getAttribute('position')
  const uv = new Float32Array(position.count * 2)
  const [a, b, c] = [new Vector3(), new Vector3(), new Vector3()]
  for (let face = 0; face < position.count; face += 3) {
    a.fromBufferAttribute(position, face)
    b.fromBufferAttribute(position, face + 1)
    c.fromBufferAttribute(position, face + 2)
    const normal = b.clone().sub(a).cross(c.clone().sub(a))
    const [nx, ny, nz] = [Math.abs(normal.x), Math.abs(normal.y), Math.abs(normal.z)]
    const off: Axis = nx >= ny && nx >= nz ? 'x' : ny >= nz ? 'y' : 'z'
    const [along, across] = directions(off, grain)
    ;[a, b, c].forEach((point, k) => {
      uv[(face + k) * 2] = point[along]
      uv[(face + k) * 2 + 1] = point[across] + point[off] * 0.37
    })
  }
  flat.setAttribute('uv', new Float32BufferAttribute(uv, 2))
  return mergeVertices(flat, 1e-6)
}

function directions(off: Axis, grain: Axis): readonly [Axis, Axis] {
  const others = (['x', 'y', 'z'] as const).filter((axis) => axis !== off)
  const along = others.includes(grain) ? grain : (others[0] ?? 'x')
  return [along, others.find((axis) => axis !== along) ?? 'y']
}

function placeOf(x: number, y: number, z: number): string {
  return `${Math.round(x * 2e5)},${Math.round(y * 2e5)},${Math.round(z * 2e5)}`
}
