import {
  BufferGeometry,
  CatmullRomCurve3,
  ExtrudeGeometry,
  Group,
  LatheGeometry,
  Mesh,
  Path,
  Shape,
  Vector2,
  Vector3,
  type Material,
  type Object3D,
} from 'three'
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js'
import { boxMapped, smoothNormals, type Axis } from './faces.ts'

/*
 * What things are made of. Lengths are metres, angles degrees; +y is up, +z is towards the camera, a thing stands on
 * y = 0. Texture coordinates are metres on the surface too, so that a weave has one size on all things.
 */

export type Point = readonly [number, number, number]
/** Radius and height of a profile; the third number rounds the corner. */
export type ProfilePoint = readonly [number, number, number?]

export function mesh(geometry: BufferGeometry, material: Material): Mesh {
  const made = new Mesh(geometry, material)
  made.castShadow = true
  made.receiveShadow = true
  return made
}

export function group(...children: readonly Object3D[]): Group {
  const made = new Group()
  for (const child of children) made.add(child)
  return made
}

/** Moved to a place, and returned. */
export function at<T extends Object3D>(object: T, x: number, y: number, z: number): T {
  object.position.set(x, y, z)
  return object
}

/** Turned about x, then y, then z by degrees, and returned. */
export function turned<T extends Object3D>(object: T, x: number, y: number, z = 0): T {
  object.rotation.set(radians(x), radians(y), radians(z), 'ZYX')
  return object
}

/** Not counted when the camera looks for the edges of a thing: a cable that leaves the picture. */
export function unframed<T extends Object3D>(object: T): T {
  object.traverse((part) => {
    part.userData['unframed'] = true
  })
  return object
}

/** Throws no shadow: a flame, a pane. */
export function shadowless<T extends Object3D>(object: T): T {
  object.traverse((part) => {
    part.castShadow = false
  })
  return object
}

export function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}

/**
 * Turned on a wheel. The profile goes from the middle of the bottom outside upwards, over the rim and inside down
 * again; a third number in a point rounds its corner by so many metres.
 */
export function lathe(profile: readonly ProfilePoint[], segments = 96): BufferGeometry {
  const line = rounded(profile)
  const geometry = new LatheGeometry(line, segments)
  const lengths = lengthsOf(line)
  const widest = Math.max(...line.map((point) => point.x))
  const uv = geometry.getAttribute('uv')
  // A whole number of the usual repetition, so that no seam shows.
  const around = 2 * Math.PI * widest
  const width = around < 0.15 ? around : Math.max(1, Math.round(around / 0.22)) * 0.22
  for (let i = 0; i < uv.count; i++) uv.setXY(i, uv.getX(i) * width, lengths[i % line.length] ?? 0)
  return geometry
}

/** A smooth line through points, as a profile for `lathe`. */
export function smooth(points: readonly (readonly [number, number])[], steps = 40): ProfilePoint[] {
  const curve = new CatmullRomCurve3(
    points.map(([r, y]) => new Vector3(r, y, 0)),
    false,
    'centripetal',
  )
  return curve.getPoints(steps).map(({ x, y }) => [Math.max(0, x), y])
}

/** A wall of even thickness: an outside line from bottom to rim, closed by its inside, with a rounded rim. */
export function vessel(
  outside: readonly (readonly [number, number])[],
  wall: number,
  floor = wall,
): ProfilePoint[] {
  const inside: ProfilePoint[] = []
  for (let i = outside.length - 1; i >= 0; i--) {
    const here = outside[i] ?? [0, 0]
    const before = outside[Math.max(0, i - 1)] ?? here
    const after = outside[Math.min(outside.length - 1, i + 1)] ?? here
    const [tx, ty] = [after[0] - before[0], after[1] - before[1]]
    const length = Math.hypot(tx, ty) === 0 ? 1 : Math.hypot(tx, ty)
    const [r, y] = [here[0] - (ty / length) * wall, here[1] + (tx / length) * wall]
    if (y < floor) break
    inside.push([Math.max(0, r), y])
  }
  const rim = outside.at(-1) ?? [0, 0]
  const last = inside.at(-1) ?? [0, floor]
  const first = inside.shift()
  const top = rim[1] + wall * 0.3
  return [
    [0, 0],
    ...outside.slice(0, -1).map(([r, y]): ProfilePoint => [r, y, 0]),
    [rim[0], top - wall * 0.4],
    [rim[0] - wall * 0.12, top - wall * 0.1],
    [rim[0] - wall * 0.5, top],
    [rim[0] - wall * 0.88, top - wall * 0.1],
    [first === undefined ? rim[0] - wall : Math.min(first[0], rim[0] - wall * 0.9), top - wall * 0.5],
    ...inside,
    [Math.max(0, last[0] - 0.001), floor, Math.min(last[0] * 0.5, 0.02)],
    [0, floor],
  ]
}

