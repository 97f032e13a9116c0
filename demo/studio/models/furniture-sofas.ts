import { Vector3, type Object3D } from 'three'
import { linen, twill } from '../cloths.ts'
import { shiftHex } from '../color.ts'
import type { Look, Model } from '../model.ts'
import { at, box, group, lathe, mesh, rod, turned, type Point } from '../shapes.ts'
import { leg, oakLook, timber } from './furniture-joinery.ts'
import { grounded, pillow, plump, plumpSeam } from './textiles-stuffed.ts'
import { tube } from '../tubes.ts'

interface Seats {
  width: number
  count: number
}

const twoSeats: Seats = { width: 1.72, count: 2 }
const threeSeats: Seats = { width: 2.18, count: 3 }

function sofa({ color }: Look, { width, count }: Seats): Object3D {
  const cover = linen(color, 3.2)
  const seam = linen(shiftHex(color, { l: -0.03 }), 3.2)
  const oak = timber(oakLook)
  const [arm, depth] = [0.15, 0.96]
  const inner = width - arm * 2
  const parts: Object3D[] = [
    at(
      mesh(
        plump(width - 0.02, 0.16, depth - 0.02, { seed: 3, crease: 0.35, round: 0.03, crown: 0.02 }),
        cover,
      ),
      0,
      0.1,
      0,
    ),
    at(
      mesh(plump(inner + 0.04, 0.5, 0.2, { seed: 5, crease: 0.5, round: 0.07, crown: 0.1 }), cover),
      0,
      0.19,
      -depth / 2 + 0.1,
    ),
  ]
  for (const side of [-1, 1]) {
    const rest = turned(
      mesh(
        plump(depth, 0.49, arm, {
          seed: 8 + side,
          crease: 0.4,
          round: 0.05,
          crown: 0.05,
          squareness: 3.2,
          segments: 40,
        }),
        cover,
      ),
      0,
      90,
    )
    parts.push(at(rest, (side * (width - arm)) / 2, 0.098, 0))
    parts.push(
      at(
        mesh(tube(loop(depth - 0.02, 0.455, 0.07), 0.0045, { steps: 160, closed: true, around: 8 }), seam),
        side * (width / 2 - arm / 2 + 0.001),
        0.34,
        0,
      ),
    )
    for (const front of [-1, 1])
      parts.push(
        mesh(
          leg(
            [side * (width / 2 - 0.11), 0, front * 0.39],
            [side * (width / 2 - 0.12), 0.12, front * 0.37],
            [0.017, 0.023, 0.026],
          ),
          oak,
        ),
      )
  }
  const each = inner / count
  for (let i = 0; i < count; i++) {
    const x = -inner / 2 + each * (i + 0.5)
    const seat = plump(each - 0.004, 0.175, 0.79, {
      seed: 20 + i * 3,
      crease: 1.15,
      round: 0.075,
      crown: 0.26,
      dents: (u, v, top) =>
        top === 1 ? -0.014 * Math.exp(-(((u - 0.5) / 0.25) ** 2) - ((v - 0.45) / 0.28) ** 2) : 0,
    })
    parts.push(at(mesh(seat, cover), x, 0.243, 0.105))
    const back = mesh(
      pillow(each + 0.03, 0.47, 0.3, { seed: 31 + i * 5, crease: 1, slouch: 0.6, segments: 56 }),
      cover,
    )
    parts.push(at(turned(back, -15, i === 0 ? 2 : -2, i === 0 ? 1 : -1), x, 0.605, -0.19))
  }
  return group(...parts)
}

/** Round a face of depth (z) by height (y), in the plane x = 0. */
function loop(depth: number, height: number, radius: number): Point[] {
  const [z, y] = [depth / 2 - radius, height / 2 - radius]
  const corner = (cz: number, cy: number, from: number): Point[] =>
    [0, 22.5, 45, 67.5, 90].map((step) => {
      const angle = ((from + step) * Math.PI) / 180
      return [0, cy + Math.sin(angle) * radius, cz + Math.cos(angle) * radius]
    })
  return [...corner(z, y, 0), ...corner(-z, y, 90), ...corner(-z, -y, 180), ...corner(z, -y, 270)]
}

export const longWeekendSofa: Model = {
  build: (look) => sofa(look, twoSeats),
  set: 'sweep',
  view: { turn: 24, elevation: 13, fill: 0.78 },
  detail: {
    code: 'sage',
    build: (look) => {
      const loose = mesh(
        pillow(0.5, 0.5, 0.2, { seed: 77, crease: 1, slouch: 0.7, segments: 56 }),
        linen('#e3d7c3', 2.6),
      )
      return group(sofa(look, threeSeats), at(turned(loose, -24, 22, 6), -0.62, 0.62, 0.02))
    },
    view: { turn: -30, elevation: 16, fill: 0.84 },
  },
}

