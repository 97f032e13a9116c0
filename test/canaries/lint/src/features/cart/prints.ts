export const say = (): void => console.log('added')
