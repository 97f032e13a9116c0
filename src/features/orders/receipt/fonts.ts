import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** A font file; `name` selects a font of a collection. */
export interface FontFile {
  path: string
  name: string | null
}

/** Two fonts: one for alphabets, one for Chinese, Japanese and Korean. Null if none is found: docs/orders.md. */
export interface ReceiptFonts {
  latin: FontFile | null
  cjk: FontFile | null
}

/** Where operating systems install fonts with the needed letters. */
const known: { readonly [S in keyof ReceiptFonts]: readonly string[] } = {
  latin: [
    '/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf',
    '/usr/share/fonts/noto/NotoSans-Regular.ttf',
    '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf',
    '/usr/share/fonts/dejavu/DejaVuSans.ttf',
    '/System/Library/Fonts/Supplemental/Arial Unicode.ttf',
    'C:/Windows/Fonts/arial.ttf',
  ],
  cjk: [
    '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc#NotoSansCJKsc-Regular',
    '/usr/share/fonts/noto/NotoSansCJK-Regular.ttc#NotoSansCJKsc-Regular',
    '/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc#NotoSansCJKsc-Regular',
    '/usr/share/fonts/google-noto-cjk/NotoSansCJK-Regular.ttc#NotoSansCJKsc-Regular',
    '/System/Library/Fonts/Supplemental/Arial Unicode.ttf',
    'C:/Windows/Fonts/msyh.ttc#MicrosoftYaHei',
  ],
}

/** npm packages with fonts, if they are installed. */
const packaged: { readonly [S in keyof ReceiptFonts]: readonly [name: string, file: string] } = {
  latin: ['@embedpdf/fonts-latin', 'NotoSans-Regular.ttf'],
  cjk: ['@embedpdf/fonts-sc', 'NotoSansHans-Regular.otf'],
}

/**
 * The fonts of receipts: those that the operator names (alphabets first), otherwise those of installed packages,
 * otherwise the system's. @param configured paths, each with `#<PostScript name>` for a collection
 */
export function findFonts(configured: readonly string[]): ReceiptFonts {
  const [latin, cjk] = configured
  return {
    latin: first([latin, fromPackage(packaged.latin), ...known.latin]),
    cjk: first([cjk, fromPackage(packaged.cjk), ...known.cjk]),
  }
}

function first(candidates: readonly (string | null | undefined)[]): FontFile | null {
  for (const candidate of candidates) {
    const [path = '', name = null] = (candidate ?? '').split('#')
    if (path !== '' && existsSync(path)) return { path, name }
  }
  return null
}

function fromPackage([name, file]: readonly [string, string]): string | null {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'fonts', file)
  } catch {
    return null
  }
}
