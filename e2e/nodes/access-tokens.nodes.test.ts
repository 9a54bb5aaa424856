import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApiClient, createApiClient, pollUntil } from '../support/api-client.ts'
import { type RunningNodes, startNodes } from '../support/running-nodes.ts'

/** A token revoked on one node ends on the others, and a bridge may use another node than its administrator. */
let runningNodes: RunningNodes
let urls: string[]
let installer: ApiClient

beforeAll(async () => {
  runningNodes = await startNodes({ count: 2, units: [] })
  urls = runningNodes.nodes.map((node) => node.url)
  installer = await createApiClient(urls[0] ?? '').signIn('installer')
})
afterAll(() => runningNodes?.stop())

it('a revoked token ends at once on another node, and its channel closes', async () => {
  const draft = { name: 'Energy board', scopes: ['read' as const], days: 1 }
  const { accessToken, token } = await installer.call('createAccessToken', { token: draft })
  const program = createApiClient(urls[1] ?? '', '', token)
  const channel = await program.realtime()
  await program.call('getAllPlants', {})
  await installer.call('revokeAccessToken', { tokenId: accessToken.id })
  expect(await program.refused('getAllPlants', {})).toMatchObject({ error: 'NOT_SIGNED_IN', status: 401 })
  await pollUntil('the channel to be closed', () => channel.closeCode() === 4401, 4_000)
})

it('a switch on one node reaches a bridge on another, and its report the screens of the first', async () => {
  const [plant] = (await installer.call('getAllPlants', {})).plants
  const plantId = plant?.plant_id ?? ''
  const { accessToken, token } = await installer.call('createPlantAccessToken', {
    plantId,
    token: { name: 'Building system', scopes: ['read'], days: 1 },
  })
  const tokenId = accessToken.id
  const bridge = createApiClient(urls[1] ?? '', '', token)
  const [bridgeChannel, screen] = [await bridge.realtime(), await installer.realtime()]
  await bridge.call('getPlantDetails', { plantId, socketId: bridgeChannel.socketId })
  await installer.call('getPlantDetails', { plantId, socketId: screen.socketId })
  const report = () =>
    bridge.call('reportOutwardConnections', {
      plantId,
      host: 'site-computer',
      version: '0.1.0',
      connections: [{ kind: 'mqtt', address: 'broker:1883', state: 'open', failure: null, prefix: 'homeassistant' }],
      units: [],
    })
  expect(await report()).toEqual({ off: [] })
  const changes = { plant_id: plantId, switched: false }
  await pollUntil('the report', () => screen.received('outwardConnections').length > 0)
  expect(screen.received('outwardConnections')).toEqual([changes])
  await installer.call('switchOutwardConnection', { plantId, tokenId, kind: 'mqtt', on: false })
  await pollUntil('the switch', () =>
    bridgeChannel.received('outwardConnections').some((data) => (data as typeof changes).switched),
  )
  expect(await report()).toEqual({ off: ['mqtt'] })
  await installer.call('revokePlantAccessToken', { plantId, tokenId })
  screen.close()
})
