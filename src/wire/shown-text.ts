/** A value as it is shown in a reason: short, on one line, and harmless to a terminal. */
export function shown(value: string): string {
  const short = value.length > 60 ? `${cut(value, 60)}…` : value
  return `"${printable(short)}"`
}

/** The first characters of a text, never half of one. */
export function cut(text: string, max: number): string {
  const short = text.slice(0, max)
  const half = /\p{Cs}/u
  return !half.test(text) && half.test(short) ? short.slice(0, -1) : short
}

/** Control, format and unpaired characters written as escapes. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (c) => `\\u{${c.codePointAt(0)!.toString(16)}}`)
}

/** "1 product", "2 products". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}
