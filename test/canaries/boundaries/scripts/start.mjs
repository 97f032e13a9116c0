import { readFileSync } from 'node:fs'
import { step } from './bootstrap.mjs'
import sharp from 'sharp'

export const start = [readFileSync, step, sharp]
