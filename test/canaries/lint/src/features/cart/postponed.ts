// TODO: count them
export const count = 0
