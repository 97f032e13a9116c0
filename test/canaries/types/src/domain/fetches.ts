export const rates = (): unknown => fetch('/rates')
