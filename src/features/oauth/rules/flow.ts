import { randomBytes } from 'node:crypto'
import { minute } from '#domain/time.ts'

/** Milliseconds for the way to a provider and back. */
export const flowLife = 10 * minute
/** Milliseconds in which an e-mail address is to be proven: twice the life of a code. */
export const arrivalLife = 20 * minute
/** Codes that are sent for one arrival. */
export const mostCodes = 10

/** 256 random bits in digits and letters that every provider sends back as they are. */
export function newState(): string {
  return randomBytes(32).toString('hex')
}

/**
 * The way back from a provider. Each has its own, so that an answer of one is never taken for that of another.
 * @param origin of the shop
 */
export function redirectUri(origin: string, provider: string): string {
  return `${origin}${callbackPath}${provider}`
}

/** Without a language: providers send back to registered URLs only. */
export const callbackPath = '/auth/oauth/'
