/** A path on this shop as it may stand in a header, or null: never another site (`//x`, `/\x`), never a control character. */
export function safePath(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 2_000 || !/^\/(?![/\\])[^\\\u0000-\u001f]*$/.test(value))
    return null
  const base = 'http://shop.invalid'
  const url = URL.parse(value, base)
  // `/.//x` has become `//x`.
  if (url === null || url.origin !== base || url.pathname.startsWith('//')) return null
  return `${url.pathname}${url.search}${url.hash}`
}
