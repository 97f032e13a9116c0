export const islands = { cart: 1 }
