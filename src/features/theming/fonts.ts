import { byWord } from '#domain/by-word.ts'
import type { Theme } from '#wire/shop-config.ts'

/*
 * The theme's families, and those that a language's own signs are set in after the theme's Latin letters.
 */

interface ScriptFonts {
  sans: string
  serif: string
}

const scripts: Record<string, ScriptFonts> = byWord({
  'zh-Hans': {
    sans: '"PingFang SC","HarmonyOS Sans SC","MiSans","Microsoft YaHei UI","Microsoft YaHei","Noto Sans CJK SC","Noto Sans SC",sans-serif',
    serif: '"Songti SC","Source Han Serif SC","Noto Serif CJK SC","Noto Serif SC","SimSun",serif',
  },
  'zh-Hant': {
    sans: '"PingFang TC","Microsoft JhengHei UI","Microsoft JhengHei","Noto Sans CJK TC","Noto Sans TC",sans-serif',
    serif: '"Songti TC","Source Han Serif TC","Noto Serif CJK TC","Noto Serif TC","PMingLiU",serif',
  },
  'zh-Hant-HK': {
    sans: '"PingFang HK","PingFang TC","Microsoft JhengHei UI","Microsoft JhengHei","Noto Sans CJK HK","Noto Sans HK",sans-serif',
    serif:
      '"Songti TC","Source Han Serif HC","Noto Serif CJK HK","Noto Serif HK","MingLiU_HKSCS","PMingLiU",serif',
  },
  ja: {
    sans: '"Hiragino Sans","Yu Gothic UI","Meiryo","Noto Sans CJK JP","Noto Sans JP",sans-serif',
    serif: '"Hiragino Mincho ProN","Yu Mincho","Noto Serif CJK JP","Noto Serif JP",serif',
  },
  ko: {
    sans: '"Apple SD Gothic Neo","Malgun Gothic","Noto Sans CJK KR","Noto Sans KR",sans-serif',
    serif: '"AppleMyungjo","Batang","Noto Serif CJK KR","Noto Serif KR",serif',
  },
  th: {
    sans: '"Thonburi","Leelawadee UI","Noto Sans Thai",sans-serif',
    serif: '"Sukhumvit Set","Noto Serif Thai",serif',
  },
})

/** Declarations of `:root`. */
export function fontDeclarations({ fontFamily, titleFontFamily }: Theme): string {
  const names = `--theme-font:${named(fontFamily)};--theme-title-font:${named(titleFontFamily)};`
  const tracking =
    styleOf(titleFontFamily) === 'serif' ? '--theme-tracking:-.01em;--theme-tracking-xl:-.02em;' : ''
  return `${names}${tracking}--font:var(--theme-font),${last(fontFamily)};--title-font:var(--theme-title-font),${last(titleFontFamily)};`
}

/** A rule for each script; a serif theme has serif signs. */
export function scriptFontRules({ fontFamily, titleFontFamily }: Theme): string[] {
  return Object.entries(scripts).map(([lang, fonts]) => {
    const text = fonts[styleOf(fontFamily)]
    const title = fonts[styleOf(titleFontFamily)]
    return `[lang|=${lang}]{--font:var(--theme-font),${text};--title-font:var(--theme-title-font),${title}}`
  })
}

// A generic family at the end would answer for every sign there is, and a language's own families would never be asked.
const generic =
  /(?:^|,)\s*((?:ui-)?(?:sans-serif|serif|monospace|rounded)|system-ui|cursive|fantasy|math)\s*$/i

function named(families: string): string {
  return families.replace(generic, '').trim() || families.trim()
}

function last(families: string): string {
  return generic.exec(families)?.[1] ?? 'sans-serif'
}

function styleOf(families: string): keyof ScriptFonts {
  return /^(ui-)?serif$/i.test(last(families)) ? 'serif' : 'sans'
}
