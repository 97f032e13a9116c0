import type { Models } from '../model.ts'
import { errandTote, softLandingSleeve } from './desk-bags.ts'
import { outOfSightBox } from './desk-boxes.ts'
import { firstDraftNotebook } from './desk-notebooks.ts'
import { blankPageDeskMat, riserShelf, somedayTray } from './desk-organisers.ts'
import { weekAheadPad } from './desk-pads.ts'
import { plainPen, softPencils } from './desk-pens.ts'
import { rollCallCase } from './desk-rolls.ts'

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
