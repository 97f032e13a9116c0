import { theme, type Theme } from '#wire/shop-config.ts'
import violet from '../../../../themes/violet/theme.json' with { type: 'json' }

/**
 * The look of a shop without a theme: that of `violet`. What becomes of pages without a template concerns a theme that
 * has some, and such a theme says so itself.
 */
export const defaultTheme: Theme = theme.parse({ ...violet.theme, useDefTemplate: false })
