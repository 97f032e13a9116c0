import { startFingers, type Turn } from './zoom-fingers.ts'
import { zoomPane, type ZoomPane } from './zoom-pane.ts'

/*
 * Gestures, mouse, wheel and keys on a picture that fills the window.
 */

export interface Zoom {
  /** Enlarges around the middle; less than 1 makes smaller. */
  by(factor: number): void
  /** Shows the picture whole again. */
  reset(): void
  end(): void
}

interface ZoomOptions {
  /** To the next picture or the one before. */
  turn: Turn
}

/** Brings the picture in `stage` to life; keys are heard in the whole dialog around it. */
export function startZoom(stage: HTMLElement, { turn }: ZoomOptions): Zoom {
  const listening = new AbortController()
  const options = { signal: listening.signal, passive: false }
  const pane = zoomPane(stage)
  const keys = keysOf(pane, turn)

  startFingers(stage, pane, turn, options)
  stage.addEventListener('wheel', wheel, options)
  const around: HTMLElement = stage.closest('dialog') ?? stage
  around.addEventListener('keydown', press, options)
  window.addEventListener('resize', pane.fit, options)

  function wheel(event: WheelEvent): void {
    event.preventDefault()
    // A wheel's notch is some 100 px, a pinch on a touchpad a few.
    const strength = event.ctrlKey ? 0.01 : 0.002
    pane.zoom(Math.exp(-event.deltaY * strength), pane.pointOf(event))
  }

  function press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const run = keys.get(event.key)
    if (!run) return
    event.preventDefault()
    run()
  }

  return {
    by: pane.zoom,
    reset: pane.reset,
    end() {
      listening.abort()
      pane.reset()
    },
  }
}

/** Scale factor of one press of a key. */
const step = 1.6
/** px of one press of an arrow. */
const stride = 80

/** Key → what it does. */
function keysOf(pane: ZoomPane, turn: Turn): ReadonlyMap<string, () => void> {
  const sideways = (by: 1 | -1): void => {
    if (pane.isEnlarged()) pane.move({ x: -by * stride, y: 0 })
    else turn(pane.isForward() ? by : by === 1 ? -1 : 1)
  }
  const upright = (by: 1 | -1): void => pane.move({ x: 0, y: -by * stride })
  return new Map([
    ['+', () => pane.zoom(step)],
    ['=', () => pane.zoom(step)],
    ['-', () => pane.zoom(1 / step)],
    ['0', pane.reset],
    ['ArrowRight', () => sideways(1)],
    ['ArrowLeft', () => sideways(-1)],
    ['ArrowDown', () => upright(1)],
    ['ArrowUp', () => upright(-1)],
  ])
}
