import type { Theme } from '#wire/shop-config.ts'
import { contrastReport, type ContrastFault } from './contrast-report.ts'
import { inPx, parseLength } from './lengths.ts'
import { UnreadableColor, type ColorField } from './palette.ts'

export interface ThemeFault {
  /** `descColor`, `container.padding.1` */
  path: string
  reason: string
  /** The pair and what would mend it, when it is one of contrast. */
  contrast: ContrastFault | null
}

/** All that is wrong with a whole theme that its schema lets through; empty when nothing is. */
export function themeFaults(theme: Theme): ThemeFault[] {
  return [...measureFaults(theme), ...colorFaults(theme)]
}

function colorFaults(theme: Theme): ThemeFault[] {
  try {
    return contrastReport(theme).map((fault) => ({ path: fault.path, reason: fault.text, contrast: fault }))
  } catch (error) {
    if (!(error instanceof UnreadableColor)) throw error
    return error.fields.map((path) => plain(path, `"${valueAt(theme, path)}" is not a colour`))
  }
}

function valueAt(theme: Theme, path: string): string | undefined {
  const night = /^darkColors\.(.+)$/.exec(path)?.[1]
  return night === undefined ? theme[path as ColorField] : theme.darkColors?.[night as ColorField]
}

function measureFaults(theme: Theme): ThemeFault[] {
  const { screen, padding } = theme.container
  return [
    // A size in the window's own measure would not follow the reader's (WCAG 2.2, 1.4.4).
    ...within('fontSize', theme.fontSize, 12, 24),
    ...within('titleFontSize', theme.titleFontSize, 16, 72),
    ...within('borderRadius', theme.borderRadius, 0, 48),
    ...within('blockSpace', theme.blockSpace, 0, 320),
    ...padding.flatMap((value, index) => within(`container.padding.${index}`, value, 0, 96)),
    ...Object.entries(screen).flatMap(([name, value]) =>
      within(`container.screen.${name}`, value, 320, 3840),
    ),
    ...ascending(screen),
  ]
}

function within(path: string, value: string, least: number, most: number): ThemeFault[] {
  const px = inPx(parseLength(value))
  if (px === null) return [plain(path, `${value}: must be in px, rem or em`)]
  return px >= least && px <= most ? [] : [plain(path, `${value}: must be ${least}px to ${most}px`)]
}

function ascending(screen: Theme['container']['screen']): ThemeFault[] {
  const sizes = Object.entries(screen).map(([name, value]) => ({ name, value, px: inPx(parseLength(value)) }))
  return sizes.flatMap(({ name, value, px }, index) => {
    const before = sizes[index - 1]
    return before && before.px !== null && px !== null && px <= before.px
      ? [plain(`container.screen.${name}`, `${value}: must be wider than ${before.name}, ${before.value}`)]
      : []
  })
}

function plain(path: string, reason: string): ThemeFault {
  return { path, reason, contrast: null }
}
