// oxlint-disable-next-line no-console -- nothing is printed here
export const count = 1
