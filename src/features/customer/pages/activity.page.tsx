import { eventsPage } from './events-page.tsx'

export default eventsPage({
  part: 'security/activity',
  title: 'user.activity.title',
  lead: 'user.activity.lead',
  hasFiles: false,
})
