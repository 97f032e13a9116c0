import { Color, Shape, Vector3, type Object3D } from 'three'
import { metal, paint, paper, powderCoat, wood } from '../materials.ts'
import type { Model, Models } from '../model.ts'
import { noise, smoothstep, tiledFractal } from '../noise.ts'
import { surface } from '../shading.ts'
import { boxMapped, type Axis } from '../faces.ts'
import { at, box, extrude, group, lathe, mesh, roundedHole, roundedRectangle, turned } from '../shapes.ts'
import { colorTexture } from '../textures.ts'
import { sweep } from '../tubes.ts'

/** What a mirror sees: a quiet room, a window with a plant before it, the floor. */
function roomPicture(key: string, width: number, height: number, tilt: number): ReturnType<typeof surface> {
  const map = colorTexture(
    `room ${key}`,
    [1, 1],
    (u, v, into) => {
      const [x, y] = [u, v + tilt]
      const far = 0.5 + 0.5 * tiledFractal(u, v, 2, 2, 3, 2)
      into.setRGB(0.63, 0.6, 0.555).multiplyScalar(0.92 + 0.18 * smoothstep(1, 0.1, x) + 0.05 * far)
      // The window, and its light on the wall beside it.
      const inside =
        smoothstep(0.6, 0.612, x) *
        smoothstep(0.93, 0.918, x) *
        smoothstep(0.4, 0.412, y) *
        smoothstep(0.95, 0.938, y)
      into.lerp(bright.setRGB(0.93, 0.95, 0.96), inside * (0.85 + 0.15 * y))
      const bar = Math.min(Math.abs(x - 0.765), Math.abs(y - 0.69))
      if (inside > 0.5 && bar < 0.006) into.setRGB(0.8, 0.78, 0.74)
      const slant = x + (y - 0.3) * 0.35
      const fall =
        smoothstep(0.1, 0.16, slant) *
        smoothstep(0.46, 0.4, slant) *
        smoothstep(0.25, 0.3, y) *
        smoothstep(0.72, 0.66, y)
      into.multiplyScalar(1 + 0.22 * fall)
      // Floor and skirting.
      into.lerp(
        bright.setRGB(0.44, 0.34, 0.25),
        smoothstep(0.142, 0.136, y) * (0.88 + 0.12 * noise(x * 30, y * 200)),
      )
      if (y > 0.14 && y < 0.168) into.setRGB(0.72, 0.69, 0.64)
      // A branch before the window.
      const leafy =
        Math.sin(x * 46 + Math.sin(y * 22) * 2) * Math.sin(y * 40 + x * 9) -
        1.5 * Math.hypot((x - 0.62) * 3.2, y - 0.52)
      into.lerp(bright.setRGB(0.33, 0.34, 0.27), smoothstep(-0.1, 0.55, leafy) * 0.55)
    },
    1024,
  )
  map.repeat.set(1 / width, 1 / height)
  map.offset.set(0.5, 0.5)
  return surface(
    {
      map,
      color: '#000000',
      roughness: 0.05,
      emissiveMap: map,
      emissive: '#ffffff',
      emissiveIntensity: 0.86,
      specularIntensity: 0.5,
    },
    false,
  )
}

const bright = new Color()

/** A flat pane with its texture's middle in its own. */
function pane(shape: Shape, material: ReturnType<typeof surface>): Object3D {
  return mesh(extrude(shape, 0.003, 0.0004, 'x', 96), material)
}

function moonrise(code: string, color: string): Object3D {
  const r = 0.225
  const frame = wood(code, color, { gloss: 0.3, seed: 6 })
  const cut = -0.13
  // The circle rises out of the ledge: below the cut it is hidden.
  const angle = Math.asin(cut / r)
  const risen = (radius: number): Shape => {
    const shape = new Shape()
    shape.absarc(0, 0, radius, angle, Math.PI - angle, false)
    shape.closePath()
    return shape
  }
  const half = Math.cos(angle) * r
  const rim = mesh(
    sweep(
      (t) => {
        const a = angle + t * (Math.PI - 2 * angle)
        return new Vector3(Math.cos(a) * (r + 0.006), Math.sin(a) * (r + 0.006), 0.012)
      },
      0.011,
      { steps: 120, around: 14 },
    ),
    frame,
  )
  return at(
    group(
      at(pane(risen(r + 0.002), roomPicture('moonrise', 0.62, 0.62, 0.06)), 0, 0, 0.006),
      rim,
      at(mesh(box(half * 2 + 0.11, 0.022, 0.07, 0.005), frame), 0, cut - 0.004, 0.035),
    ),
    0,
    -cut,
    0,
  )
}

