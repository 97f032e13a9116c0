export const addLine = '/cart/add'
