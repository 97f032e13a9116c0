import { plainText } from '#platform/server/pages/structured.ts'

/** The first sentence of a text in HTML, without its marks. */
export function firstSentence(html: string): string {
  const text = plainText(html)
  return /^.{12,}?[.!?。！？](?=\s|$|[\p{Lo}])/u.exec(text)?.[0] ?? text
}
