import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApiClient, createApiClient, pollUntil } from '../support/api-client.ts'
import { type RunningNodes, startNodes } from '../support/running-nodes.ts'

/** A token that is revoked on one node ends on the others. */
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
