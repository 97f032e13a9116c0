/** How a picture lies in its window: enlarged by `scale`, its middle moved from the window's by x and y px. */
export interface ZoomView {
  scale: number
  x: number
  y: number
}

export interface Size {
  width: number
  height: number
}

export interface Point {
  x: number
  y: number
}

export const whole: ZoomView = { scale: 1, x: 0, y: 0 }

/** More than this shows the pixels of the largest rendition. */
export const largest = 5

/** Scales by `factor` around `point`, relative to the middle of the window: that point stays in place. */
export function zoomAt(view: ZoomView, point: Point, factor: number): ZoomView {
  const scale = Math.min(largest, Math.max(1, view.scale * factor))
  const grown = scale / view.scale
  return { scale, x: point.x - (point.x - view.x) * grown, y: point.y - (point.y - view.y) * grown }
}

export function moved(view: ZoomView, by: Point): ZoomView {
  return { ...view, x: view.x + by.x, y: view.y + by.y }
}

/** Keeps the window filled as far as the picture reaches. `picture`: its unscaled size. */
export function held(view: ZoomView, picture: Size, window: Size): ZoomView {
  const hold = (at: number, inner: number, outer: number): number => {
    const most = Math.max(0, (inner * view.scale - outer) / 2)
    // Of nothing to move there is no minus nothing.
    return most === 0 ? 0 : Math.min(most, Math.max(-most, at))
  }
  return {
    scale: view.scale,
    x: hold(view.x, picture.width, window.width),
    y: hold(view.y, picture.height, window.height),
  }
}

/** The size of a picture that is shown whole in a window, as `object-fit: contain` has it. */
export function contained(picture: Size, window: Size): Size {
  if (!(picture.width > 0 && picture.height > 0)) return window
  const share = Math.min(window.width / picture.width, window.height / picture.height)
  return { width: picture.width * share, height: picture.height * share }
}
