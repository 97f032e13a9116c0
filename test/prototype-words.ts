/** The names that every plain object answers to: `constructor`, `toString`, `__proto__` … Each is a word that a visitor may write. */
export const prototypeWords: readonly string[] = Object.getOwnPropertyNames(Object.prototype)
