export const build = 'build'
