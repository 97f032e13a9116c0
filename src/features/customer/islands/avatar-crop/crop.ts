/** The part of a picture that is shown: where it lies between its edges, and how much larger than all of it. */
export interface Crop {
  /** From 0, the left edge, to 1. */
  across: number
  /** From 0, the upper edge, to 1. */
  down: number
  /** From 1, the largest square, to `mostZoom`. */
  zoom: number
}

export const mostZoom = 4
export const middle: Crop = { across: 0.5, down: 0.5, zoom: 1 }

interface Size {
  width: number
  height: number
}

/** The square in whole pixels of the picture: never beyond its edges. */
export function squareOf({ across, down, zoom }: Crop, { width, height }: Size) {
  const size = Math.max(1, Math.floor(Math.min(width, height) / zoom))
  return { x: Math.round(across * (width - size)), y: Math.round(down * (height - size)), size }
}

/**
 * The crop after the picture was pushed under a window that shows the square.
 * @param by in parts of the window's side, to the right and downward
 */
export function pushed(crop: Crop, picture: Size, by: { x: number; y: number }): Crop {
  const { size } = squareOf(crop, picture)
  const along = (at: number, room: number, part: number): number =>
    room === 0 ? at : Math.min(1, Math.max(0, at - (part * size) / room))
  return {
    ...crop,
    across: along(crop.across, picture.width - size, by.x),
    down: along(crop.down, picture.height - size, by.y),
  }
}
