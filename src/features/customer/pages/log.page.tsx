import { eventsPage } from './events-page.tsx'

export default eventsPage({
  part: 'log',
  title: 'user.menu.log',
  lead: 'user.log.lead',
  hasFiles: true,
})
