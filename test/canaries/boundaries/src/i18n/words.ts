export const hello = 'Hello'
