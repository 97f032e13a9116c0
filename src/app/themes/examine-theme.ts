import { no, ok, type Result } from '#domain/result.ts'
import type { IntakeFault } from '#features/media/intake.ts'
import { faultWords } from '#features/media/shop/fetch-picture.ts'
import { isThemePicture, type ThemeFiles } from '#features/theming/rules/theme-folder.ts'
import type { Liquid } from '#platform/server/liquid/open-liquid.ts'
import { checkTheme, type ShownLook } from './check-theme.ts'
import { lackingParts } from './lacking-parts.ts'
import { checkLiquid } from './liquid-faults.ts'
import { neverShown } from './never-shown.ts'
import type { ThemeFault } from './theme-fault.ts'

/* The one way to find what is wrong with a theme: what `theme check` says, and what a theme is stored after. */

export interface ExaminedTheme {
  look: ShownLook
  /** The theme is stored and shown all the same. */
  hints: readonly ThemeFault[]
}

/**
 * Decodes a picture of the theme. Null: it can be shown.
 * @param mayKeep nothing was found to be wrong with the theme so far: the decoded picture may be stored
 */
export type TakePicture = (file: string, content: Buffer, mayKeep: boolean) => Promise<IntakeFault | null>

export interface ExamineOptions {
  take: TakePicture
  /** The engine that checks the templates in Liquid; absent: one that is opened for this call. */
  engine?: Pick<Liquid, 'check' | 'tryOut'> | undefined
}

/** The look that the files of a theme say, or all that is wrong with them: files, templates and pictures. */
export async function examineTheme(
  files: ThemeFiles,
  { take, engine }: ExamineOptions,
): Promise<Result<ExaminedTheme, ThemeFault[]>> {
  const checked = checkTheme(files)
  if (!checked.ok) return checked
  const { faults, hints } = await checkLiquid(files, checked.value.templates, engine)
  for (const [file, content] of files) {
    if (!isThemePicture(file)) continue
    const fault = await take(file, content, faults.length === 0)
    if (fault !== null) faults.push({ path: '', file, line: null, reason: faultWords(fault) })
  }
  if (faults.length > 0) return no(faults)
  // What stops shoppers comes before what is slow or untranslated.
  const { templates } = checked.value
  const unseen = [...lackingParts(files, templates), ...neverShown(files, templates)]
  return ok({ look: checked.value, hints: [...unseen, ...hints] })
}
