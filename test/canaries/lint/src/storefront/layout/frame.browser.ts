import { z } from 'zod'

export const path = (): string => z.string().parse(location.pathname)
