import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import type { ActionInput, ActionName, ActionOutput } from '@vigilux/contract/actions.ts'
import type { openApiDocument } from '@vigilux/contract/openapi.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { plantChange, plantDraft } from '../../server/src/testing/plant-draft.ts'
import { type ApiClient, createApiClient, pollUntil } from '../support/api-client.ts'
import { type RunningProduct, startProduct } from '../support/running-product.ts'

/** Programs use the API with tokens alone, over HTTP and the channel, and stop when their tokens end. */
let product: RunningProduct
let installer: ApiClient
let plantId: string

const unit = { cuType: 'logica', cuId: '0B2311' }
const topic = 'logica_0B2311'
/** A token must end everywhere within two seconds; the rest is the time of the requests on a busy machine. */
const endsWithinMs = 4_000

type Scopes = ('read' | 'operate' | 'configure')[]
const create = (scopes: Scopes = ['read'], plantIds: string[] | null = null) =>
  installer.call('createAccessToken', { token: { name: 'Energy board', scopes, days: 30, plantIds } })
const createOfPlant = (by = installer) =>
  by.call('createPlantAccessToken', { plantId, token: { name: 'Night round', scopes: ['operate'], days: 1 } })
const programWith = (token: string) => createApiClient(product.url, '', token)
const firstMessage = (token: string) => ({ action: 'authenticate', data: { token } })
const newPlant = async (name: string) => (await installer.call('savePlant', { plant: plantDraft(name) })).plant_id

beforeAll(async () => {
  product = await startProduct({ units: [{ type: 'logica', serial: '0B2311', lamps: 4 }] })
  installer = await createApiClient(product.url).signIn('installer')
  await installer.call('saveDisclaimerPhoto', {})
  plantId = await newPlant('Harbour hall')
})
afterAll(() => product?.stop())

type Operation = { requestBody: { content: { 'application/json': { schema: { properties: { action: object } } } } } }

/**
 * A client made from the OpenAPI document: it knows paths, names of actions and the security scheme from there alone.
 */
const generateClient = async (token: string) => {
  const document = (await (await fetch(`${product.url}/api/docs/openapi.json`)).json()) as ReturnType<
    typeof openApiDocument
  >
  const { type, scheme } = document.components.securitySchemes.token
  const operations = Object.entries(document.paths as Record<string, { post: Operation & { security: object[] } }>)
  return {
    async call<N extends ActionName>(operationId: N, input: ActionInput<N>): Promise<ActionOutput<N>> {
      const [path = '', { post } = { post: null }] = operations.find(([name]) => name.endsWith(`#${operationId}`)) ?? []
      expect([type, post?.security.some((one) => 'token' in one)]).toEqual(['http', true])
      const answer = await fetch(product.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `${scheme} ${token}` },
        body: JSON.stringify({
          action: Object.values(post?.requestBody.content['application/json'].schema.properties.action ?? {})[0],
          ...input,
        }),
      })
      const body = (await answer.json()) as { data: ActionOutput<N>; error?: string }
      if (body.error) throw new Error(`${operationId}: ${body.error}`)
      return body.data
    },
  }
}

