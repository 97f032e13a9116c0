import type { ZoomPane } from './zoom-pane.ts'
import type { Point } from './zoom-view.ts'

/** To the next picture or the one before. */
export type Turn = (by: 1 | -1) => void

/** Scale factor of one press, around the pressed point. */
const closer = 2.5
/** px: less is a press, more is a move. */
const still = 8
/** px: a swipe of this length turns to another picture. */
const swipe = 48

/** Presses, moves, pinches and swipes, of fingers and the mouse. */
export function startFingers(
  stage: HTMLElement,
  pane: ZoomPane,
  turn: Turn,
  options: AddEventListenerOptions,
): void {
  const fingers = new Map<number, Point>()
  let travelled: Point = { x: 0, y: 0 }
  let wasPinch = false

  stage.addEventListener('pointerdown', down, options)
  stage.addEventListener('pointermove', move, options)
  stage.addEventListener('pointerup', up, options)
  stage.addEventListener('pointercancel', lift, options)

  function down(event: PointerEvent): void {
    if (event.button !== 0) return
    if (fingers.size === 0) {
      travelled = { x: 0, y: 0 }
      wasPinch = false
    }
    stage.setPointerCapture(event.pointerId)
    fingers.set(event.pointerId, pane.pointOf(event))
    wasPinch ||= fingers.size > 1
    stage.dataset['held'] = ''
  }

  function move(event: PointerEvent): void {
    const before = fingers.get(event.pointerId)
    if (!before) return
    const now = pane.pointOf(event)
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1]
    fingers.set(event.pointerId, now)
    const by = { x: now.x - before.x, y: now.y - before.y }
    travelled = { x: travelled.x + by.x, y: travelled.y + by.y }
    if (other) {
      // Each finger moves the middle between the two by half of its own way.
      const grown = distance(now, other) / Math.max(1, distance(before, other))
      pane.zoom(grown, between(now, other), { x: by.x / 2, y: by.y / 2 })
    } else if (pane.isEnlarged()) pane.move(by)
  }

  function up(event: PointerEvent): void {
    if (!lift(event) || wasPinch) return
    const way = Math.hypot(travelled.x, travelled.y)
    if (way < still) {
      if (pane.isEnlarged()) pane.reset()
      else pane.zoom(closer, pane.pointOf(event))
    } else if (!pane.isEnlarged() && Math.abs(travelled.x) > Math.max(swipe, Math.abs(travelled.y))) {
      turn(travelled.x < 0 === pane.isForward() ? 1 : -1)
    }
  }

  /** Whether it was the last finger. */
  function lift({ pointerId }: PointerEvent): boolean {
    const wasLast = fingers.delete(pointerId) && fingers.size === 0
    if (wasLast) delete stage.dataset['held']
    return wasLast
  }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

function between(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}
