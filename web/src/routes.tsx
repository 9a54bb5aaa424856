import type { ComponentType } from 'react'
import type { TextBundle } from './shared/i18n/text-bundles.ts'
import { type PageName, siteMap } from './site-map.ts'

/** Brings a page's component; its code is fetched when the page is first opened. */
type PageLoader = () => Promise<ComponentType>

/** The page behind every name of the site map. */
const routes: Record<PageName, PageLoader> = {
  allPlants: async () => (await import('./features/plants/AllPlantsPage.tsx')).AllPlantsPage,
  home: async () => (await import('./features/plants/PlantsPage.tsx')).PlantsPage,
  plantOverview: async () => (await import('./features/plant-overview/OverviewPage.tsx')).OverviewPage,
  attention: async () => (await import('./features/attention/AttentionPage.tsx')).AttentionPage,
  testCalendar: async () => (await import('./features/test-calendar/TestCalendarPage.tsx')).TestCalendarPage,
  invitations: async () => (await import('./features/members/InvitationsPage.tsx')).InvitationsPage,
  people: async () => (await import('./features/people/PeoplePage.tsx')).PeoplePage,
  ntoUsers: async () => (await import('./features/accounts/UsersPage.tsx')).UsersPage,
  ntoSecurity: async () => (await import('./features/office/SecurityLogPage.tsx')).SecurityLogPage,
  ntoPendingUsers: async () => (await import('./features/accounts/PendingUsersPage.tsx')).PendingUsersPage,
  ntoHome: async () => (await import('./features/office/OfficeHomePage.tsx')).OfficeHomePage,
  ntoSummary: async () => (await import('./features/office/SummaryPage.tsx')).SummaryPage,
  ntoPlantsMap: async () => (await import('./features/plants/PlantsMapPage.tsx')).PlantsMapPage,
  baPlantsMap: async () => (await import('./features/plants/PlantsMapPage.tsx')).PlantsMapPage,
  ntoAldi: async () => (await import('./features/office/ChainsPage.tsx')).ChainsPage,
  baHome: async () => (await import('./features/office/SummaryPage.tsx')).AreaPage,
  ntoProCodes: async () => (await import('./features/pro-codes/ProCodesPage.tsx')).ProCodesPage,
  logbook: async () => (await import('./features/logbook/LogbookPage.tsx')).LogbookPage,
  verify: async () => (await import('./features/logbook/VerifyPage.tsx')).VerifyPage,
  plantReport: async () => (await import('./features/emergency-tests/TestsPage.tsx')).TestsPage,
  collections: async () => (await import('./features/aggregations/AggregationsPage.tsx')).AggregationsPage,
  devices: async () => (await import('./features/lamps/DevicesPage.tsx')).DevicesPage,
  addUnit: async () => (await import('./features/central-units/enrolment/EnrolPage.tsx')).EnrolPage,
  unitLines: async () => (await import('./features/lamps/UnitLinesPage.tsx')).UnitLinesPage,
  unitGroups: async () => (await import('./features/groups/UnitGroupsPage.tsx')).UnitGroupsPage,
  unitTests: async () => (await import('./features/emergency-tests/UnitTestsPage.tsx')).UnitTestsPage,
  unitSnapshots: async () => (await import('./features/snapshots/UnitSnapshotsPage.tsx')).UnitSnapshotsPage,
  unitHistory: async () => (await import('./features/commands/UnitHistoryPage.tsx')).UnitHistoryPage,
  unitBluetooth: async () => (await import('./features/bluetooth/UnitBluetoothPage.tsx')).UnitBluetoothPage,
  unit: async () => (await import('./features/central-units/UnitPage.tsx')).UnitPage,
  qrLamps: async () => (await import('./features/configuration/QrLampsPage.tsx')).QrLampsPage,
  week: async () => (await import('./features/week/WeekPage.tsx')).WeekPage,
  scan: async () => (await import('./features/configuration/ScanPage.tsx')).ScanPage,
  configureUnit: async () => (await import('./features/configuration/ConfigurePage.tsx')).ConfigurePage,
  walk: async () => (await import('./features/commissioning/WalkPage.tsx')).WalkPage,
  plantUsers: async () => (await import('./features/members/MembersPage.tsx')).MembersPage,
  plantGeneral: async () => (await import('./features/plants/PlantSettingsPage.tsx')).PlantSettingsPage,
  userProfile: async () => (await import('./features/accounts/ProfilePage.tsx')).ProfilePage,
  support: async () => (await import('./features/support/SupportPage.tsx')).SupportPage,
  login: async () => (await import('./features/accounts/SignInPage.tsx')).SignInPage,
  loginNew: async () => (await import('./features/accounts/SignInPage.tsx')).SignInPage,
  setPassword: async () => (await import('./features/accounts/SetPasswordPage.tsx')).SetPasswordPage,
  signUp: async () => (await import('./features/accounts/SignUpPage.tsx')).SignUpPage,
  forgotPassword: async () => (await import('./features/accounts/ForgotPasswordPage.tsx')).ForgotPasswordPage,
  unsubscribe: async () => (await import('./features/notices/UnsubscribePage.tsx')).UnsubscribePage,
  terms: async () => (await import('./features/legal/LegalPage.tsx')).TermsPage,
  privacy: async () => (await import('./features/legal/LegalPage.tsx')).PrivacyPage,
  testPlan: async () => (await import('./features/planner/PlanPage.tsx')).PlanPage,
  batteries: async () => (await import('./features/batteries/BatteriesPage.tsx')).BatteriesPage,
  rounds: async () => (await import('./features/maintenance-rounds/pages.ts')).RoundsPage,
  round: async () => (await import('./features/maintenance-rounds/pages.ts')).RoundPage,
  plantBom: async () => (await import('./features/bill-of-materials/BillPage.tsx')).WiredBillPage,
  plantBleBom: async () => (await import('./features/bill-of-materials/BillPage.tsx')).BluetoothBillPage,
  product: async () => (await import('./features/catalogue/ProductPage.tsx')).ProductPage,
  qr: async () => (await import('./features/catalogue/ProductPage.tsx')).ProductPage,
  qrFamily: async () => (await import('./features/catalogue/FamilyPage.tsx')).FamilyPage,
  handover: async () => (await import('./features/handover/HandoverPage.tsx')).HandoverPage,
  compliance: async () => (await import('./features/compliance/CompliancePage.tsx')).CompliancePage,
  inspector: async () => (await import('./features/compliance/InspectorPage.tsx')).InspectorPage,
  bleLogbook: async () => (await import('./features/bluetooth/BleLogbookPage.tsx')).BleLogbookPage,
  bleReport: async () => (await import('./features/bluetooth/BleReportPage.tsx')).BleReportPage,
  deletedPlants: async () => (await import('./features/plant-archive/DeletedPlantsPage.tsx')).DeletedPlantsPage,
  energy: async () => (await import('./features/energy/EnergyPage.tsx')).EnergyPage,
  monitoringZones: async () =>
    (await import('./features/monitoring-zones/MonitoringZonesPage.tsx')).MonitoringZonesPage,
  zones: async () => (await import('./features/zones/ZonesPage.tsx')).ZonesPage,
  zoneManagement: async () => (await import('./features/zones/ZoneManagementPage.tsx')).ZoneManagementPage,
  zoneDetail: async () => (await import('./features/zones/ZoneDetailPage.tsx')).ZoneDetailPage,
  scenes: async () => (await import('./features/scenes/ScenesPage.tsx')).ScenesPage,
  centralUnitScenes: async () => (await import('./features/scenes/UnitScenesPage.tsx')).UnitScenesPage,
  remotePanel: async () => (await import('./features/remote-panel/RemotePanelPage.tsx')).RemotePanelPage,
  plantLocations: async () => (await import('./features/rooms/RoomsPage.tsx')).RoomsPage,
  plantMaps: async () => (await import('./features/floor-plans/FloorPlansPage.tsx')).FloorPlansPage,
  responsive: async () => (await import('./shell/ResponsivePage.tsx')).ResponsivePage,
}

