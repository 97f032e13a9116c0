import { Command } from 'commander'
import { addBackup } from './backup.ts'
import { addConfig } from './config.ts'
import { addDemo } from './demo.ts'
import { addExport } from './export.ts'
import { addImport } from './import.ts'
import { addNewsletter } from './newsletter.ts'
import { addRoutes } from './routes.ts'
import { addStockCommands } from './stock.ts'
import { addTheme } from './theme.ts'

/** All commands. Nothing asks back: what would destroy needs its own option. */
export function createProgram(version: string): Command {
  const program = new Command('violet')
    .description("the operator's program of a Violet shop")
    .version(version)
    .showHelpAfterError('(violet --help tells how)')
    .configureHelp({ showGlobalOptions: false })
  addImport(program)
  addExport(program)
  addStockCommands(program)
  addNewsletter(program)
  addConfig(program)
  addTheme(program)
  addRoutes(program)
  addBackup(program)
  addDemo(program)
  return program
}
