/** Everybody knows it: there is such a customer only in a shop of one's own machine or network. */
export const demoAccount = { email: 'demo@violet.example', password: 'a-calm-home-and-7-cups' } as const
