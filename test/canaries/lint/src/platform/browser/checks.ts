import { z } from 'zod'

export const isText = (value: unknown): boolean => z.string().safeParse(value).success
