import { startChoosing } from '#features/catalog/parts/choose.browser.ts'
import { startCompare } from '#features/catalog/parts/compare.browser.ts'
import { startListing } from '#features/catalog/parts/listing.browser.ts'
import { startRecent } from '#features/catalog/parts/recent.browser.ts'
import { startSecondPictures } from '#features/catalog/parts/second-picture.browser.ts'
import { startSharing } from '#features/catalog/parts/share.browser.ts'
import { startUser } from '#features/customer/parts/user.browser.ts'
import { startHearts } from '#features/favourites/parts/hearts.browser.ts'
import { startReviews } from '#features/reviews/parts/review.browser.ts'
import { startCopying } from '#features/promotions/parts/copy.browser.ts'
import { startPrinting } from '#features/second-factor/parts/print.browser.ts'
import { startPictures } from '#platform/browser/pictures.ts'
import { startTracking } from '#features/visitor/parts/track.browser.ts'
import { startLiveShop } from '#storefront/live/live.browser.ts'
import { startAnnouncement } from '#storefront/layout/announcement.browser.ts'
import { startNotices } from '#storefront/layout/notices.browser.ts'

startPictures()
startSecondPictures()
startSharing()
startReviews()
startListing()
startCompare()
startHearts()
startUser()
startChoosing()
startRecent()
startCopying()
startPrinting()
startAnnouncement()
startNotices()
startTracking()
// Whoever leaves a page at once opens no channel.
setTimeout(startLiveShop, 1_000)
