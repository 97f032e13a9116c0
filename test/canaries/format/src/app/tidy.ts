export const lines = [1, 2]
