export const reprice = 1
