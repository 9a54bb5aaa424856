import type { DemoPlant, DemoState } from '@vigilux/contract/demo.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiClient, createApiClient, pollUntil } from '../support/api-client.ts'
import { type RunningProduct, startProduct } from '../support/running-product.ts'

/** Controls of a demo visitor, and of nobody outside the demo. */
const [unit, foreignUnit] = ['logica_0A1B01', 'logica_0A1B02']
let product: RunningProduct
let installer: ApiClient
let plantId: string
let foreignPlantId: string

beforeAll(async () => {
  product = await startProduct({
    units: [
      { type: 'logica', serial: '0A1B01', lamps: 12, enrolled: true, plant: 'hospital' },
      { type: 'logica', serial: '0A1B02', lamps: 4, enrolled: true, plant: 'hotel' },
    ],
  })
  installer = await createApiClient(product.url).signIn('installer')
  const plantOf = async (search: string) => (await installer.call('getAllPlants', { search })).plants[0]?.plant_id ?? ''
  plantId = await plantOf('San Camillo')
  foreignPlantId = await plantOf('Bellavista')
  await pollUntil('all lamps', async () => (await installer.call('getLamps', { plantId })).lamps.length === 12)
})
afterAll(() => product?.stop())

const answerOf = async <T>(answer: Response) => {
  const body = (await answer.json()) as { data: T; error?: string }
  return { status: answer.status, data: body.data, error: body.error }
}
const setSpeed = async (speed: unknown, client = createApiClient(product.url)) =>
  answerOf<{ speed: number }>(await client.post('/dev/demo/speed', { speed }))
const control = async (body: object, client = installer) =>
  answerOf<DemoPlant>(await client.post('/dev/demo/control', { plantId, ...body }))
const counts = async () => (await installer.call('getPlantDetails', { plantId })).plant.counts

describe('the list of demo accounts', () => {
  it('is public and states what each account sees', async () => {
    const { data } = await answerOf<DemoState>(await createApiClient(product.url).get('/dev/demo'))
    expect(data).toMatchObject({ speed: 600, password: 'Demo-1234!' })
    const peopleByName = Object.fromEntries(data.people.map((person) => [person.email.split('@')[0], person]))
    expect(peopleByName).toMatchObject({
      installer: { role: 'installerAdministrator', suspended: false },
      readonly: { role: 'installerReadOnly' },
      delegate: { role: 'clientStaff' },
      nto: { usertype: 'admin', scope: 'nto', role: null },
      suspended: { suspended: true, plants: 0 },
    })
    expect(peopleByName.installer?.plants).toBeGreaterThan(1)
    for (const { email } of data.people) await createApiClient(product.url).signIn(email, data.password)
  })

  it('is announced with the session answer and with the page', async () => {
    expect((await installer.get('/api/auth/get-session')).headers.get('x-vigilux-demo')).toBe('yes')
    expect((await installer.get('/')).headers.get('server-timing')).toBe('demo')
  })
})

describe('the speed', () => {
  it.each([1, 3_600])('%s is accepted and visible to all callers', async (speed) => {
    expect(await setSpeed(speed)).toMatchObject({ status: 200, data: { speed } })
    expect((await answerOf<DemoState>(await installer.get('/dev/demo'))).data.speed).toBe(speed)
    expect((await answerOf(await installer.get('/dev/demo/speed'))).data).toEqual({ speed })
  })

  it.each([0, 3_601, -1, '60', null])('%s is refused without any change', async (speed) => {
    await setSpeed(60)
    expect(await setSpeed(speed)).toMatchObject({ status: 400, error: 'INVALID_INPUT' })
    expect((await answerOf(await installer.get('/dev/demo/speed'))).data).toEqual({ speed: 60 })
  })

  it('does not affect the clock of the server', async () => {
    await setSpeed(3_600)
    const [before, startedAt] = [Date.now(), performance.now()]
    const served = async () => Date.parse((await installer.call('getPlantDetails', { plantId })).servedAt)
    const first = await served()
    await pollUntil('some time to pass', () => performance.now() - startedAt > 500)
    const passed = (await served()) - first
    // At this speed the estate has passed half an hour meanwhile.
    expect(passed).toBeLessThan(60_000)
    expect(Math.abs(first - before)).toBeLessThan(60_000)
  })

  it('is rate limited after a hundred changes at once', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => setSpeed(600)))
    const refusedAnswers = answers.filter(({ status }) => status === 429)
    expect(refusedAnswers.length).toBeGreaterThan(10)
    expect(refusedAnswers[0]).toMatchObject({ error: 'TOO_MANY_REQUESTS' })
    await pollUntil('another turn', async () => (await setSpeed(600)).status === 200)
  })
})