function daybed(look: Look): Object3D {
  const material = timber(look)
  const [length, depth] = [2, 0.88]
  const parts: Object3D[] = [-1, 1].flatMap((side) => [
    at(mesh(box(length, 0.075, 0.028, 0.006, 'x'), material), 0, 0.222, side * (depth / 2 - 0.014)),
    at(mesh(box(0.028, 0.075, depth, 0.006, 'z'), material), side * (length / 2 - 0.014), 0.222, 0),
    ...[-1, 0, 1].map((place) =>
      mesh(
        leg(
          [place * (length / 2 - 0.07), 0, side * (depth / 2 - 0.045)],
          [place * (length / 2 - 0.075), 0.215, side * (depth / 2 - 0.05)],
          [0.016, 0.024, 0.027],
        ),
        material,
      ),
    ),
  ])
  for (let i = 0; i < 19; i++)
    parts.push(at(mesh(box(0.062, 0.016, depth - 0.05, 0.003, 'z'), material), -0.927 + i * 0.103, 0.25, 0))
  const cover = twill('#e4dac8', 3)
  const welt = twill('#d6cab4', 3)
  parts.push(
    at(
      mesh(
        plump(1.96, 0.125, 0.84, {
          seed: 4,
          crease: 0.55,
          round: 0.035,
          crown: 0.1,
          segments: 110,
          dents: tufts,
        }),
        cover,
      ),
      0,
      0.257,
      0,
    ),
  )
  for (const level of [0.281, 0.362])
    parts.push(
      at(
        mesh(tube(plumpSeam(1.96, 0.84, 0, -0.0075), 0.005, { steps: 300, closed: true, around: 8 }), welt),
        0,
        level,
        0,
      ),
    )
  for (const side of [-1, 1])
    parts.push(at(turned(bolster(0.8, 0.098, cover, welt), 0, 90), side * 0.86, 0.47, 0))
  return group(...parts)
}

const tuftRows = [0.27, 0.73]
const tuftColumns = [0.1, 0.26, 0.42, 0.58, 0.74, 0.9]

function tufts(u: number, v: number): number {
  let depth = 0
  for (const row of tuftRows)
    for (const column of tuftColumns)
      depth -= 0.017 * Math.exp(-Math.hypot((u - column) * 1.96, (v - row) * 0.84) / 0.035)
  return depth
}

function bolster(
  length: number,
  radius: number,
  cover: ReturnType<typeof twill>,
  welt: ReturnType<typeof twill>,
): Object3D {
  const roll = lathe(
    [
      [0, 0.012],
      [radius * 0.5, 0.006],
      [radius * 0.93, 0.001, 0.004],
      [radius, 0.012, 0.006],
      [radius * 1.02, length / 2],
      [radius, length - 0.012, 0.006],
      [radius * 0.93, length - 0.001, 0.004],
      [radius * 0.5, length - 0.006],
      [0, length - 0.012],
    ],
    72,
  )
  const ring = Array.from({ length: 24 }, (_, i): Point => [
    Math.cos(i * 0.2618) * radius * 0.97,
    0,
    Math.sin(i * 0.2618) * radius * 0.97,
  ])
  const piping = (y: number): Object3D =>
    at(mesh(tube(ring, 0.0048, { steps: 96, closed: true, around: 8 }), welt), 0, y, 0)
  const button = (y: number): Object3D => at(mesh(rod(0.012, 0.012, 0.006, 0.003), welt), 0, y, 0)
  const upright = group(
    mesh(roll, cover),
    piping(0.005),
    piping(length - 0.005),
    button(0.006),
    button(length - 0.014),
  )
  return group(turned(group(at(upright, 0, -length / 2, 0)), 0, 0, 90))
}

export const landingDaybed: Model = {
  build: daybed,
  set: 'sweep',
  view: { turn: 26, elevation: 17, fill: 0.8 },
  paper: ({ color }) => color,
  detail: {
    code: 'walnut',
    build: (look) => {
      const loose = grounded(
        turned(
          mesh(pillow(0.46, 0.46, 0.19, { seed: 12, crease: 1, slouch: 0.5 }), linen('#8f7f8f', 2.4)),
          -66,
          22,
          0,
        ),
      )
      loose.position.add(new Vector3(0.5, 0.372, -0.08))
      return group(daybed(look), loose)
    },
    view: { turn: -32, elevation: 20, crop: { center: [0.58, 0.33, 0.05], radius: 0.5 }, fill: 0.84 },
  },
}
