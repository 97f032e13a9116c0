export const mode = (): string => process.version
