export const double = (count) => count * 2