/** A rounded box in the middle of the origin; the grain of its wood runs along the given axis. */
export function box(
  width: number,
  height: number,
  depth: number,
  radius = 0.002,
  grain: Axis = 'x',
): BufferGeometry {
  const most = Math.min(width, height, depth) / 2
  const geometry = new RoundedBoxGeometry(width, height, depth, 4, Math.min(radius, most * 0.999))
  return boxMapped(geometry, grain)
}

/** A tapered round rod standing on y = 0, with eased edges. */
export function rod(
  bottom: number,
  top: number,
  height: number,
  edge = 0.001,
  segments = 40,
): BufferGeometry {
  return alongY(
    lathe(
      [
        [0, 0],
        [bottom, 0, edge],
        [top, height, edge],
        [0, height],
      ],
      segments,
    ),
  )
}

/** A flat shape pushed out to a thickness along +z, with rounded edges; grain along `grain`. */
export function extrude(
  shape: Shape,
  depth: number,
  edge = 0.001,
  grain: Axis = 'x',
  curve = 24,
): BufferGeometry {
  const geometry = new ExtrudeGeometry(shape, {
    depth: depth - edge * 2,
    bevelEnabled: edge > 0,
    bevelThickness: edge,
    bevelSize: edge,
    bevelOffset: -edge,
    bevelSegments: 4,
    curveSegments: curve,
  })
  geometry.translate(0, 0, edge)
  return boxMapped(smoothNormals(geometry, 35), grain)
}

/** A rectangle with round corners around the origin. */
export function roundedRectangle(width: number, height: number, radius: number): Shape {
  return drawRectangle(new Shape(), width, height, radius, 0, 0)
}

/** The same as a hole to cut out of a shape. */
export function roundedHole(width: number, height: number, radius: number, x = 0, y = 0): Path {
  return drawRectangle(new Path(), width, height, radius, x, y)
}

/** Moves every point by a function of its place, and finds the normals anew. */
export function bend(geometry: BufferGeometry, move: (point: Vector3) => void): BufferGeometry {
  const position = geometry.getAttribute('position')
  const point = new Vector3()
  for (let i = 0; i < position.count; i++) {
    point.fromBufferAttribute(position, i)
    move(point)
    position.setXYZ(i, point.x, point.y, point.z)
  }
  position.needsUpdate = true
  return smoothNormals(geometry, 60)
}

/** Turns the texture by a quarter: what ran around a turned thing runs along it. */
export function alongY(geometry: BufferGeometry): BufferGeometry {
  const uv = geometry.getAttribute('uv')
  for (let i = 0; i < uv.count; i++) uv.setXY(i, uv.getY(i), uv.getX(i))
  return geometry
}

/** Corners that ask for it become arcs of eight steps. */
function rounded(profile: readonly ProfilePoint[]): Vector2[] {
  const line: Vector2[] = []
  profile.forEach(([r, y, radius = 0], i) => {
    const here = new Vector2(r, y)
    const [before, after] = [profile[i - 1], profile[i + 1]]
    if (radius === 0 || before === undefined || after === undefined) {
      line.push(here)
      return
    }
    const back = new Vector2(before[0], before[1]).sub(here)
    const on = new Vector2(after[0], after[1]).sub(here)
    const reach = Math.min(radius, back.length() * 0.49, on.length() * 0.49)
    const [from, to] = [
      here.clone().addScaledVector(back.normalize(), reach),
      here.clone().addScaledVector(on.normalize(), reach),
    ]
    for (let step = 0; step <= 8; step++) {
      const t = step / 8
      line.push(
        from
          .clone()
          .multiplyScalar((1 - t) ** 2)
          .addScaledVector(here, 2 * t * (1 - t))
          .addScaledVector(to, t * t),
      )
    }
  })
  return line
}

function lengthsOf(line: readonly Vector2[]): number[] {
  let sum = 0
  return line.map((point, i) => (sum += i === 0 ? 0 : point.distanceTo(line[i - 1] ?? point)))
}

function drawRectangle<T extends Path>(
  path: T,
  width: number,
  height: number,
  radius: number,
  x: number,
  y: number,
): T {
  const [w, h] = [width / 2, height / 2]
  const r = Math.min(radius, w, h)
  path.moveTo(x - w + r, y - h)
  path.lineTo(x + w - r, y - h)
  path.absarc(x + w - r, y - h + r, r, -Math.PI / 2, 0, false)
  path.lineTo(x + w, y + h - r)
  path.absarc(x + w - r, y + h - r, r, 0, Math.PI / 2, false)
  path.lineTo(x - w + r, y + h)
  path.absarc(x - w + r, y + h - r, r, Math.PI / 2, Math.PI, false)
  path.lineTo(x - w, y - h + r)
  path.absarc(x - w + r, y - h + r, r, Math.PI, Math.PI * 1.5, false)
  return path
}
