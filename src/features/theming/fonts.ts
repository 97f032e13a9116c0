import { byWord } from '#domain/by-word.ts'
import type { Theme } from '#wire/shop-config.ts'
import type { Face } from './faces/face.ts'
import { faceCss, type Families, type FamilyList } from './faces/face-css.ts'

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

/** The parts of a stylesheet that are about the theme's fonts. */
export interface FontCss {
  /** `@font-face`. */
  faces: readonly string[]
  /** Declarations of `:root`. */
  declarations: string
  /** One for each script, a serif theme has serif signs; and one for visitors who want less data. */
  rules: readonly string[]
}

/** @param faces files of the families that the theme names */
export function fontCss(theme: Theme, faces: readonly Face[]): FontCss {
  const { fontFamily, titleFontFamily } = theme
  const lists = { text: listOf(fontFamily), title: listOf(titleFontFamily) }
  const { rules, ...made } = faceCss(theme, lists, faces)
  const { text, title } = made
  return {
    faces: rules,
    declarations: [
      properties((one) => one.usual, lists, made),
      (text ?? title) === null ? '' : properties((one) => one.amongSigns, lists, made, 'signs'),
      tracking(lists.title, title),
    ].join(''),
    rules: [
      // Each language says it anew: an English review on a Chinese page is set as on an English one.
      `:root,[lang]{--font:var(--theme-font),${last(fontFamily)};--title-font:var(--theme-title-font),${last(titleFontFamily)}}`,
      ...Object.entries(scripts).map(([lang, fonts]) => {
        const among = isWide(lang) && (text ?? title) !== null ? 'signs' : 'theme'
        return `[lang|=${lang}]{--font:var(--${among}-font),${fonts[lists.text.kind]};--title-font:var(--${among}-title-font),${fonts[lists.title.kind]}}`
      }),
      ...((text ?? title) === null ? [] : changes(lists, made)),
    ],
  }
}

interface Both<T> {
  text: T
  title: T
}

/**
 * A visit exchanges the description in the head, which then stands last: on the second page of a document the faces are
 * there that came too late for the first. Whoever wants less data has none of them.
 */
function changes(lists: Both<FamilyList>, made: Both<Families | null>): string[] {
  const lowData = '[data-mode~=low-data]'
  const visited = 'link[rel=manifest]~meta[name=description]'
  return [
    `:root:not(${lowData}):has(${visited}){${properties((one) => one.later.usual, lists, made)}${properties((one) => one.later.amongSigns, lists, made, 'signs')}}`,
    `:root${lowData}{${properties((one) => one.plain, lists, made)}${properties((one) => one.plain, lists, made, 'signs')}}`,
  ]
}

/** @param of chooses the value for a list that has a face; other lists stay as they are */
function properties(
  of: (families: Families) => string,
  lists: Both<FamilyList>,
  { text, title }: Both<Families | null>,
  among: 'theme' | 'signs' = 'theme',
): string {
  const value = (list: FamilyList, made: Families | null): string => (made === null ? list.names : of(made))
  return `--${among}-font:${value(lists.text, text)};--${among}-title-font:${value(lists.title, title)};`
}

/** Serifs hold their letters apart, and a face for titles is drawn for large sizes: both are set closer by less. */
function tracking({ kind }: FamilyList, face: Families | null): string {
  if (kind === 'serif') return '--theme-tracking:-.01em;--theme-tracking-xl:-.02em;'
  return face === null ? '' : '--theme-tracking:-.015em;--theme-tracking-xl:-.025em;'
}

/** Chinese and Japanese quotes and dashes are as wide as a sign; the face has narrow ones at the same code points. */
function isWide(lang: string): boolean {
  return /^(zh|ja)/.test(lang)
}

function listOf(families: string): FamilyList {
  return { names: named(families), kind: styleOf(families) }
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
