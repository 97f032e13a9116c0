import { z } from 'zod'
import { cleanText, writtenLine, writtenText } from '#domain/written-text.ts'

/*
 * Fields for what people write. Every call takes free text by one of them; `app/safety/written-fields.test.ts` finds a
 * field that does not.
 */

/** @param max characters, once it is clean */
export const lineField = (max: number) => z.string().overwrite(writtenLine).max(max)

/** Several lines. @param max characters, once it is clean */
export const textField = (max: number) => z.string().overwrite(writtenText).max(max)

/** Markdown, in which spaces and empty lines mean something. @param max characters, once it is clean */
export const markdownField = (max: number) => z.string().overwrite(cleanText).max(max)
