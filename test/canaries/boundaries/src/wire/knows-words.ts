import { hello } from '#i18n/words.ts'

export const greeting = hello
