/** Text for XML's element content and attributes, without characters that XML 1.0 does not allow. */
export function escapeXml(text: string): string {
  return text.replace(forbidden, '').replace(/[&<>"']/g, (char) => entities[char as keyof typeof entities])
}

/** XML 1.0, production 2: no control signs but tab and line ends, no lone surrogates, no U+FFFE and U+FFFF. */
const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

const entities = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
} as const

/** `<name>text</name>`, or nothing for no text. */
export function element(name: string, text: string | null | undefined): string {
  return text === null || text === undefined || text === '' ? '' : `<${name}>${escapeXml(text)}</${name}>`
}
