/** The JSON between `{% schema %}` and `{% endschema %}`: read without a parser of Liquid, since it is data. */
export interface SchemaText {
  /** As it stands there, blanks around it included. */
  text: string
  /** Index of its first character in the file. */
  from: number
}

const begins = /\{%-?\s{0,20}schema\s{0,20}-?%\}/
const ends = /\{%-?\s{0,20}endschema/

/** The first schema of a file in Liquid; null for none. One that has no end goes to the end of the file. */
export function schemaIn(source: string): SchemaText | null {
  const start = begins.exec(source)
  if (start === null) return null
  const from = start.index + start[0].length
  const end = source.slice(from).search(ends)
  return { text: source.slice(from, end === -1 ? undefined : from + end), from }
}

/** The file with another schema in place of its own, or at its end. */
export function withSchema(source: string, schema: unknown): string {
  const json = `\n${JSON.stringify(schema, null, 2)}\n`
  const found = schemaIn(source)
  if (found === null)
    return `${source}${source.endsWith('\n') ? '' : '\n'}{% schema %}${json}{% endschema %}\n`
  return source.slice(0, found.from) + json + source.slice(found.from + found.text.length)
}