describe('the controls of a plant', () => {
  const retryControl = async (body: object, client = installer) =>
    pollUntil('an answer', async () => {
      const answer = await control(body, client)
      return answer.status !== 429 && answer
    })

  it('require the permission to send commands', async () => {
    const cutInput = { control: 'mains', topic: unit, on: false }
    const controlAs = async (name: string) => retryControl(cutInput, await createApiClient(product.url).signIn(name))
    expect(await retryControl(cutInput, createApiClient(product.url))).toMatchObject({
      status: 401,
      error: 'NOT_SIGNED_IN',
    })
    for (const name of ['readonly', 'owner', 'delegate'])
      expect(await controlAs(name)).toMatchObject({ status: 403, error: 'NOT_ALLOWED' })
    expect(await controlAs('basic')).toMatchObject({ status: 404, error: 'PLANT_NOT_FOUND' })
    expect(await controlAs('suspended')).toMatchObject({ status: 403, error: 'ACCOUNT_SUSPENDED' })
    expect((await product.panelState(unit)).isOnBattery).toBe(false)
  })

  it('never reach a unit of another plant', async () => {
    for (const body of [
      { control: 'mains', topic: foreignUnit, on: false },
      { control: 'break', topic: foreignUnit, addr: 1 },
      { control: 'battery', topic: foreignUnit, addr: 1 },
    ])
      expect(await retryControl(body)).toMatchObject({ status: 404, error: 'UNIT_NOT_FOUND' })
    const { isOnBattery, lamps } = (await product.panelState(foreignUnit)) as {
      isOnBattery: boolean
      lamps: { faults: string[] }[]
    }
    expect(isOnBattery).toBe(false)
    expect(lamps.flatMap(({ faults }) => faults)).toEqual([])
  })

  it('are visible to members only', async () => {
    const readPlant = async (id: string, client: ApiClient) =>
      answerOf<DemoPlant>(await client.get(`/dev/demo/plants/${id}`))
    expect(await readPlant(plantId, installer)).toMatchObject({ data: { mayControl: true, units: [{ topic: unit }] } })
    const reader = await createApiClient(product.url).signIn('readonly')
    expect(await readPlant(plantId, reader)).toMatchObject({ data: { mayControl: false } })
    const nonMember = await createApiClient(product.url).signIn('basic')
    expect(await readPlant(foreignPlantId, nonMember)).toMatchObject({ error: 'PLANT_NOT_FOUND' })
    expect(await readPlant(plantId, createApiClient(product.url))).toMatchObject({ error: 'NOT_SIGNED_IN' })
    expect(await readPlant('no-plant', installer)).toMatchObject({ error: 'INVALID_INPUT' })
  })

  it('cut the mains: the lamps are in emergency until it is restored', async () => {
    expect(await retryControl({ control: 'mains', on: false })).toMatchObject({
      data: { units: [{ isOnBattery: true }] },
    })
    await pollUntil('lamps on battery', async () => (await counts()).emergency > 0)
    const powerCut = await installer.call('getPowerCut', { plantId })
    expect(powerCut.lamps).toBeGreaterThan(0)
    expect(powerCut.since).not.toBeNull()
    expect(await retryControl({ control: 'mains', topic: unit, on: true })).toMatchObject({
      data: { units: [{ isOnBattery: false }] },
    })
    await pollUntil('lamps on mains', async () => (await counts()).emergency === 0)
  })

  it('break a lamp, repair it and give it a new battery', async () => {
    const brokenUnit = await retryControl({ control: 'break', topic: unit })
    const { addr } = brokenUnit.data.chosen ?? { addr: 0 }
    expect(brokenUnit.data.units[0]?.broken).toEqual([{ addr, isBattery: false }])
    const errorsOf = async () =>
      (await installer.call('getLamps', { plantId })).lamps.find(({ id }) => id === addr)?.errors ?? []
    await pollUntil('the fault', async () => (await errorsOf()).length > 0)
    await retryControl({ control: 'repair', topic: unit, addr })
    await pollUntil('the repair', async () => (await errorsOf()).length === 0)
    await product.panel(unit, 'lamp-fault', { addr, faults: ['battery_low_voltage'] })
    await pollUntil('the bad battery', async () => (await errorsOf()).length > 0)
    await retryControl({ control: 'battery', topic: unit, addr })
    await pollUntil('the new battery', async () => (await errorsOf()).length === 0)
  })

  it.each([
    ['no control', { control: 'explode' }, 'INVALID_INPUT'],
    ['no unit', { control: 'repair', addr: 1 }, 'INVALID_INPUT'],
    ['more than is asked', { control: 'mains', on: true, speed: 1 }, 'INVALID_INPUT'],
    ['a lamp that is not there', { control: 'repair', topic: unit, addr: 500 }, 'LAMP_NOT_FOUND'],
    ['too much', { control: 'mains', on: true, plantname: 'x'.repeat(2_000) }, 'PAYLOAD_TOO_LARGE'],
  ])('refuse %s', async (_, body, error) => {
    expect(await retryControl(body)).toMatchObject({ error })
  })

  it('refuse requests from a foreign site', async () => {
    const answer = await fetch(`${product.url}/dev/demo/control`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: installer.cookie(), origin: 'https://elsewhere.test' },
      body: JSON.stringify({ plantId, control: 'mains', on: false }),
    })
    expect(await answerOf(answer)).toMatchObject({ status: 403, error: 'FOREIGN_ORIGIN' })
  })
})

it('a server without the demo has no demo endpoints and does not announce a demo', async () => {
  await product.restart()
  for (const path of ['/dev/demo', '/dev/demo/speed', `/dev/demo/plants/${plantId}`, `/dev/panel/${unit}`, '/dev/mail'])
    expect((await installer.get(path)).status, path).toBe(404)
  for (const path of ['/dev/demo/speed', '/dev/demo/control', `/dev/panel/${unit}/mains`])
    expect((await installer.post(path, { speed: 60, on: false })).status, path).toBe(404)
  const answer = await installer.get('/api/auth/get-session')
  expect(answer.status).toBe(200)
  expect(answer.headers.has('x-vigilux-demo')).toBe(false)
  expect((await installer.get('/')).headers.has('server-timing')).toBe(false)
})
