import type { Models } from '../model.ts'
import { errandTote, rollCallCase, softLandingSleeve } from './desk-bags.ts'
import { blankPageDeskMat, outOfSightBox, riserShelf, somedayTray } from './desk-organisers.ts'
import { firstDraftNotebook, plainPen, softPencils, weekAheadPad } from './desk-writing.ts'

export const desk: Models = {
  'first-draft-notebook': firstDraftNotebook,
  'plain-pen': plainPen,
  'soft-pencils': softPencils,
  'week-ahead-pad': weekAheadPad,
  'someday-tray': somedayTray,
  'out-of-sight-box': outOfSightBox,
  'riser-shelf': riserShelf,
  'blank-page-desk-mat': blankPageDeskMat,
  'errand-tote': errandTote,
  'soft-landing-sleeve': softLandingSleeve,
  'roll-call-case': rollCallCase,
}
