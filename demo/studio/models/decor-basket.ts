import { Vector3, type Object3D } from 'three'
import { shift } from '../color.ts'
import { wool } from '../cloths.ts'
import type { Model, Models } from '../model.ts'
import { noise, random, tiledFractal } from '../noise.ts'
import { surface } from '../shading.ts'
import { at, bend, box, group, lathe, mesh, smooth, turned } from '../shapes.ts'
import { normalTexture } from '../textures.ts'
import { sweep } from '../tubes.ts'

function woven(color: string): Object3D {
  const chance = random(17)
  const skins = [0.035, 0.01, -0.012, -0.04].map((l) =>
    surface({
      color: shift(color, { l }),
      roughness: 0.72,
      normalMap: normalTexture('hyacinth', [0.05, 0.02], 0.0008, (u, v) => tiledFractal(u, v, 4, 24, 8, 3)),
    }),
  )
  const [height, rows, posts] = [0.3, 26, 44]
  const radiusAt = (t: number): number => 0.158 + 0.026 * Math.sin(Math.min(1, t * 1.05) * Math.PI * 0.62)
  const strands = Array.from({ length: rows }, (_, row) => {
    const t = (row + 0.5) / rows
    const lift = chance() * 0.002
    return mesh(
      sweep(
        (s) => {
          const angle = s * 2 * Math.PI
          const wave = Math.cos((angle * posts) / 2 + (row % 2) * Math.PI) * 0.0042
          const r = radiusAt(t) + wave + 0.0015 * noise(Math.cos(angle) * 3, Math.sin(angle) * 3, row)
          return new Vector3(
            Math.cos(angle) * r,
            0.008 + t * height + lift * Math.sin(angle * 3),
            Math.sin(angle) * r,
          )
        },
        0.0066,
        { steps: posts * 5, around: 7, closed: true, flat: 0.9 },
      ),
      skins[Math.floor(chance() * 4)] ?? surface({ color }),
    )
  })
  const uprights = Array.from({ length: posts }, (_, i) => {
    const angle = ((i + 0.5) / posts) * 2 * Math.PI
    return mesh(
      sweep(
        (t) =>
          new Vector3(
            Math.cos(angle) * radiusAt(t),
            0.004 + t * (height + 0.006),
            Math.sin(angle) * radiusAt(t),
          ),
        0.004,
        { steps: 14, around: 6 },
      ),
      skins[1] ?? surface({ color }),
    )
  })
  const rim = [0, 1].map((k) =>
    mesh(
      sweep(
        (s) => {
          const angle = s * 2 * Math.PI
          const twist = angle * 26 + k * Math.PI
          const r = radiusAt(1) + Math.cos(twist) * 0.006
          return new Vector3(
            Math.cos(angle) * r,
            height + 0.012 + Math.sin(twist) * 0.006,
            Math.sin(angle) * r,
          )
        },
        0.0072,
        { steps: 420, around: 8, closed: true },
      ),
      skins[k * 2] ?? surface({ color }),
    ),
  )
  const handles = [0, 180].map((turn) =>
    turned(
      group(
        ...[0, 1].map((k) =>
          mesh(
            sweep(
              (t) => {
                const angle = t * Math.PI
                const twist = t * 40 + k * Math.PI
                return new Vector3(
                  radiusAt(1) + 0.006 + Math.sin(angle) * 0.012 + Math.cos(twist) * 0.0045,
                  height - 0.03 + Math.sin(angle) * 0.092 + Math.sin(twist) * 0.0045,
                  Math.cos(angle) * 0.07,
                )
              },
              0.0062,
              { steps: 120, around: 8 },
            ),
            skins[k + 1] ?? surface({ color }),
          ),
        ),
      ),
      0,
      turn,
    ),
  )
  const floor = mesh(
    lathe([
      [0, 0.004],
      [0.155, 0.004],
      [0.155, 0.012],
      [0, 0.012],
    ]),
    skins[3] ?? surface({ color }),
  )
  return group(floor, ...strands, ...uprights, ...rim, ...handles)
}

/** A blanket pushed into the basket. */
function stuffed(): Object3D {
  const heap = bend(
    lathe(
      smooth(
        [
          [0.155, 0],
          [0.15, 0.05],
          [0.12, 0.095],
          [0.07, 0.12],
          [0, 0.128],
        ],
        40,
      ),
      120,
    ),
    (point) => {
      const swell =
        noise(point.x * 13, point.y * 13, point.z * 13) * 0.022 +
        noise(point.x * 30, point.y * 22, point.z * 30) * 0.008
      const length = Math.hypot(point.x, point.z)
      point.y += swell * 1.2
      if (length > 0) {
        point.x *= 1 + swell
        point.z *= 1 + swell
      }
    },
  )
  const flap = bend(box(0.2, 0.016, 0.26, 0.008), (point) => {
    point.y -= Math.max(0, point.z) ** 2 * 5.2 - 0.012 * noise(point.x * 14, point.z * 10)
  })
  const cloth = wool('#a698bd', 1.2)
  return group(at(mesh(heap, cloth), 0, 0.2, 0), at(turned(mesh(flap, cloth), 0, 20), 0.03, 0.335, 0.07))
}

const basket: Model = {
  build: ({ color }) => woven(color),
  set: 'sweep',
  view: { turn: 32, elevation: 16, fill: 0.66 },
  detail: {
    view: { turn: 40, elevation: 24, fill: 0.74 },
    code: 'straw',
    build: ({ color }) => group(woven(color), stuffed()),
  },
}

export const baskets: Models = { 'truce-basket': basket }
