export const currency = process.env.CURRENCY ?? 'USD'
