import type demo from './demo/locales/en.json'
import type accessTokens from './features/access-tokens/locales/en.json'
import type accounts from './features/accounts/locales/en.json'
import type aggregations from './features/aggregations/locales/en.json'
import type attachments from './features/attachments/locales/en.json'
import type attention from './features/attention/locales/en.json'
import type batteries from './features/batteries/locales/en.json'
import type billOfMaterials from './features/bill-of-materials/locales/en.json'
import type bluetooth from './features/bluetooth/locales/en.json'
import type catalogue from './features/catalogue/locales/en.json'
import type busLines from './features/central-units/bus-lines/locales/en.json'
import type enrolment from './features/central-units/enrolment/locales/en.json'
import type centralUnits from './features/central-units/locales/en.json'
import type commands from './features/commands/locales/en.json'
import type commissioning from './features/commissioning/locales/en.json'
import type compliance from './features/compliance/locales/en.json'
import type configuration from './features/configuration/locales/en.json'
import type emergencyTests from './features/emergency-tests/locales/en.json'
import type energy from './features/energy/locales/en.json'
import type floorPlans from './features/floor-plans/locales/en.json'
import type groups from './features/groups/locales/en.json'
import type handover from './features/handover/locales/en.json'
import type lampLabels from './features/lamp-labels/locales/en.json'
import type lamps from './features/lamps/locales/en.json'
import type legal from './features/legal/locales/en.json'
import type lightLevels from './features/light-levels/locales/en.json'
import type logbook from './features/logbook/locales/en.json'
import type maintenanceRounds from './features/maintenance-rounds/locales/en.json'
import type members from './features/members/locales/en.json'
import type monitoringZones from './features/monitoring-zones/locales/en.json'
import type notices from './features/notices/locales/en.json'
import type office from './features/office/locales/en.json'
import type operations from './features/operations/locales/en.json'
import type outbox from './features/outbox/locales/en.json'
import type outwardConnections from './features/outward-connections/locales/en.json'
import type people from './features/people/locales/en.json'
import type pictures from './features/pictures/locales/en.json'
import type planner from './features/planner/locales/en.json'
import type plantArchive from './features/plant-archive/locales/en.json'
import type plantOverview from './features/plant-overview/locales/en.json'
import type plants from './features/plants/locales/en.json'
import type plantsMap from './features/plants-map/locales/en.json'
import type proCodes from './features/pro-codes/locales/en.json'
import type remotePanel from './features/remote-panel/locales/en.json'
import type reports from './features/reports/locales/en.json'
import type rooms from './features/rooms/locales/en.json'
import type scenes from './features/scenes/locales/en.json'
import type snapshots from './features/snapshots/locales/en.json'
import type support from './features/support/locales/en.json'
import type testCalendar from './features/test-calendar/locales/en.json'
import type views from './features/views/locales/en.json'
import type webhooks from './features/webhooks/locales/en.json'
import type week from './features/week/locales/en.json'
import type zones from './features/zones/locales/en.json'
import type faults from './shared/faults/locales/en.json'
import type lampPicker from './shared/lamp-picker/locales/en.json'
import type shared from './shared/locales/en.json'
import type product from './shared/product/locales/en.json'
import type shell from './shell/locales/en.json'
import type printing from './shell/printing/locales/en.json'

/** English is the type of the keys. A feature adds one line here, named as its folder. */
type Texts = {
  'access-tokens': typeof accessTokens
  reports: typeof reports
  rooms: typeof rooms
  'maintenance-rounds': typeof maintenanceRounds
  scenes: typeof scenes
  accounts: typeof accounts
  demo: typeof demo
  legal: typeof legal
  members: typeof members
  plants: typeof plants
  'plant-archive': typeof plantArchive
  'pro-codes': typeof proCodes
  shared: typeof shared
  faults: typeof faults
  product: typeof product
  shell: typeof shell
  printing: typeof printing
  'emergency-tests': typeof emergencyTests
  'bus-lines': typeof busLines
  enrolment: typeof enrolment
  aggregations: typeof aggregations
  attachments: typeof attachments
  attention: typeof attention
  batteries: typeof batteries
  'bill-of-materials': typeof billOfMaterials
  bluetooth: typeof bluetooth
  catalogue: typeof catalogue
  commands: typeof commands
  commissioning: typeof commissioning
  compliance: typeof compliance
  handover: typeof handover
  configuration: typeof configuration
  'floor-plans': typeof floorPlans
  groups: typeof groups
  'lamp-picker': typeof lampPicker
  energy: typeof energy
  support: typeof support
  'remote-panel': typeof remotePanel
  'monitoring-zones': typeof monitoringZones
  notices: typeof notices
  office: typeof office
  'plants-map': typeof plantsMap
  operations: typeof operations
  'outward-connections': typeof outwardConnections
  pictures: typeof pictures
  outbox: typeof outbox
  people: typeof people
  planner: typeof planner
  snapshots: typeof snapshots
  logbook: typeof logbook
  'test-calendar': typeof testCalendar
  views: typeof views
  webhooks: typeof webhooks
  week: typeof week
  zones: typeof zones
  'light-levels': typeof lightLevels
  lamps: typeof lamps
  'lamp-labels': typeof lampLabels
  'central-units': typeof centralUnits
  'plant-overview': typeof plantOverview
}

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shared'
    fallbackNS: 'shared'
    resources: Texts
  }
}