it('a client from the OpenAPI document goes from the plant to the PDF with a token alone', async () => {
  const { accessToken, token } = await create(['operate', 'configure'])
  const client = await generateClient(token)
  const { plant_id: id } = await client.call('savePlant', { plant: plantDraft('Made by a program') })
  const of = { plantId: id, topic }
  await pollUntil('the unit to connect', async () => (await product.panelState(topic)).isConnected)
  await client.call('saveCu', { plantId: id, ...unit })
  await client.call('enrollCu', of)
  await pollUntil('the unit to ask for its keys', async () => (await product.panelState(topic)).enrolment === 'waiting')
  await product.panel(topic, 'press', { keys: ['SEL', 'OK'] })
  const outcomeOf = async () => (await client.call('enrollCuAck', of)).enrolment.outcome
  expect(await pollUntil('the outcome', outcomeOf)).toBe('ok')
  await client.call('createNetwork', of)
  await pollUntil('all lamps', async () => (await client.call('getLamps', { plantId: id })).total === 4)
  const testId = (await client.call('ftest', { ...of, addr: [1, 2] })).test.id
  await pollUntil('the end of the test', async () => {
    const { test } = await client.call('getTestReport', { plantId: id, testId })
    return test.state === 'finished'
  })
  const { report } = await client.call('createReport', { plantId: id, testId, language: 'en' })
  const ofReport = { plantId: id, reportId: report.id }
  await pollUntil('the PDF', async () => (await client.call('getReport', ofReport)).report.state === 'ready')
  const { url } = await client.call('downloadReport', ofReport)
  const pdf = await programWith(token).get(url)
  expect(Buffer.from(await pdf.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-')
  expect((await installer.get(url)).status).toBe(403)
  const { entries } = await installer.call('getAudit', { plantId: id })
  expect(new Set(entries.map((entry) => entry.token?.name))).toEqual(new Set(['Energy board']))
  expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(['savePlant', 'ftest', 'createReport']))
  const { tokens } = await installer.call('getAccessTokens', {})
  expect(tokens.find((one) => one.id === accessToken.id)?.lastUsedAt).not.toBeNull()
}, 300_000)

describe('a program', () => {
  it('is refused beyond its scope, on accounts and with sign-in, over HTTP and the channel', async () => {
    const { token } = await create()
    const program = programWith(token)
    const channel = await program.realtime()
    const refusals: [ActionName, object][] = [
      ['saveCu', { plantId, ...unit }],
      ['getUserInfos', {}],
      ['createAccessToken', { token: { name: 'More', scopes: ['read'], days: 1 } }],
      ['invitaCollab', { plantId }],
      ['abilitaPro', { plantId, code: '1' }],
      ['signLogbook', { plantId }],
      ['removePlant', { plantId }],
    ]
    for (const [action, input] of refusals) {
      expect(await program.refused(action, { ...input })).toMatchObject({ error: 'NOT_ALLOWED', status: 403 })
      channel.send({ action, id: action, data: input })
      const answer = await channel.next(({ id }) => id === action)
      expect(answer.data).toMatchObject({ error: 'NOT_ALLOWED', status: 403 })
    }
    channel.close()
    const signIn = await program.post('/api/auth/sign-in', { email: 'installer@demo.vigilux.test', password: 'x' })
    expect([signIn.status, (await program.get('/api/auth/get-session')).status]).toEqual([403, 403])
  })

  it.each(['header', 'first message'])('opens the channel by its %s and watches a plant', async (way) => {
    const { token } = await create(['configure'])
    const program = programWith(token)
    const channel = await program.realtime(way === 'header' ? undefined : firstMessage(token))
    await program.call('getPlantDetails', { plantId, socketId: channel.socketId })
    await expect(installer.call('getPlantDetails', { plantId, socketId: channel.socketId })).rejects.toThrow(
      'NOT_FOUND',
    )
    const { version } = (await installer.call('getPlantDetails', { plantId })).plant
    await installer.call('updatePlant', { plantId, plant: plantChange('Harbour hall'), version })
    await pollUntil('the event', () => channel.received('updatePlant').length > 0)
    channel.send({ action: 'getUnitsDetails', id: 'read', data: { plantId } })
    expect((await channel.next(({ id }) => id === 'read')).data).toHaveProperty('units')
    channel.close()
  })

  it('is refused a channel by a wrong first message', async () => {
    const { token } = await create()
    for (const message of [firstMessage(`${token.slice(0, -1)}_`), { action: 'getAllPlants', data: {} }, 'text', null])
      expect((await programWith('').realtime(message)).closeCode()).toBe(4401)
  })
})

describe('a request', () => {
  const readPlants = JSON.stringify({ action: 'getAllPlants' })
  const ask = (headers: Record<string, string>, query = '') =>
    fetch(`${product.url}/api${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: readPlants,
    })

  it('is judged by its token alone, from any page', async () => {
    const { token } = await create()
    const authorization = `Bearer ${token}`
    const cookie = installer.cookie()
    const altered = `Bearer ${token.slice(0, 10)}${token[10] === 'x' ? 'y' : 'x'}${token.slice(11)}`
    expect((await ask({ authorization })).status).toBe(200)
    expect((await ask({ authorization, origin: 'https://elsewhere.test' })).status).toBe(200)
    expect((await ask({ cookie, origin: 'https://elsewhere.test' })).status).toBe(403)
    expect((await ask({ cookie })).status).toBe(200)
    expect((await ask({ cookie, authorization: altered })).status).toBe(401)
    expect((await ask({}, `?token=${token}&access_token=${token}`)).status).toBe(401)
    const refused = await ask({ authorization: altered })
    expect(await refused.json()).toMatchObject({ error: 'NOT_SIGNED_IN', message: expect.stringMatching(/\w+ \w+/) })
  })

  it('with an invalid token is refused even what is public', async () => {
    expect(await programWith('vgx_wrong').refused('getLimits', {})).toMatchObject({ error: 'NOT_SIGNED_IN' })
    await createApiClient(product.url).call('getLimits', {})
  })

  it('with two tokens is refused', async () => {
    const { token } = await create()
    // Straight to a node: a balancer may forward one header alone.
    const { port } = product.product().app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    const head = ['POST /api HTTP/1.1', 'host: localhost', 'content-type: application/json', 'connection: close']
    const tokens = [`authorization: Bearer ${token}`, `Authorization: Bearer ${token}`]
    socket.write(`${[...head, ...tokens, `content-length: ${readPlants.length}`].join('\r\n')}\r\n\r\n${readPlants}`)
    const chunks: Buffer[] = []
    for await (const chunk of socket) chunks.push(chunk as Buffer)
    expect(String(Buffer.concat(chunks))).toMatch(/^HTTP\/1\.1 401 /)
  })

  it('makes tokens only up to the call limit', async () => {
    const other = await createApiClient(product.url).signIn('owner')
    // Each of two nodes may allow 60.
    const answers = await Promise.all(
      Array.from({ length: 200 }, () =>
        other.refused('createAccessToken', { token: { name: '', scopes: ['read'], days: 1 } }),
      ),
    )
    expect(answers.filter(({ error }) => error === 'TOO_MANY_REQUESTS').length).toBeGreaterThanOrEqual(80)
    expect((await other.call('getAccessTokens', {})).tokens).toEqual([])
  })
})

describe('a token that ends', () => {
  const expectEnd = async (end: () => Promise<unknown>, token: string) => {
    const program = programWith(token)
    const channels = [await program.realtime(), await programWith('').realtime(firstMessage(token))]
    await program.call('getUnitsDetails', { plantId })
    await end()
    expect(await program.refused('getUnitsDetails', { plantId })).toMatchObject({ error: 'NOT_SIGNED_IN', status: 401 })
    const areClosed = () => channels.every((channel) => channel.closeCode() === 4401)
    await pollUntil('both channels to be closed', areClosed, endsWithinMs)
    const socket = new WebSocket(`${product.url.replace('http', 'ws')}/realtime`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect((await once(socket, 'close'))[0]).toBe(4401)
  }

  it('by its revocation closes its channels at once', async () => {
    const { accessToken, token } = await create()
    await expectEnd(() => installer.call('revokeAccessToken', { tokenId: accessToken.id }), token)
  })

  it('without a message to the nodes closes its channels too', async () => {
    const { accessToken, token } = await create()
    const { pool } = product.product().database
    const expire = 'update access_token set made_at = made_at - $2::interval, expires_at = now() where id = $1'
    await expectEnd(() => pool.query(expire, [accessToken.id, '1 day']), token)
  })

  it('because its maker left the plant leaves the own token of the maker outside of it', async () => {
    const colleague = await createApiClient(product.url).signIn('staff')
    const { user } = await colleague.call('getUserInfos', {})
    const { pool } = product.product().database
    await pool.query(
      `insert into plant_member (plant_id, user_id, role, since) values ($1, $2, 'installerAdministrator', now())`,
      [plantId, user.userid],
    )
    const { token } = await createOfPlant(colleague)
    const own = await colleague.call('createAccessToken', { token: { name: 'Own', scopes: ['read'], days: 1 } })
    await expectEnd(() => installer.call('rimuoviCollab', { plantId, userId: user.userid }), token)
    const refusal = await programWith(own.token).refused('getUnitsDetails', { plantId })
    expect(refusal).toMatchObject({ error: 'PLANT_NOT_FOUND', status: 404 })
    const { tokens } = await installer.call('getPlantAccessTokens', { plantId })
    expect(tokens.map(({ end }) => end?.reason)).toContain('makerLeft')
  })

  it('in the middle of an upload stores nothing', async () => {
    const { accessToken, token } = await create(['configure'])
    const program = programWith(token)
    const bytes = 200_000
    const { url } = await program.call('uploadAttachment', { plantId, category: 'photo', bytes })
    const socket = connect(Number(new URL(product.url).port), '127.0.0.1')
    await once(socket, 'connect')
    const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n'
    const [body, end] = [part + 'x'.repeat(bytes), '\r\n--b--\r\n']
    const head = [
      `POST ${url} HTTP/1.1`,
      'host: localhost',
      'connection: close',
      `authorization: Bearer ${token}`,
      'content-type: multipart/form-data; boundary=b',
      `content-length: ${body.length + end.length}`,
    ]
    let answer = ''
    socket.on('data', (data) => {
      answer += String(data)
    })
    socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 100_000)}`)
    await new Promise((resolve) => setTimeout(resolve, 500))
    await installer.call('revokeAccessToken', { tokenId: accessToken.id })
    socket.write(body.slice(100_000) + end)
    await pollUntil('the answer', () => answer.includes('NOT_SIGNED_IN'))
    expect(answer).toMatch(/^HTTP\/1\.1 401 /)
    socket.destroy()
    expect((await installer.call('getAttachments', { plantId })).attachments).toEqual([])
  })
})
