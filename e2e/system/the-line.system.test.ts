import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiClient, createApiClient, pollUntil } from '../support/api-client.ts'
import { type RunningProduct, startProduct } from '../support/running-product.ts'

/** The flow of a new installer, from sign-up to the PDF, against real parts. */
let product: RunningProduct
let installer: ApiClient
let plantId: string

const email = 'walker@demo.vigilux.test'
const password = 'Aa1!aaaa'
const logica = { cuType: 'logica', cuId: '0B2311' }
const logicafm = { cuType: 'logicafm', cuId: '0F2A1' }

beforeAll(async () => {
  product = await startProduct({
    units: [
      { type: 'logica', serial: '0B2311', lamps: 24 },
      { type: 'logicafm', serial: '0F2A1', lamps: 992 },
    ],
  })
  installer = createApiClient(product.url)
})
afterAll(() => product?.stop())

const codeFor = (address: string) =>
  pollUntil('the code in the mail', async () => {
    const { mails } = (await (await installer.get('/dev/mail.json')).json()) as {
      mails: { to: string; subject: string }[]
    }
    return mails.find((mail) => mail.to === address)?.subject.match(/\d{6}/)?.[0]
  })

const enrol = async (unit: { cuType: string; cuId: string }, keys: string[]) => {
  const topic = `${unit.cuType}_${unit.cuId}`
  await pollUntil(`${topic} to connect`, async () => (await product.panelState(topic)).isConnected)
  await installer.call('saveCu', { plantId, ...unit })
  const { enrolment } = await installer.call('enrollCu', { plantId, topic })
  expect(enrolment.state).toBe('waiting')
  await pollUntil('the unit to ask for its keys', async () => (await product.panelState(topic)).enrolment === 'waiting')
  await product.panel(topic, 'press', { keys })
  return pollUntil('the outcome', async () => {
    const last = await installer.call('enrollCuAck', { plantId, topic })
    return last.enrolment.outcome
  })
}

describe('an installer', () => {
  it('signs up, confirms with the mailed code and waits for verification', async () => {
    await installer.auth('sign-up', {
      usertype: 'installer',
      kind: 'company',
      email: ` ${email.toUpperCase()} `,
      password,
      confirmation: password,
      name: 'Łukasz',
      surname: "D'Angelo",
      phone: '',
      businessname: 'Demo Impianti',
      piva: 'IT12345670017',
      address: { street: '', housenumber: '', prov: '', cap: '', city: 'Treviso', country: 'IT' },
      language: 'en',
      ageDeclared: true,
      termsAccepted: true,
      marketing: false,
      profiling: false,
      thirdparts: false,
    })
    await expect(installer.signIn(email, password)).rejects.toThrow('USER_NOT_CONFIRMED')
    await installer.auth('confirm', { email, code: await codeFor(email) })
    await installer.signIn(email, password)
    const { user } = await installer.call('getUserInfos', {})
    expect(user).toMatchObject({ email, usertype: 'installer', validation: 'pending', language: 'en' })
    expect(await installer.refused('getAllPlants', {})).toMatchObject({ error: 'ACCOUNT_SUSPENDED', status: 403 })
  })

  it('is verified by the national office and works at once in the same session', async () => {
    const office = await createApiClient(product.url).signIn('nto')
    const { users } = await office.call('getPendingUsers', {})
    const pending = users.find((user) => user.email === email)
    await office.call('updateUserValidation', { userId: pending?.userid ?? '', validation: 'verified' })
    expect((await installer.call('getAllPlants', {})).plants).toEqual([])
  })

  it('creates a plant once, however often the button is pressed', async () => {
    const plant = {
      plantname: 'Scuola Città',
      plant_type: 'pro' as const,
      timezone: 'Europe/Rome',
      address: {
        country: 'IT',
        street: 'Via Roma',
        housenumber: '12-14',
        city: 'Forlì',
        prov: 'FC',
        cap: '47121',
        lat: null,
        long: null,
      },
      owner: null,
    }
    const createdPlants = await Promise.all([1, 2].map(() => installer.call('savePlant', { plant }, 'press')))
    plantId = createdPlants[0]?.plant_id ?? ''
    expect(createdPlants[1]?.plant_id).toBe(plantId)
    for (const search of ['scuola citta', 'FORLI', 'via rom'])
      expect((await installer.call('getAllPlants', { search })).plants).toHaveLength(1)
    expect((await installer.call('getAllPlants', { search: 'nowhere' })).total).toBe(0)
  })

  it('enrols a unit by its keys and sees it connected', async () => {
    expect(await enrol(logica, ['SEL', 'OK'])).toBe('ok')
    const { units } = await installer.call('getUnitsDetails', { plantId })
    expect(units[0]).toMatchObject({ cu_id: '0B2311', connection: 'connected', cu_connected: true })
  })

  it('is limited to one unit by the Basic tier and unlimited by Pro', async () => {
    expect(await installer.refused('saveCu', { plantId, ...logicafm })).toMatchObject({
      error: 'UNIT_LIMIT_BASIC',
      status: 409,
    })
    const { grantPro } = await import('../../server/src/features/plants/index.ts')
    await grantPro(product.product().database.db, plantId, new Date(Date.now() + 86_400_000))
    expect(await enrol(logicafm, ['UP', 'DOWN'])).toBe('ok')
  })
})

