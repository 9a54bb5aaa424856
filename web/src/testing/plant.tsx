import { createMemoryHistory } from '@tanstack/history'
import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import { emptyCounts } from '@vigilux/contract/features/plants/plant.rules.ts'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import type { ActionName } from '../shared/api/actions.ts'
import { actionKey } from '../shared/api/use-action.ts'
import { AnswerBoundary } from '../shared/feedback/AnswerBoundary.tsx'
import type { PlantDetails } from '../shared/plant/plant.ts'
import { quickQueries, renderWithTexts } from './render.tsx'
import { sampleAnswer } from './sample-answer.ts'

export const plantId = '00000000-0000-4000-8000-000000000001'
const since = '2026-03-02T09:00:00.000Z'

/** A connected unit without faults. */
export const unitWith = (change: Partial<CentralUnit> = {}): CentralUnit => ({
  cu_id: '0A1B2C',
  cu_type: 'imagined',
  type_name: 'Imagined',
  connection: 'connected',
  cu_connected: true,
  connection_since: since,
  last_seen: since,
  unknown_life_since: null,
  description: 'Main',
  cu_location: '',
  version: 1,
  cu_utc_offset: 60,
  clock_drift: 0,
  enabled: true,
  working: false,
  errors: [],
  warnings: [],
  findings: [],
  on_battery: false,
  inhibition: null,
  front: null,
  network: { state: 'completed', plant_code: null, found: 4, expected: 4 },
  lamps: {
    found: 4,
    present: 4,
    configured: 4,
    in_error: 0,
    on_battery: 0,
    inhibited: 0,
    emergency: 4,
    lighting: 0,
    sensors: 0,
  },
  versions: { interface: null, firmware: null, nube: null, porting: null },
  order_code: null,
  product_code: null,
  ...change,
})

const address = { country: 'IT', housenumber: '41', city: 'Merano', street: 'Corso', prov: '', cap: '' }

/** A Pro plant with one unit, as its installer administrator sees it. */
export const plantWith = (
  change: { plant?: Partial<PlantDetails['plant']>; units?: CentralUnit[] } = {},
): PlantDetails => ({
  plant: {
    plant_id: plantId,
    plantname: 'Hotel Bellavista',
    plant_type: 'pro',
    tier: 'pro',
    pro_expiry: null,
    address: { ...address, lat: null, long: null, positionBy: 'address' as const },
    timezone: 'Europe/Rome',
    role: 'installerAdministrator',
    condition: 'ok',
    result: 'unknown',
    units: { total: 1, connected: 1 },
    lamps: 4,
    counts: emptyCounts(),
    archived_at: null,
    favourite: false,
    attention: [],
    hasOwner: false,
    plant_users: [],
    owner: null,
    logo: null,
    notifications: true,
    version: 1,
    ...change.plant,
  },
  units: change.units ?? [unitWith()],
  commands: [],
  tests: [],
  servedAt: since,
})

type Call = { action: ActionName } & Record<string, unknown>
/** The server's answer to an action, now or later: its data, or a response. */
type Answers = (call: Call) => unknown

/**
 * Renders a part of a plant page in the open plant, with further params of its address. `calls` collects the calls to
 * the server.
 */
export async function renderInPlant(
  children: ReactNode,
  details: PlantDetails,
  answers: Answers = () => ({}),
  params: Record<string, string> = {},
) {
  const calls: Call[] = []
  vi.stubGlobal('fetch', async (_: string, init?: RequestInit) => {
    const call = JSON.parse(String(init?.body)) as Call
    calls.push(call)
    const answer = call.action === 'getPlantDetails' ? details : await answers(call)
    if (answer instanceof Response) return answer
    // Parts of an answer omitted by a test are empty.
    return Response.json({ data: { ...(sampleAnswer(call.action) as object), ...(answer as object) } })
  })
  const queries = quickQueries()
  queries.setQueryData(actionKey('getPlantDetails', { plantId }), details)
  // The signed-in person; forms store drafts for this person.
  queries.setQueryData(['session'], { userid: 'ada', name: 'Ada', language: 'en' })
  const page = <AnswerBoundary>{children}</AnswerBoundary>
  const root = createRootRoute()
  const route = createRoute({
    getParentRoute: () => root,
    path: ['/plant/$plantId', ...Object.keys(params)].join('/$'),
    component: () => page,
  })
  const history = createMemoryHistory({ initialEntries: [['/plant', plantId, ...Object.values(params)].join('/')] })
  const router = createRouter({ routeTree: root.addChildren([route]), history })
  return { ...(await renderWithTexts(<RouterProvider router={router as never} />, queries)), calls, queries, router }
}

/** A refusal as the server sends it. */
export const refusal = (error: string, details?: object): Response =>
  Response.json({ error, message: '', details, requestId: 'r1' }, { status: 409 })
