import type { SessionUser } from '../shared/session/session-api.ts'

/** A signed-in installer. */
export const person: SessionUser = {
  userid: '00000000-0000-4000-8000-000000000009',
  email: 'installer@demo.vigilux.test',
  usertype: 'installer',
  name: 'Demo Installer',
  suspended: false,
  declarations_missing: false,
  scope: null,
  language: 'en',
}
