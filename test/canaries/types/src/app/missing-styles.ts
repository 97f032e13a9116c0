import './gone.ts'

export const styled = true
