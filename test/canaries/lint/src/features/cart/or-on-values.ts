export const price = (own: number | null, list: number): number => own || list
