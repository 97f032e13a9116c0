/*
 * Figures and how they are written.
 */

/** One line of a table. */
export interface Row {
  what: string
  /** The figure's limit, measured in the same run; empty for none. */
  limit: string
  figure: string
  ratio: string
  target: string
  /** Null: nobody has set a target. */
  ok: boolean | null
}

export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

/** The value below which `percent` of the values lie; NaN for none. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  if (percent === 50 && sorted.length % 2 === 0 && sorted.length > 0) {
    return (sorted[sorted.length / 2 - 1]! + sorted[sorted.length / 2]!) / 2
  }
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
}

export function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString('en')}/s`
}

export function milliseconds(value: number): string {
  return `${value.toFixed(value < 100 ? 1 : 0)} ms`
}

/** Bytes as kB of 1000. */
export function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}

/** Rows as a table: padded for a terminal, and valid Markdown as it stands. */
export function table(rows: readonly Row[]): string {
  const cells = [
    ['What', 'Limit', 'Figure', 'Ratio', 'Target', 'Held'],
    ...rows.map((row) => [row.what, row.limit, row.figure, row.ratio, row.target, held(row.ok)]),
  ]
  const widths = cells[0]!.map((_, column) => Math.max(...cells.map((line) => line[column]!.length)))
  const lines = cells.map(
    (line) => `| ${line.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`,
  )
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [lines[0], rule, ...lines.slice(1)].join('\n')
}

function held(ok: boolean | null): string {
  if (ok === null) return ''
  return ok ? 'yes' : '**no**'
}
