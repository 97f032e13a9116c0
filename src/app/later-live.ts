import { startChoosing } from '#features/catalog/parts/choose-live.ts'
import { startCompare } from '#features/catalog/parts/compare-live.ts'
import { startListing } from '#features/catalog/parts/listing-live.ts'
import { startRecent } from '#features/catalog/parts/recent-live.ts'
import { startSecondPictures } from '#features/catalog/parts/second-picture.ts'
import { startSharing } from '#features/catalog/parts/share.ts'
import { startReviews } from '#features/reviews/parts/review-live.ts'
import { startCopying } from '#features/promotions/parts/copy-live.ts'
import { startPictures } from '#platform/browser/pictures.ts'
import { startTracking } from '#features/visitor/parts/track-live.ts'
import { startLiveWhenWanted } from './live-later-live.ts'
import { startAnnouncement } from './layout/announcement-live.ts'
import { startNotices } from './layout/notices-live.ts'

startPictures()
startSecondPictures()
startSharing()
startReviews()
startListing()
startCompare()
startChoosing()
startRecent()
startCopying()
startAnnouncement()
startNotices()
startTracking()
startLiveWhenWanted()
