import type { ComponentProps, ComponentType } from 'react'
import type { islands as ofForms } from './islands-forms.ts'
import type { islands as ofPlaced } from './islands-placed.ts'
import type { islands } from './islands.ts'

/*
 * Only types: the platform may name them without reaching the islands.
 */

type All = typeof islands & typeof ofForms & typeof ofPlaced

export type IslandName = keyof All

type IslandComponent<N extends IslandName> = Awaited<ReturnType<All[N]>>['default']

/** The props of an island; what JSON would change (a Date, a Map, a function) does not compile. */
export type IslandProps<N extends IslandName> =
  IslandComponent<N> extends ComponentType<never> ? PlainJson<ComponentProps<IslandComponent<N>>> : never

type PlainJson<T> = {
  [K in keyof T]: K extends 'children' | 'external' ? T[K] : T[K] extends JsonSafe<T[K]> ? T[K] : never
}

// Compiled messages hold `unknown` in their type; that they are JSON is their maker's promise.
type JsonSafe<T> = unknown extends T
  ? T
  : T extends string | number | boolean | null | undefined
    ? T
    : T extends Date | Map<unknown, unknown> | Set<unknown> | ((...args: never[]) => unknown)
      ? never
      : T extends readonly (infer Item)[]
        ? readonly JsonSafe<Item>[]
        : { [K in keyof T]: JsonSafe<T[K]> }
