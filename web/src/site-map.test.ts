import { createMemoryHistory } from '@tanstack/history'
import { describe, expect, test } from 'vitest'
import { routeInHash } from './page-of-path.ts'
import { createRouterOfPages } from './router.tsx'
import { type PageName, pageNames, pathTo, siteMap } from './site-map.ts'

/** The router's page for a path. */
function pageAt(path: string): { page: string | undefined; params: object } {
  const router = createRouterOfPages(createMemoryHistory({ initialEntries: [path] }))
  const [pathname = '', query = ''] = path.split('?')
  const matches = router.matchRoutes(pathname, Object.fromEntries(new URLSearchParams(query)))
  const last = matches.at(-1)
  return { page: last?.staticData.page, params: last?.params ?? {} }
}

describe('the site map', () => {
  test('has unique names and patterns', () => {
    const paths = pageNames.map((name) => siteMap[name].path)
    expect(new Set(paths).size).toBe(paths.length)
  })

  test('contains these paths', () => {
    expect(pageNames.map((name) => `${name} ${siteMap[name].path} ${siteMap[name].permission}`)).toMatchInlineSnapshot(`
      [
        "home /home signedIn",
        "plantOverview /plant/$plantId plant",
        "allPlants /allplants/$userId signedIn",
        "deletedPlants /deletedplants signedIn",
        "week /week signedIn",
        "attention /attention signedIn",
        "testCalendar /testcalendar signedIn",
        "invitations /invitations signedIn",
        "people /people signedIn",
        "scan /scan signedIn",
        "ntoHome /ntohome nto",
        "ntoUsers /ntousers nto",
        "ntoPendingUsers /ntopendingusers nto",
        "ntoProCodes /ntoprocodes nto",
        "ntoSecurity /ntosecurity nto",
        "ntoSummary /ntosummary nto",
        "ntoPlantsMap /ntoplantsmap nto",
        "ntoAldi /ntoaldi nto",
        "baHome /bahome ba",
        "baPlantsMap /baplantsmap ba",
        "plantReport /plantreport/$plantId/{-$devicesType} plant",
        "testPlan /testplan/$plantId plant",
        "batteries /batteries/$plantId plant",
        "rounds /rounds/$plantId plant",
        "round /round/$plantId/$roundId plant",
        "logbook /logbook/$plantId plant",
        "verify /verify public",
        "handover /handover/$plantId plant",
        "compliance /compliance/$plantId plant",
        "bleLogbook /blelogbook/$plantId plant",
        "scenes /scenari/$plantId plant",
        "centralUnitScenes /scenaricentrale/$plantId plant",
        "energy /energy/$plantId plant",
        "monitoringZones /monitoringzone/$plantId plant",
        "zoneDetail /zone/zoneDetail/$plantId/$zoneId plant",
        "zoneManagement /zone/gestione/$plantId plant",
        "zones /zone/$plantId/{-$devicesType} plant",
        "collections /plantcentralunits/collection/$plantId plant",
        "qrLamps /plantcentralunits/qrlamps/$plantId plant",
        "devices /plantcentralunits/$plantId/{-$devicesType} plant",
        "addUnit /addunit/$plantId plant",
        "unitLines /unit/$plantId/$unit/lines plant",
        "unitGroups /unit/$plantId/$unit/groups plant",
        "unitTests /unit/$plantId/$unit/tests plant",
        "unitSnapshots /unit/$plantId/$unit/snapshots plant",
        "unitHistory /unit/$plantId/$unit/history plant",
        "unitBluetooth /unit/$plantId/$unit/bluetooth plant",
        "unit /unit/$plantId/$unit/{-$tab} plant",
        "configureUnit /configureunit/$plantId/$unit plant",
        "walk /walk/$plantId/$walkId plant",
        "remotePanel /remotepanel/$plantId plant",
        "plantLocations /plantlocations/$plantId plant",
        "plantMaps /plantmaps/$plantId plant",
        "plantUsers /plantusers/$plantId plant",
        "plantGeneral /plantgeneral/$plantId plant",
        "plantBom /plantbom/$plantId plant",
        "plantBleBom /plantbomble/$plantId plant",
        "userProfile /userprofile/$userId/{-$event} signedIn",
        "support /supporto signedIn",
        "login /login public",
        "loginNew /loginnew public",
        "setPassword /setpassword public",
        "signUp /registrati public",
        "forgotPassword /passworddimenticata public",
        "unsubscribe /unsubscribe/$token public",
        "responsive /responsive public",
        "terms /terms public",
        "privacy /privacy public",
        "product /products/$productId public",
        "qr /qr/$pid public",
        "qrFamily /qrf/$fid public",
        "inspector /inspector/$secret public",
        "bleReport /blereport/$plantId/$report public",
      ]
    `)
  })

  /** Specification section 2: 31 signed-in routes and ten public ones. */
  const specified: [path: string, page: PageName, params?: object][] = [
    ['/home', 'home'],
    ['/plant/P', 'plantOverview', { plantId: 'P' }],
    ['/allplants/U', 'allPlants'],
    ['/ntohome', 'ntoHome'],
    ['/ntousers', 'ntoUsers'],
    ['/ntopendingusers', 'ntoPendingUsers'],
    ['/ntoprocodes', 'ntoProCodes'],
    ['/ntosummary', 'ntoSummary'],
    ['/ntoplantsmap', 'ntoPlantsMap'],
    ['/ntoaldi', 'ntoAldi'],
    ['/bahome', 'baHome'],
    ['/baplantsmap', 'baPlantsMap'],
    ['/plantreport/P', 'plantReport'],
    ['/plantreport/P/emergency', 'plantReport', { plantId: 'P', devicesType: 'emergency' }],
    ['/scenari/P', 'scenes'],
    ['/scenaricentrale/P', 'centralUnitScenes'],
    ['/monitoringzone/P', 'monitoringZones'],
    ['/zone/zoneDetail/P/Z', 'zoneDetail', { plantId: 'P', zoneId: 'Z' }],
    ['/zone/gestione/P', 'zoneManagement', { plantId: 'P' }],
    ['/zone/P', 'zones', { plantId: 'P' }],
    ['/zone/P/lighting', 'zones', { plantId: 'P', devicesType: 'lighting' }],
    ['/plantcentralunits/collection/P', 'collections', { plantId: 'P' }],
    ['/plantcentralunits/qrlamps/P', 'qrLamps', { plantId: 'P' }],
    ['/plantcentralunits/P', 'devices', { plantId: 'P' }],
    ['/plantcentralunits/P/emergency', 'devices', { plantId: 'P', devicesType: 'emergency' }],
    ['/remotepanel/P', 'remotePanel'],
    ['/plantlocations/P', 'plantLocations'],
    ['/plantmaps/P', 'plantMaps'],
    ['/userprofile/U/edit', 'userProfile', { userId: 'U', event: 'edit' }],
    ['/supporto', 'support'],
    ['/plantusers/P', 'plantUsers'],
    ['/plantgeneral/P', 'plantGeneral'],
    ['/plantbom/P', 'plantBom'],
    ['/plantbomble/P', 'plantBleBom'],
    ['/login', 'login'],
    ['/loginnew', 'loginNew'],
    ['/setpassword', 'setPassword'],
    ['/registrati', 'signUp'],
    ['/passworddimenticata', 'forgotPassword'],
    ['/responsive', 'responsive'],
    ['/products/1', 'product', { productId: '1' }],
    ['/qr/1', 'qr', { pid: '1' }],
    ['/qrf/1', 'qrFamily', { fid: '1' }],
    ['/blereport/P/R', 'bleReport', { plantId: 'P', report: 'R' }],
  ]

  test('opens its page for every path of the specification', () => {
    for (const [path, page, params = {}] of specified) expect(pageAt(path), path).toMatchObject({ page, params })
  })

  test('lists every page that the specification does not have', () => {
    const specifiedPages = new Set(specified.map(([, page]) => page))
    expect(pageNames.filter((name) => !specifiedPages.has(name))).toEqual([
      'deletedPlants',
      'week',
      'attention',
      'testCalendar',
      'invitations',
      'people',
      'scan',
      'ntoSecurity',
      'testPlan',
      'batteries',
      'rounds',
      'round',
      'logbook',
      'verify',
      'handover',
      'compliance',
      'bleLogbook',
      'energy',
      'addUnit',
      'unitLines',
      'unitGroups',
      'unitTests',
      'unitSnapshots',
      'unitHistory',
      'unitBluetooth',
      'unit',
      'configureUnit',
      'walk',
      'unsubscribe',
      'terms',
      'privacy',
      'inspector',
    ])
  })

  test('opens no page for an unknown path', () => {
    expect(pageAt('/nonsense').page).toBeUndefined()
    expect(pageAt('/plant/P/more').page).toBeUndefined()
  })
})

test('pathTo fills and encodes parameters, omits optional ones and adds a query', () => {
  expect(pathTo('zoneDetail', { plantId: 'P', zoneId: 'a/b' })).toBe('/zone/zoneDetail/P/a%2Fb')
  expect(pathTo('devices', { plantId: 'P' })).toBe('/plantcentralunits/P')
  expect(pathTo('devices', { plantId: 'P', devicesType: 'lighting' }, { q: 'x y' })).toBe(
    '/plantcentralunits/P/lighting?q=x+y',
  )
})

test('only a hash that starts with a slash is a route', () => {
  expect(routeInHash('#/home?q=1')).toBe('/home?q=1')
  expect(routeInHash('#main')).toBe('/')
  expect(routeInHash('')).toBe('/')
})
