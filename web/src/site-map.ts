/**
 * Every hash path of the product: its page name, who may enter, which menu entry it belongs to, its title.
 */

export type PagePermission = 'public' | 'signedIn' | 'plant' | 'nto' | 'ba'

/** The menu entry marked as current while the page is open. */
export type MenuPlace =
  | 'none'
  | 'plants'
  | 'week'
  | 'attention'
  | 'testCalendar'
  | 'invitations'
  | 'scan'
  | 'national'
  | 'businessArea'
  | 'overview'
  | 'devices'
  | 'rooms'
  | 'tests'
  | 'compliance'
  | 'logbook'
  | 'scenes'
  | 'zones'
  | 'energy'
  | 'remotePanel'
  | 'bom'
  | 'settings'
  | 'support'
  | 'profile'

export type PageEntry = {
  path: string
  permission: PagePermission
  menu: MenuPlace
  /** Words of its title, in the shell's namespace. Where the menu names the page, the title is the menu's word. */
  title: `menu.${string}` | `page.${string}`
  /** Meant for people who are signed out; a signed-in person is taken on to where they wanted to go. */
  signedOutOnly?: true
}

/** Params: `$name` is required, `{-$name}` may be left out. A static segment always wins over a param. */
export const siteMap = {
  home: { path: '/home', permission: 'signedIn', menu: 'plants', title: 'menu.plants' },
  plantOverview: { path: '/plant/$plantId', permission: 'plant', menu: 'overview', title: 'menu.overview' },
  allPlants: {
    path: '/allplants/$userId',
    permission: 'signedIn',
    menu: 'plants',
    title: 'page.allPlants',
  },
  deletedPlants: { path: '/deletedplants', permission: 'signedIn', menu: 'plants', title: 'page.deletedPlants' },
  week: { path: '/week', permission: 'signedIn', menu: 'week', title: 'page.week' },
  attention: { path: '/attention', permission: 'signedIn', menu: 'attention', title: 'menu.attention' },
  testCalendar: {
    path: '/testcalendar',
    permission: 'signedIn',
    menu: 'testCalendar',
    title: 'menu.testCalendar',
  },
  invitations: { path: '/invitations', permission: 'signedIn', menu: 'invitations', title: 'menu.invitations' },
  people: { path: '/people', permission: 'signedIn', menu: 'plants', title: 'page.people' },
  scan: { path: '/scan', permission: 'signedIn', menu: 'scan', title: 'menu.scan' },

  ntoHome: { path: '/ntohome', permission: 'nto', menu: 'national', title: 'page.ntoHome' },
  ntoUsers: { path: '/ntousers', permission: 'nto', menu: 'national', title: 'page.ntoUsers' },
  ntoPendingUsers: { path: '/ntopendingusers', permission: 'nto', menu: 'national', title: 'page.ntoPendingUsers' },
  ntoProCodes: { path: '/ntoprocodes', permission: 'nto', menu: 'national', title: 'page.ntoProCodes' },
  ntoSecurity: { path: '/ntosecurity', permission: 'nto', menu: 'national', title: 'page.ntoSecurity' },
  ntoSummary: { path: '/ntosummary', permission: 'nto', menu: 'national', title: 'page.ntoSummary' },
  ntoPlantsMap: { path: '/ntoplantsmap', permission: 'nto', menu: 'national', title: 'page.plantsMap' },
  ntoAldi: { path: '/ntoaldi', permission: 'nto', menu: 'national', title: 'page.ntoAldi' },
  baHome: { path: '/bahome', permission: 'ba', menu: 'businessArea', title: 'page.baHome' },
  baPlantsMap: { path: '/baplantsmap', permission: 'ba', menu: 'businessArea', title: 'page.plantsMap' },

  plantReport: {
    path: '/plantreport/$plantId/{-$devicesType}',
    permission: 'plant',
    menu: 'tests',
    title: 'menu.tests',
  },
  testPlan: { path: '/testplan/$plantId', permission: 'plant', menu: 'tests', title: 'page.testPlan' },
  batteries: { path: '/batteries/$plantId', permission: 'plant', menu: 'tests', title: 'page.batteries' },
  rounds: { path: '/rounds/$plantId', permission: 'plant', menu: 'tests', title: 'page.rounds' },
  round: { path: '/round/$plantId/$roundId', permission: 'plant', menu: 'tests', title: 'page.round' },
  logbook: { path: '/logbook/$plantId', permission: 'plant', menu: 'logbook', title: 'menu.logbook' },
  verify: { path: '/verify', permission: 'public', menu: 'none', title: 'page.verify' },
  handover: { path: '/handover/$plantId', permission: 'plant', menu: 'compliance', title: 'page.handover' },
  compliance: { path: '/compliance/$plantId', permission: 'plant', menu: 'compliance', title: 'page.compliance' },
  bleLogbook: {
    path: '/blelogbook/$plantId',
    permission: 'plant',
    menu: 'devices',
    title: 'menu.bleLogbook',
  },
  scenes: { path: '/scenari/$plantId', permission: 'plant', menu: 'scenes', title: 'menu.scenes' },
  centralUnitScenes: {
    path: '/scenaricentrale/$plantId',
    permission: 'plant',
    menu: 'scenes',
    title: 'menu.scenesByUnit',
  },
  energy: { path: '/energy/$plantId', permission: 'plant', menu: 'energy', title: 'menu.energy' },
  monitoringZones: {
    path: '/monitoringzone/$plantId',
    permission: 'plant',
    menu: 'energy',
    title: 'menu.energy',
  },
  zoneDetail: {
    path: '/zone/zoneDetail/$plantId/$zoneId',
    permission: 'plant',
    menu: 'zones',
    title: 'page.zoneDetail',
  },
  zoneManagement: {
    path: '/zone/gestione/$plantId',
    permission: 'plant',
    menu: 'zones',
    title: 'menu.zoneManagement',
  },
  zones: {
    path: '/zone/$plantId/{-$devicesType}',
    permission: 'plant',
    menu: 'zones',
    title: 'menu.zones',
  },
  collections: {
    path: '/plantcentralunits/collection/$plantId',
    permission: 'plant',
    menu: 'devices',
    title: 'menu.collections',
  },
  qrLamps: {
    path: '/plantcentralunits/qrlamps/$plantId',
    permission: 'plant',
    menu: 'devices',
    title: 'menu.qrLamps',
  },
  devices: {
    path: '/plantcentralunits/$plantId/{-$devicesType}',
    permission: 'plant',
    menu: 'devices',
    title: 'menu.devices',
  },
  addUnit: { path: '/addunit/$plantId', permission: 'plant', menu: 'devices', title: 'page.addUnit' },
  unitLines: { path: '/unit/$plantId/$unit/lines', permission: 'plant', menu: 'devices', title: 'page.unitLines' },
  unitGroups: { path: '/unit/$plantId/$unit/groups', permission: 'plant', menu: 'devices', title: 'page.unitGroups' },
  unitTests: { path: '/unit/$plantId/$unit/tests', permission: 'plant', menu: 'devices', title: 'page.unitTests' },
  unitSnapshots: {
    path: '/unit/$plantId/$unit/snapshots',
    permission: 'plant',
    menu: 'devices',
    title: 'page.unitSnapshots',
  },
  unitHistory: {
    path: '/unit/$plantId/$unit/history',
    permission: 'plant',
    menu: 'devices',
    title: 'page.unitHistory',
  },
  unitBluetooth: {
    path: '/unit/$plantId/$unit/bluetooth',
    permission: 'plant',
    menu: 'devices',
    title: 'page.unitBluetooth',
  },
  unit: { path: '/unit/$plantId/$unit/{-$tab}', permission: 'plant', menu: 'devices', title: 'page.unit' },
  configureUnit: {
    path: '/configureunit/$plantId/$unit',
    permission: 'plant',
    menu: 'devices',
    title: 'page.configureUnit',
  },
  walk: { path: '/walk/$plantId/$walkId', permission: 'plant', menu: 'devices', title: 'page.walk' },
  remotePanel: {
    path: '/remotepanel/$plantId',
    permission: 'plant',
    menu: 'remotePanel',
    title: 'menu.remotePanel',
  },
  plantLocations: {
    path: '/plantlocations/$plantId',
    permission: 'plant',
    menu: 'rooms',
    title: 'menu.rooms',
  },
  plantMaps: {
    path: '/plantmaps/$plantId',
    permission: 'plant',
    menu: 'rooms',
    title: 'menu.floorPlans',
  },
  plantUsers: { path: '/plantusers/$plantId', permission: 'plant', menu: 'settings', title: 'menu.users' },
  plantGeneral: { path: '/plantgeneral/$plantId', permission: 'plant', menu: 'settings', title: 'menu.settings' },
  plantBom: { path: '/plantbom/$plantId', permission: 'plant', menu: 'bom', title: 'menu.bom' },
  plantBleBom: { path: '/plantbomble/$plantId', permission: 'plant', menu: 'bom', title: 'menu.bleBom' },

  userProfile: {
    path: '/userprofile/$userId/{-$event}',
    permission: 'signedIn',
    menu: 'profile',
    title: 'page.userProfile',
  },
  support: { path: '/supporto', permission: 'signedIn', menu: 'support', title: 'menu.support' },

  login: { path: '/login', permission: 'public', menu: 'none', title: 'page.login', signedOutOnly: true },
  loginNew: { path: '/loginnew', permission: 'public', menu: 'none', title: 'page.login', signedOutOnly: true },
  setPassword: { path: '/setpassword', permission: 'public', menu: 'none', title: 'page.setPassword' },
  signUp: { path: '/registrati', permission: 'public', menu: 'none', title: 'page.signUp', signedOutOnly: true },
  forgotPassword: { path: '/passworddimenticata', permission: 'public', menu: 'none', title: 'page.forgotPassword' },
  unsubscribe: { path: '/unsubscribe/$token', permission: 'public', menu: 'none', title: 'page.unsubscribe' },
  responsive: { path: '/responsive', permission: 'public', menu: 'none', title: 'page.responsive' },
  terms: { path: '/terms', permission: 'public', menu: 'none', title: 'page.terms' },
  privacy: { path: '/privacy', permission: 'public', menu: 'none', title: 'page.privacy' },
  product: { path: '/products/$productId', permission: 'public', menu: 'none', title: 'page.product' },
  qr: { path: '/qr/$pid', permission: 'public', menu: 'none', title: 'page.product' },
  qrFamily: { path: '/qrf/$fid', permission: 'public', menu: 'none', title: 'page.productFamily' },
  inspector: { path: '/inspector/$secret', permission: 'public', menu: 'none', title: 'page.inspector' },
  bleReport: {
    path: '/blereport/$plantId/$report',
    permission: 'public',
    menu: 'none',
    title: 'page.bleReport',
  },
} as const satisfies Record<string, PageEntry>

