import type { Object3D } from 'three'
import type { SetName } from './backdrop.ts'
import type { View } from './camera.ts'
import type { Bulb } from './shading.ts'

/* What a product is to the studio. */

/** The chosen colour: the code of the value (`oak`, `sage`) and its swatch. */
export interface Look {
  code: string
  color: string
}

export interface Model {
  /** The thing in metres, on y = 0 (or with its back on z = 0 for `wall` and `room`), its front towards +z. */
  build: (look: Look) => Object3D
  set: SetName
  view?: Partial<View>
  /** The second picture: another angle, a close-up, or the thing in use. */
  detail: {
    view: Partial<View>
    /** Other than `build`. */
    build?: (look: Look) => Object3D
    set?: SetName
    /** Code of the colour shown; without it, the second one. */
    code?: string
  }
  /** Bulbs that are on, in the thing's own metres. */
  bulbs?: (look: Look) => readonly Bulb[]
  /** Swatch for the paper, when it is not the thing's own. */
  paper?: (look: Look) => string
}

export type Models = Readonly<Record<string, Model>>