/** Pages on which a unit is set up, or its groups are put together. */
const unitPages: readonly PageName[] = [
  'addUnit',
  'collections',
  'configureUnit',
  'qrLamps',
  'unit',
  'unitGroups',
  'unitLines',
  'unitSnapshots',
]

/** Bundles of pages which differ from others of their kind. */
const extraTextBundles: { readonly [Name in PageName]?: readonly TextBundle[] } = {
  people: ['people', 'administration'],
  plantGeneral: ['plant', 'people', 'notice', 'attachment'],
  plantUsers: ['plant', 'people', 'administration', 'notice'],
  unsubscribe: ['notice'],
  terms: ['legal'],
  privacy: ['legal'],
  product: ['catalogue'],
  qr: ['catalogue'],
  qrFamily: ['catalogue'],
  verify: ['logbook'],
  deletedPlants: ['archive'],
  logbook: ['plant', 'logbook'],
  scan: ['people', 'plant', 'unit'],
  bleLogbook: ['plant', 'bluetooth'],
  bleReport: ['plant', 'bluetooth'],
  unitBluetooth: ['plant', 'unit', 'bluetooth'],
  inspector: ['plant', 'compliance', 'logbook'],
  handover: ['plant', 'handover'],
  scenes: ['plant', 'scene'],
  centralUnitScenes: ['plant', 'scene'],
  zones: ['plant', 'zone'],
  zoneManagement: ['plant', 'zone'],
  zoneDetail: ['plant', 'scene', 'zone'],
  plantLocations: ['plant', 'room'],
  compliance: ['plant', 'compliance'],
  plantOverview: ['plant', 'people', 'overview', 'compliance'],
  support: ['people', 'support'],
  remotePanel: ['plant', 'panel'],
  energy: ['plant', 'energy'],
  monitoringZones: ['plant', 'energy'],
  allPlants: ['people', 'office'],
  ntoHome: ['people', 'office', 'audit'],
  ntoSecurity: ['people', 'audit'],
  ntoSummary: ['people', 'office'],
  ntoAldi: ['people', 'office'],
  baHome: ['people', 'office'],
  // The picture on it is sent as attachments are.
  userProfile: ['people', 'notice', 'attachment'],
  attention: ['plant', 'overview', 'attention', 'notice'],
  testCalendar: ['people', 'plant', 'calendar'],
  plantReport: ['plant', 'calendar'],
  testPlan: ['plant', 'calendar', 'plan'],
  plantBom: ['plant', 'bill', 'battery'],
  plantBleBom: ['plant', 'bill', 'battery'],
  batteries: ['plant', 'battery'],
  walk: ['plant', 'walk', 'outbox'],
  rounds: ['plant', 'walk', 'unit'],
  round: ['plant', 'walk', 'unit', 'outbox'],
  plantMaps: ['plant', 'floorPlan', 'attachment'],
}

/** Bundles of a page, besides those of every page. */
export const textBundlesOfPage = (name: PageName): readonly TextBundle[] => {
  const ownBundles = extraTextBundles[name]
  if (ownBundles) return ownBundles
  if (siteMap[name].permission !== 'plant') return ['people']
  if (unitPages.includes(name)) return ['plant', 'unit']
  return ['plant']
}

/** Fetches the code of a page. */
export const loadPageCode = (name: PageName): Promise<ComponentType> => routes[name]()
