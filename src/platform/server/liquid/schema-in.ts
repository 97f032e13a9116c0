/** The JSON between `{% schema %}` and `{% endschema %}`, and the line, from 1, on which it begins; null: there is none. */
export function schemaIn(source: string): { json: string; line: number } | null {
  const start = /\{%-?\s{0,20}schema\s{0,20}-?%\}/.exec(source)
  if (start === null) return null
  const from = start.index + start[0].length
  const end = source.slice(from).search(/\{%-?\s{0,20}endschema/)
  const text = source.slice(from, end === -1 ? undefined : from + end)
  const begins = from + text.length - text.trimStart().length
  return { json: text.trim(), line: source.slice(0, begins).split('\n').length }
}
