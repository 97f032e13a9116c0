import { theme } from '#wire/shop-config.ts'

export const fields = (): string[] => Object.keys(theme)
