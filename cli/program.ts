import { Command, Option } from 'commander'
import { addArticles } from './written/articles.ts'
import { addBackup } from './backup.ts'
import { addComments } from './written/comments.ts'
import { addConfig } from './config.ts'
import { addCustomers } from './customers.ts'
import { addDemo } from './demo.ts'
import { addEntries } from './entries/entries.ts'
import { addPrice } from './entries/price.ts'
import { addExport } from './export.ts'
import { addImport } from './import.ts'
import { addInquiries } from './inquiries.ts'
import { addMail } from './mail.ts'
import { addNewsletter } from './newsletter.ts'
import { addNotice } from './notice.ts'
import { addOrders } from './orders/orders.ts'
import { addQuestions } from './written/questions.ts'
import { addRedirects } from './redirects.ts'
import { addRename } from './rename.ts'
import { addReturns } from './returns/returns.ts'
import { addReviews } from './written/reviews.ts'
import { addRoutes } from './routes.ts'
import { addSearch } from './search.ts'
import { addSecurity } from './security.ts'
import { addStockCommands } from './stock.ts'
import { addTheme } from './theme.ts'
import { addVisitors } from './visitors.ts'
import { addWords } from './words/words.ts'

/** All commands. Irreversible ones ask at a terminal, and need `--yes` elsewhere. */
export function createProgram(version: string): Command {
  const program = new Command('violet')
    .description("the operator's program of a Violet shop")
    .version(version)
    .showHelpAfterError('(violet --help tells how)')
    .configureHelp({ showGlobalOptions: false })
  addImport(program)
  addExport(program)
  addEntries(program)
  addPrice(program)
  addStockCommands(program)
  addOrders(program)
  addReturns(program)
  addCustomers(program)
  addSearch(program)
  addNewsletter(program)
  addInquiries(program)
  addComments(program)
  addArticles(program)
  addReviews(program)
  addQuestions(program)
  addMail(program)
  addVisitors(program)
  addSecurity(program)
  addNotice(program)
  addConfig(program)
  addTheme(program)
  addWords(program)
  addRoutes(program)
  addRename(program)
  addRedirects(program)
  addBackup(program)
  addDemo(program)
  for (const family of program.commands) acceptYes(family)
  return program
}

/**
 * Where one command of a family asks, the others accept `--yes` as well: a script says it to all of them. Their help does
 * not name it.
 */
function acceptYes({ commands }: Command): void {
  const says = (command: Command): boolean => command.options.some(({ long }) => long === '--yes')
  if (!commands.some(says)) return
  for (const command of commands)
    if (!says(command)) command.addOption(new Option('--yes', 'it does not ask').default(false).hideHelp())
}
