/* Loaded in front of a program (`node --import`) that is to end in good order when whoever started it is gone. */
import { whenParentEnds } from './parent.mjs'

whenParentEnds(() => process.kill(process.pid, 'SIGTERM'))
