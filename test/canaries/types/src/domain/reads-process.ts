export const folder = (): string => process.cwd()
