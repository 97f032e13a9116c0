export const say = (): void => console.log('quoted')
