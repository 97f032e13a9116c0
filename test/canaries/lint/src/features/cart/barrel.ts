export * from './equality.ts'