export type PageName = keyof typeof siteMap

export function pageEntry(name: PageName): PageEntry {
  return siteMap[name]
}

export const pageNames = Object.keys(siteMap) as PageName[]

/** Whether an address is of a page without use for signed-in people. */
export function isForSignedOut(address: string): boolean {
  const [path] = address.split('?')
  return pageNames.some((name) => pageEntry(name).signedOutOnly && siteMap[name].path === path)
}

type ParamsIn<Path extends string> = Path extends `${infer Head}/${infer Rest}`
  ? ParamsIn<Head> & ParamsIn<Rest>
  : Path extends `{-$${infer Name}}`
    ? { [K in Name]?: string | undefined }
    : Path extends `$${infer Name}`
      ? { [K in Name]: string }
      : unknown

export type ParamsOf<Name extends PageName> = ParamsIn<(typeof siteMap)[Name]['path']>

type PathArguments<Name extends PageName> =
  unknown extends ParamsOf<Name>
    ? [name: Name, params?: Record<never, never>, search?: Record<string, string>]
    : [name: Name, params: ParamsOf<Name>, search?: Record<string, string>]

/** The path of a page inside the hash: `pathTo('zoneDetail', { plantId, zoneId })`. */
export function pathTo<Name extends PageName>(...[name, params, search]: PathArguments<Name>): string {
  return fillPath(siteMap[name].path, params ?? {}, search)
}

export function fillPath(pattern: string, params: object, search?: Record<string, string>): string {
  const values = params as Record<string, string | undefined>
  const path = pattern
    .replaceAll(/\/\{-\$(\w+)\}/g, (_, key: string) => (values[key] ? `/${encodeURIComponent(values[key])}` : ''))
    .replaceAll(/\$(\w+)/g, (_, key: string) => encodeURIComponent(values[key] ?? ''))
  const query = new URLSearchParams(search).toString()
  return query ? `${path}?${query}` : path
}
