/**
 * Rows as a CSV file that spreadsheets open as it is: with a byte order mark, without which they misread Chinese. A
 * value that begins like a formula is made text, since a browser may call itself anything.
 */
export function csvOf(lines: readonly (readonly string[])[]): string {
  return `\uFEFF${lines.map((line) => line.map(cellOf).join(',')).join('\r\n')}\r\n`
}

function cellOf(value: string): string {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
