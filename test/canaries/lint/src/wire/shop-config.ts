export const theme = { primaryColor: '#5b21b6' }
