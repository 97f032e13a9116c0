import { Quaternion, Shape, Vector2, Vector3, type BufferGeometry } from 'three'
import { shiftHex } from '../color.ts'
import { colorTexture } from '../textures.ts'
import { paint, wood } from '../materials.ts'
import { alongY, box, lathe, type Point, type ProfilePoint } from '../shapes.ts'
import type { Look } from '../model.ts'

/* Parts that several pieces of furniture are joined from. */

const timbers: readonly string[] = ['oak', 'walnut', 'black-ash']

/** Oak, walnut and black ash as they grew; another colour is paint over ash. */
export function timber({ code, color }: Look, seed = 0): ReturnType<typeof wood> {
  return timbers.includes(code) ? wood(code, color, { seed }) : paint(color, 0.3)
}

/** The same kind of wood cut across: a shade darker. */
export function endGrain({ code, color }: Look): ReturnType<typeof wood> {
  const deeper = shiftHex(color, { l: code === 'black-ash' ? 0.07 : -0.09 })
  return wood(code, deeper, { scale: 0.22, gloss: 0.1, seed: 3 })
}

export const oakLook: Look = { code: 'oak', color: '#c7a173' }

/** A round leg between two points; radii at foot, belly and head. */
export function leg(foot: Point, head: Point, radii: readonly [number, number, number]): BufferGeometry {
  const length = new Vector3(...foot).distanceTo(new Vector3(...head))
  const [low, belly, high] = radii
  const steps = 24
  const middle = 2 * belly - (low + high) / 2
  const profile: ProfilePoint[] = [
    [0, 0],
    [low * 0.82, 0],
  ]
  for (let i = 0; i <= steps; i++) {
    const t = i / steps
    profile.push([low * (1 - t) ** 2 + middle * 2 * t * (1 - t) + high * t * t, 0.002 + t * (length - 0.002)])
  }
  profile.push([0, length])
  return between(alongY(lathe(profile, 36)), foot, head)
}

/** A squared beam between two points, its `width` along x and its `height` across; for parts of a side frame. */
export function beam(from: Point, to: Point, width: number, height: number, radius = 0.004): BufferGeometry {
  const length = new Vector3(...from).distanceTo(new Vector3(...to))
  return between(box(width, length, height, radius, 'y').translate(0, length / 2, 0), from, to)
}

/** Turns a part that stands along y so that it runs from one point to another. */
export function between(geometry: BufferGeometry, from: Point, to: Point): BufferGeometry {
  const direction = new Vector3(...to).sub(new Vector3(...from)).normalize()
  const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), direction)
  return geometry.applyQuaternion(turn).translate(...from)
}

/** Lays a part that stands along y so that it points to the front. */
export function alongZ(geometry: BufferGeometry): BufferGeometry {
  return geometry.rotateX(Math.PI / 2)
}

/** Moves the texture over the thing: two boards from one tree. */
export function shifted(geometry: BufferGeometry, u: number, v: number): BufferGeometry {
  const uv = geometry.getAttribute('uv')
  for (let i = 0; i < uv.count; i++) uv.setXY(i, uv.getX(i) + u, uv.getY(i) + v)
  return geometry
}

/** A super-ellipse: power 2 is an ellipse, more is nearer to its rectangle. */
export function pebble(width: number, depth: number, power: number): Shape {
  const points = Array.from({ length: 180 }, (_, i) => {
    const angle = (i / 180) * 2 * Math.PI
    const [c, s] = [Math.cos(angle), Math.sin(angle)]
    const radius = (Math.abs(c / (width / 2)) ** power + Math.abs(s / (depth / 2)) ** power) ** (-1 / power)
    return new Vector2(c * radius, s * radius)
  })
  return new Shape(points)
}

/** The edge of plywood: veneers that lie crosswise, v across them. */
export function plyEdge(color: string): ReturnType<typeof wood> {
  const material = paint(color, 0.2)
  const deep = shiftHex(color, { l: -0.11, c: 1.15 })
  const pale = shiftHex(color, { l: 0.02 })
  material.map = colorTexture(
    `ply edge ${color}`,
    [0.012, 0.0056],
    (_, v, into) => {
      into.set(Math.sin(v * 4 * Math.PI) > 0.05 ? pale : deep)
    },
    64,
  )
  material.color.set('#ffffff')
  return material
}