describe('the lamps', () => {
  it('are found by the search and appear in a second browser within a second', async () => {
    const second = await createApiClient(product.url).signIn('nto')
    const channel = await second.realtime()
    await second.call('getPlantDetails', { plantId, socketId: channel.socketId })
    await installer.call('createNetwork', { plantId, topic: 'logica_0B2311' })
    await installer.call('createNetwork', { plantId, topic: 'logicafm_0F2A1', plant_code: 7 })
    await pollUntil(
      'all lamps in the plant',
      async () => (await installer.call('getLamps', { plantId })).total === 24 + 992,
    )
    // The server broadcasts a few lamps one by one. After many new lamps the browser reloads the list.
    const isEveryLampReported = ({ cuType, cuId }: { cuType: string; cuId: string }, count: number): boolean => {
      const cu = `${cuType}_${cuId}`
      const reportedLamps = channel.received('lamps').flatMap((event) => event.lamps as { cu: string; id: number }[])
      const fetches = channel.received('lampsReset').filter((event) => event.cu === cu)
      return (
        new Set(reportedLamps.filter((lamp) => lamp.cu === cu).map(({ id }) => id)).size === count || fetches.length > 0
      )
    }
    await pollUntil(
      'all lamps in the second browser',
      () => isEveryLampReported(logica, 24) && isEveryLampReported(logicafm, 992),
      1000,
    )
    expect((await second.call('getLamps', { plantId })).total).toBe(24 + 992)
    await pollUntil('the figures', () => channel.received('plantCounts').some((event) => event.lamps === 24 + 992))
    channel.close()
  })

  it('have the texts that people gave them', async () => {
    await installer.call('saveLampDescription', {
      plantId,
      lampDescInfo: { topic: 'logica_0B2311', addr: 3, description: 'Porta 12 💡', location: 'Piano 1' },
      version: (await installer.call('getLamp', { plantId, topic: 'logica_0B2311', addr: 3 })).lamp.version,
    })
    const { lamp } = await installer.call('getLamp', { plantId, topic: 'logica_0B2311', addr: 3 })
    expect(lamp).toMatchObject({ description: 'Porta 12 💡', location: 'Piano 1', id: 3 })
  })

  it('blink on request', async () => {
    const { command } = await installer.call('identifyLamp', { plantId, topic: 'logica_0B2311', addr: 3, seconds: 60 })
    await pollUntil('the lamp to blink', async () => {
      const { lamps } = (await product.panelState('logica_0B2311')) as {
        lamps: { addr: number; isBlinking: boolean }[]
      }
      return lamps.find((lamp) => lamp.addr === 3)?.isBlinking
    })
    await pollUntil('the answer', async () => {
      const { command: now } = await installer.call('getCommand', { plantId, commandId: command.id })
      return now.state === 'done'
    })
  })
})

