export const expiresAt = (): number => Date.now() + 1_000
