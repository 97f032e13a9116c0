/** A measured value, and when: in any unit of time. */
export interface Point {
  at: number
  value: number
}

/** By how much a value grew from the first to the last of its points, by the straight line that fits them best. */
export function growthOf(points: readonly Point[]): number {
  if (points.length < 2) return 0
  const times = points.map(({ at }) => at)
  const middle = mean(times)
  const height = mean(points.map(({ value }) => value))
  let across = 0
  let spread = 0
  for (const { at, value } of points) {
    across += (at - middle) * (value - height)
    spread += (at - middle) ** 2
  }
  return spread === 0 ? 0 : (across / spread) * (Math.max(...times) - Math.min(...times))
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