describe('a functional test', () => {
  it('runs on chosen lamps with a reason for each failure', async () => {
    await product.panel('logica_0B2311', 'lamp-fault', { addr: 2, fault: 'lamp-failure' }).catch(() => undefined)
    const { test } = await installer.call('ftest', { plantId, topic: 'logica_0B2311', addr: [1, 2, 3] })
    expect(test.state).toBe('requested')
    const ended = await pollUntil('the end of the test', async () => {
      const report = await installer.call('getTestReport', { plantId, testId: test.id })
      return report.test.state === 'finished' && report
    })
    expect(ended.results.map((result) => result.lamp)).toEqual([1, 2, 3])
    expect(ended.test.passed + ended.test.failed + ended.test.notExecuted).toBe(3)
    expect(ended.results[2]).toMatchObject({ description: 'Porta 12 💡', location: 'Piano 1' })
  })

  it('runs on a whole unit, and only once at a time', async () => {
    const startOutcomes = await Promise.allSettled(
      [1, 2].map(() => installer.call('ftest', { plantId, topic: 'logicafm_0F2A1', addr: [] })),
    )
    const [started] = startOutcomes.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
    const refusals = startOutcomes.filter((start) => start.status === 'rejected')
    expect(refusals).toHaveLength(1)
    const testId = started?.test.id ?? ''
    const report = await pollUntil('every lamp to have its result', async () => {
      const now = await installer.call('getTestReport', { plantId, testId, pageSize: 25 })
      return now.test.state === 'finished' && now
    })
    expect(report.total).toBe(report.test.total)
    expect(report.results).toHaveLength(25)
    const failed = await installer.call('getTestReport', { plantId, testId, result: 'failed' })
    expect(failed.results.every((result) => result.reason !== null)).toBe(true)
  })

  it('is available as PDF in the language of the reader, for members only', async () => {
    const { tests } = await installer.call('getTests', { plantId })
    const testId = tests.find((test) => test.cu === 'logica_0B2311')?.id ?? ''
    const { report } = await installer.call('createReport', { plantId, testId, language: 'pl' })
    const ready = await pollUntil('the PDF', async () => {
      const { report: now } = await installer.call('getReport', { plantId, reportId: report.id })
      return now.state === 'ready' && now
    })
    const link = await installer.call('downloadReport', { plantId, reportId: report.id })
    const pdf = await installer.get(link.url)
    expect(ready.bytes).toBe(link.bytes)
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    const path = join(mkdtempSync(join(tmpdir(), 'vigilux-line-')), 'report.pdf')
    writeFileSync(path, Buffer.from(await pdf.arrayBuffer()))
    execFileSync('qpdf', ['--check', path], { stdio: 'pipe' })
    const text = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' })
    expect(text).toContain('Scuola Città')
    expect(text).toContain('Test funkcjonalny')
    expect(text).toContain('[U+1F4A1]')
    const { entries } = await installer.call('getAudit', { plantId, ofAction: 'downloadReport' })
    expect(entries).toMatchObject([{ action: 'downloadReport', result: 'ok' }])
    expect((await createApiClient(product.url).get(link.url)).status).toBe(401)
    const nonMember = await createApiClient(product.url).signIn('owner')
    expect((await nonMember.get(link.url)).status).toBe(403)
    expect(await nonMember.refused('downloadReport', { plantId, reportId: report.id })).toMatchObject({
      error: 'PLANT_NOT_FOUND',
    })
  })
})
