export const expire = 1
