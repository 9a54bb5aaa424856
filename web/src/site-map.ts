/**
 * Every hash path of the product: its page name, who may enter, which menu entry it belongs to.
 * Its title is named in `shell/page-titles.ts`; a pending page also has the locale key `shell:pending.<name>`.
 */

export type PagePermission = 'public' | 'signedIn' | 'plant' | 'nto' | 'ba'

/** The menu entry that is marked as current while the page is open. */
export type MenuPlace =
  | 'none'
  | 'plants'
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
  /** The page comes with a later release; the entry opens a page that says what will be there. */
  pending?: true
  /** Meant for people who are signed out; a signed-in person is taken on to where they wanted to go. */
  signedOutOnly?: true
}

/** Params: `$name` is required, `{-$name}` may be left out. A static segment always wins over a param. */
export const siteMap = {
  home: { path: '/home', permission: 'signedIn', menu: 'plants' },
  plantOverview: { path: '/plant/$plantId', permission: 'plant', menu: 'overview' },
  allPlants: { path: '/allplants/$userId', permission: 'signedIn', menu: 'plants', pending: true },
  attention: { path: '/attention', permission: 'signedIn', menu: 'attention', pending: true },
  testCalendar: { path: '/testcalendar', permission: 'signedIn', menu: 'testCalendar', pending: true },
  invitations: { path: '/invitations', permission: 'signedIn', menu: 'invitations' },
  scan: { path: '/scan', permission: 'signedIn', menu: 'scan', pending: true },

  ntoHome: { path: '/ntohome', permission: 'nto', menu: 'national', pending: true },
  ntoUsers: { path: '/ntousers', permission: 'nto', menu: 'national' },
  ntoPendingUsers: { path: '/ntopendingusers', permission: 'nto', menu: 'national' },
  ntoProCodes: { path: '/ntoprocodes', permission: 'nto', menu: 'national', pending: true },
  ntoSummary: { path: '/ntosummary', permission: 'nto', menu: 'national', pending: true },
  ntoPlantsMap: { path: '/ntoplantsmap', permission: 'nto', menu: 'national', pending: true },
  ntoAldi: { path: '/ntoaldi', permission: 'nto', menu: 'national', pending: true },
  baHome: { path: '/bahome', permission: 'ba', menu: 'businessArea', pending: true },
  baPlantsMap: { path: '/baplantsmap', permission: 'ba', menu: 'businessArea', pending: true },

  plantReport: { path: '/plantreport/$plantId/{-$devicesType}', permission: 'plant', menu: 'tests' },
  logbook: { path: '/logbook/$plantId', permission: 'plant', menu: 'logbook', pending: true },
  scenes: { path: '/scenari/$plantId', permission: 'plant', menu: 'scenes', pending: true },
  centralUnitScenes: { path: '/scenaricentrale/$plantId', permission: 'plant', menu: 'scenes', pending: true },
  monitoringZones: { path: '/monitoringzone/$plantId', permission: 'plant', menu: 'energy', pending: true },
  zoneDetail: { path: '/zone/zoneDetail/$plantId/$zoneId', permission: 'plant', menu: 'zones', pending: true },
  zoneManagement: { path: '/zone/gestione/$plantId', permission: 'plant', menu: 'zones', pending: true },
  zones: { path: '/zone/$plantId/{-$devicesType}', permission: 'plant', menu: 'zones', pending: true },
  collections: { path: '/plantcentralunits/collection/$plantId', permission: 'plant', menu: 'devices', pending: true },
  qrLamps: { path: '/plantcentralunits/qrlamps/$plantId', permission: 'plant', menu: 'devices', pending: true },
  devices: {
    path: '/plantcentralunits/$plantId/{-$devicesType}',
    permission: 'plant',
    menu: 'devices',
  },
  addUnit: { path: '/addunit/$plantId', permission: 'plant', menu: 'devices' },
  unitGroups: { path: '/unit/$plantId/$unit/groups', permission: 'plant', menu: 'devices' },
  unitTests: { path: '/unit/$plantId/$unit/tests', permission: 'plant', menu: 'devices' },
  unitSnapshots: { path: '/unit/$plantId/$unit/snapshots', permission: 'plant', menu: 'devices' },
  unitHistory: { path: '/unit/$plantId/$unit/history', permission: 'plant', menu: 'devices' },
  unitBluetooth: { path: '/unit/$plantId/$unit/bluetooth', permission: 'plant', menu: 'devices' },
  unit: { path: '/unit/$plantId/$unit/{-$tab}', permission: 'plant', menu: 'devices' },
  configureUnit: { path: '/configureunit/$plantId/$unit', permission: 'plant', menu: 'devices' },
  remotePanel: { path: '/remotepanel/$plantId', permission: 'plant', menu: 'remotePanel', pending: true },
  plantLocations: { path: '/plantlocations/$plantId', permission: 'plant', menu: 'rooms', pending: true },
  plantMaps: { path: '/plantmaps/$plantId', permission: 'plant', menu: 'rooms', pending: true },
  plantUsers: { path: '/plantusers/$plantId', permission: 'plant', menu: 'settings' },
  plantGeneral: { path: '/plantgeneral/$plantId', permission: 'plant', menu: 'settings' },
  plantBom: { path: '/plantbom/$plantId', permission: 'plant', menu: 'bom', pending: true },
  plantBleBom: { path: '/plantbomble/$plantId', permission: 'plant', menu: 'bom', pending: true },

  userProfile: { path: '/userprofile/$userId/{-$event}', permission: 'signedIn', menu: 'profile' },
  support: { path: '/supporto', permission: 'signedIn', menu: 'support', pending: true },

  login: { path: '/login', permission: 'public', menu: 'none', signedOutOnly: true },
  loginNew: { path: '/loginnew', permission: 'public', menu: 'none', signedOutOnly: true },
  setPassword: { path: '/setpassword', permission: 'public', menu: 'none' },
  signUp: { path: '/registrati', permission: 'public', menu: 'none', signedOutOnly: true },
  forgotPassword: { path: '/passworddimenticata', permission: 'public', menu: 'none' },
  responsive: { path: '/responsive', permission: 'public', menu: 'none' },
  product: { path: '/products/$productId', permission: 'public', menu: 'none', pending: true },
  qr: { path: '/qr/$pid', permission: 'public', menu: 'none', pending: true },
  qrFamily: { path: '/qrf/$fid', permission: 'public', menu: 'none', pending: true },
  bleReport: { path: '/blereport/$plantId/$report', permission: 'public', menu: 'none', pending: true },
} as const satisfies Record<string, PageEntry>

export type PageName = keyof typeof siteMap

export function pageEntry(name: PageName): PageEntry {
  return siteMap[name]
}

export const pageNames = Object.keys(siteMap) as PageName[]

export function isPageName(name: string): name is PageName {
  return Object.hasOwn(siteMap, name)
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
