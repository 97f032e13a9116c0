export const name = 'camel'