const moonriseMirror: Model = {
  build: ({ code, color }) => moonrise(code, color),
  set: 'wall',
  view: { elevation: 4, turn: -14, fill: 0.64, offset: [0, 0.02] },
  detail: {
    view: { elevation: 14, turn: -30, fill: 0.86, crop: { center: [0.05, 0.05, 0.03], radius: 0.16 } },
    code: 'walnut',
    build: ({ code, color }) =>
      group(
        moonrise(code, color),
        at(
          mesh(
            lathe([
              [0, 0],
              [0.03, 0, 0.003],
              [0.034, 0.012, 0.002],
              [0.031, 0.012, 0.002],
              [0.027, 0.004, 0.003],
              [0, 0.004],
            ]),
            powderCoat('#d9cfc0'),
          ),
          0.07,
          0.007,
          0.04,
        ),
        at(
          turned(
            mesh(
              sweep((t) => new Vector3(Math.cos(t * 6.283) * 0.012, 0, Math.sin(t * 6.283) * 0.012), 0.0014, {
                steps: 40,
                around: 8,
                closed: true,
              }),
              metal('#c9ccce', { polish: 0.8 }),
            ),
            0,
            0,
          ),
          -0.02,
          0.0085,
          0.045,
        ),
      ),
  },
}

const headToToe: Model = {
  build: ({ code, color }) => {
    const [w, h] = [0.58, 1.68]
    const skin = code === 'charcoal' ? powderCoat(color) : metal(color, { polish: 0.62, brushed: 0.6 })
    const outer = roundedRectangle(w, h, 0.05)
    outer.holes.push(roundedHole(w - 0.018, h - 0.018, 0.042))
    const mirror = group(
      mesh(extrude(outer, 0.022, 0.002, 'y', 32), skin),
      at(
        pane(roundedRectangle(w - 0.016, h - 0.016, 0.043), roomPicture('tall', 1.1, 1.75, 0.02)),
        0,
        0,
        0.01,
      ),
    )
    return at(turned(group(at(mirror, 0, h / 2, 0)), -6, 0), 0, 0.001, 0.18)
  },
  set: 'room',
  view: { elevation: 6, turn: -18, fill: 0.8, offset: [0, 0] },
  detail: {
    view: { elevation: 8, turn: -30, crop: { center: [-0.2, 1.55, 0.06], radius: 0.2 }, fill: 0.95 },
    code: 'brass',
  },
}

function frameOf(code: string, color: string): Object3D {
  const [w, h, t, d] = [0.235, 0.322, 0.012, 0.022]
  const skin = (grain: Axis, seed: number): ReturnType<typeof surface> =>
    code === 'chalk'
      ? paint(color, 0.25)
      : wood(code, color, { gloss: 0.3, seed: seed + (grain === 'y' ? 1 : 0) })
  const print = surface({ map: printPicture(), roughness: 0.9, specularIntensity: 0.3 })
  const mount = roundedRectangle(w - t, h - t, 0.0005)
  mount.holes.push(roundedHole(0.142, 0.204, 0.0003))
  const picture = boxMapped(extrude(roundedRectangle(0.15, 0.212, 0.0003), 0.001, 0), 'x')
  return group(
    ...[-1, 1].map((side) =>
      at(mesh(box(w, t, d, 0.0012, 'x'), skin('x', 30)), 0, side * (h / 2 - t / 2), d / 2),
    ),
    ...[-1, 1].map((side) =>
      at(mesh(box(t, h - t * 2, d, 0.0012, 'y'), skin('y', 40)), side * (w / 2 - t / 2), 0, d / 2),
    ),
    at(mesh(picture, print), 0, 0, 0.006),
    at(mesh(extrude(mount, 0.0016, 0.0003), paper('#f3efe6', 0.6)), 0, 0, 0.0075),
  )
}

/** A print of hills and a low sun in flat ink. */
function printPicture(): ReturnType<typeof colorTexture> {
  const map = colorTexture(
    'print',
    [1, 1],
    (u, v, into) => {
      into.set('#e8dcc6')
      if (Math.hypot((u - 0.62) * 0.7, v - 0.6) < 0.13) into.set('#c98a5b')
      const hills = ['#b9b39c', '#8c937d', '#5f6d5e', '#3f4b45']
      hills.forEach((hill, i) => {
        const ridge = 0.52 - i * 0.125 + 0.06 * Math.sin(u * 5 + i * 2.1) + 0.03 * Math.sin(u * 11 + i)
        if (v < ridge) into.set(hill)
      })
      into.multiplyScalar(0.97 + 0.05 * tiledFractal(u, v, 60, 60, 9, 2))
    },
    1024,
  )
  map.repeat.set(1 / 0.15, 1 / 0.212)
  map.offset.set(0.5, 0.5)
  return map
}

const plainFrame: Model = {
  build: ({ code, color }) => at(turned(frameOf(code, color), -9, 0), 0, 0.1605, 0),
  set: 'sweep',
  view: { turn: -22, fill: 0.64, elevation: 9 },
  detail: {
    view: {
      turn: -34,
      elevation: 14,
      crop: { center: [0.09, 0.13, 0.02], radius: 0.055 },
      fill: 0.98,
      aperture: 0.015,
    },
    code: 'walnut',
  },
}

export const walls: Models = {
  'moonrise-mirror': moonriseMirror,
  'head-to-toe-mirror': headToToe,
  'plain-frame': plainFrame,
}
