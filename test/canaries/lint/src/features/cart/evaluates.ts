export const run = (source: string): unknown => eval(source)
