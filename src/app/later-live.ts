import { startSecondPictures } from '#features/catalog/parts/second-picture.ts'
import { startPictures } from '#platform/browser/pictures.ts'

startPictures()
startSecondPictures()
