import type { Look, Model, Models } from '../model.ts'
import { bisque, glaze } from '../materials.ts'
import { at, group, lathe, mesh, smooth, tube, vessel } from '../shapes.ts'

const mug: Model = {
  build: ({ color }) => {
    const outside: [number, number][] = [
      [0.028, 0], [0.031, 0.0015], [0.0325, 0.006], [0.0395, 0.016], [0.0425, 0.03], [0.0432, 0.05], [0.0435, 0.07], [0.0445, 0.088],
    ]
    const body = mesh(lathe(vessel(smooth(outside, 30).map(([r, y]) => [r, y] as const), 0.0042, 0.006)), glaze(color, { speckle: 0.8, gloss: 0.55 }))
    const handle = mesh(
      tube([[0.04, 0.074, 0], [0.058, 0.078, 0], [0.073, 0.066, 0], [0.074, 0.045, 0], [0.063, 0.028, 0], [0.04, 0.024, 0]], 0.0062, { flat: 0.75 }),
      glaze(color, { speckle: 0.8, gloss: 0.55 }),
    )
    return group(body, handle)
  },
  set: 'sweep',
  view: { turn: 28 },
  detail: { view: { elevation: 38, turn: 60, fill: 0.8 } },
}

const bowl: Model = {
  build: ({ color }: Look) => at(mesh(lathe(vessel(smooth([[0.03, 0], [0.032, 0.006], [0.06, 0.02], [0.085, 0.05], [0.095, 0.09]], 30).map(([r, y]) => [r, y] as const), 0.005, 0.012)), bisque(color)), 0, 0, 0),
  set: 'sweep',
  detail: { view: { elevation: 45 } },
}

export const tableware: Models = { 'first-light-mug': mug, 'quiet-bowl': bowl }
