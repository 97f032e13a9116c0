import { startSecondPictures } from '#features/catalog/parts/second-picture.ts'

startSecondPictures()
