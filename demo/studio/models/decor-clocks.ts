import { Color, Shape, type Object3D } from 'three'
import { shiftHex } from '../color.ts'
import { paint, plastic, powderCoat, wood } from '../materials.ts'
import type { Model, Models } from '../model.ts'
import { glass, type surface } from '../shading.ts'
import { at, box, extrude, group, lathe, mesh, radians, rod, shadowless, turned } from '../shapes.ts'

function disc(radius: number): Shape {
  return new Shape().absarc(0, 0, radius, 0, Math.PI * 2, false)
}

function clockFace(color: string, wooden: boolean, radius: number): Object3D {
  const face = wooden ? wood('oak', color, { gloss: 0.25, seed: 8, scale: 1.4 }) : powderCoat(color)
  const dark = new Color(color).getHSL({ h: 0, s: 0, l: 0 }).l < 0.4
  const ink = paint(dark ? '#e9e4da' : '#2e2c2a', 0.2)
  const marks = Array.from({ length: 12 }, (_, i) => {
    const angle = radians(i * 30)
    const long = i % 3 === 0 ? 0.15 : 0.075
    return at(
      turned(mesh(box(radius * 0.022, radius * long, 0.001, 0.0004), ink), 0, 0, -i * 30),
      Math.sin(angle) * radius * (0.87 - long / 2),
      Math.cos(angle) * radius * (0.87 - long / 2),
      0.0006,
    )
  })
  return group(
    at(mesh(extrude(disc(radius), 0.003, 0.0005, 'x', 96), face), 0, 0, -0.003),
    ...marks,
    ...hands(radius, ink),
  )
}

/** Ten past ten. */
function hands(radius: number, material: ReturnType<typeof surface>): Object3D[] {
  const hand = (degrees: number, length: number, width: number, z: number): Object3D => {
    const shape = new Shape()
    shape.moveTo(-width / 2, -length * 0.14)
    shape.lineTo(width / 2, -length * 0.14)
    shape.lineTo(width * 0.36, length)
    shape.lineTo(-width * 0.36, length)
    shape.closePath()
    return at(turned(mesh(extrude(shape, 0.0014, 0.0004), material), 0, 0, -degrees), 0, 0, z)
  }
  return [
    hand(305, radius * 0.5, radius * 0.058, radius * 0.03),
    hand(60, radius * 0.76, radius * 0.042, radius * 0.045),
    at(turned(mesh(rod(radius * 0.04, radius * 0.04, radius * 0.06, 0.0006), material), 90, 0), 0, 0, 0.001),
  ]
}

const slowClock: Model = {
  build: ({ code, color }) => {
    const r = 0.14
    const rim = code === 'oak' ? wood('oak', color, { gloss: 0.3, seed: 3 }) : powderCoat(color)
    const case_ = turned(
      mesh(
        lathe(
          [
            [0, 0],
            [r - 0.006, 0],
            [r, 0.006, 0.004],
            [r, 0.037, 0.003],
            [r - 0.0042, 0.04, 0.001],
            [r - 0.006, 0.037, 0.001],
            [r - 0.008, 0.028],
          ],
          160,
        ),
        rim,
      ),
      90,
      0,
    )
    return at(group(case_, at(clockFace(color, code === 'oak', r - 0.0075), 0, 0, 0.029)), 0, 0, 0)
  },
  set: 'wall',
  view: { elevation: 3, turn: -16, fill: 0.56, offset: [0, 0] },
  detail: {
    view: {
      elevation: 4,
      turn: -38,
      crop: { center: [0.035, 0.035, 0.03], radius: 0.085 },
      fill: 0.98,
      aperture: 0.015,
    },
    code: 'sage',
  },
}

const alarm: Model = {
  build: ({ color }) => {
    const shell = plastic(color, 0.3)
    const s = 0.09
    const front = turned(group(at(clockFace('#f4f0e6', false, 0.0365), 0, 0, 0.0)), 0, 0)
    const second = at(
      turned(mesh(box(0.0012, 0.02, 0.0008, 0.0003), paint('#b6533a', 0.3)), 0, 0, -212),
      -Math.sin(radians(-212)) * -0.009,
      Math.cos(radians(-212)) * 0.009,
      0.0012,
    )
    const well = turned(
      mesh(
        lathe(
          [
            [0.0412, 0],
            [0.0412, 0.0024, 0.0008],
            [0.0372, 0.0024, 0.0008],
            [0.0366, -0.004],
          ],
          96,
        ),
        plastic(shiftHex(color, { l: -0.05 }), 0.3),
      ),
      90,
      0,
    )
    const dome = lathe(
      [
        [0.0372, 0.0008],
        [0.03, 0.0016],
        [0.015, 0.0022],
        [0, 0.0024],
      ]
        .toReversed()
        .map(([r = 0, y = 0]) => [r, y] as const),
      64,
    )
    return at(
      turned(
        group(
          mesh(box(s, s, 0.05, 0.0225), shell),
          at(
            mesh(box(0.052, 0.012, 0.03, 0.0058), plastic(shiftHex(color, { l: -0.045 }), 0.35)),
            0,
            s / 2 - 0.001,
            0,
          ),
          at(well, 0, -0.001, 0.0262),
          at(front, 0, -0.001, 0.0284),
          at(second, 0, -0.001, 0.0292),
          at(turned(shadowless(glassOf(dome)), 90, 0), 0, -0.001, 0.0302),
          ...[-0.026, 0.026].map((x) =>
            at(mesh(box(0.016, 0.008, 0.03, 0.0035), plastic('#4c4a48', 0.1)), x, -s / 2, 0),
          ),
        ),
        -5,
        0,
      ),
      0,
      s / 2 + 0.0035,
      0,
    )
  },
  set: 'sweep',
  view: { turn: -24, fill: 0.54 },
  detail: { view: { turn: 28, elevation: 26, fill: 0.6 }, code: 'plum' },
}

function glassOf(geometry: ReturnType<typeof lathe>): Object3D {
  return glass(geometry, new Color('#f6f8f8'), 0.4)
}

export const clocks: Models = { 'slow-clock': slowClock, 'seven-ish-alarm': alarm }
