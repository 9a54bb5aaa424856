import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '@vigilux/contract/features/reports/report.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiClient, createApiClient, pollUntil } from '../support/api-client.ts'
import { type RunningProduct, startProduct } from '../support/running-product.ts'

/** Files as seen by a plant member, with healthy and with failing storage. */
let product: RunningProduct
let installer: ApiClient
let plantId: string
let testId: string
let root: string

beforeAll(async () => {
  product = await startProduct({
    units: [{ type: 'logica', serial: '0A1B01', lamps: 4, enrolled: true, plant: 'hospital' }],
  })
  root = join(product.config.dataDir, 'files')
  installer = await createApiClient(product.url).signIn('installer')
  const { plants } = await installer.call('getAllPlants', { search: 'camillo' })
  plantId = plants[0]?.plant_id ?? ''
  await pollUntil('the unit with its lamps', async () => {
    const { units } = await installer.call('getUnitsDetails', { plantId })
    return units[0]?.cu_connected && units[0].lamps.present > 0
  })
  const { test } = await installer.call('ftest', { plantId, topic: 'logica_0A1B01', addr: [] })
  testId = test.id
  await pollUntil('the test', async () => {
    const { test: now } = await installer.call('getTestReport', { plantId, testId })
    return now.state === 'finished'
  })
})
afterAll(() => product?.stop())

const createReport = async (): Promise<Report> => {
  const { report } = await installer.call('createReport', { plantId, testId, language: 'en' })
  return pollUntil('the end of the report', async () => {
    const { report: now } = await installer.call('getReport', { plantId, reportId: report.id })
    return (now.state === 'ready' || now.state === 'failed') && now
  })
}
/** The server creates a failed report again. */
const waitForSecond = ({ id: reportId }: Report) =>
  pollUntil('the report to be made again', async () => {
    const { report } = await installer.call('getReport', { plantId, reportId })
    return report.state === 'ready' && report.error === null
  })
const linkTo = (reportId: string) => installer.call('downloadReport', { plantId, reportId })
const fetchWith = (path: string, headers: Record<string, string>) =>
  fetch(product.url + path, { headers: { cookie: installer.cookie(), ...headers } })
const refusalOf = async (answer: Response) => ((await answer.json()) as { error: string }).error
const readiness = async () => {
  const answer = await installer.get('/readyz')
  const { ready, parts } = (await answer.json()) as { ready: boolean; parts: Record<string, object> }
  return { status: answer.status, ready, storage: parts.storage }
}
/** The folder of the contents, by name. */
const contents = () =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))

describe('a download', () => {
  it('has a safe name, is never shown inline or cached, and supports ranges', async () => {
    const { id } = await createReport()
    const link = await linkTo(id)
    const answer = await installer.get(link.url)
    const fileContent = Buffer.from(await answer.arrayBuffer())
    expect(fileContent).toHaveLength(link.bytes)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; filename=/),
      'content-length': String(link.bytes),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    })
    expect(answer.headers.get('content-disposition')).toContain(`filename*=UTF-8''${encodeURIComponent(link.name)}`)
    const part = await fetchWith(link.url, { range: 'bytes=5-9' })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 5-9/${link.bytes}`)
    expect(Buffer.from(await part.arrayBuffer()).equals(fileContent.subarray(5, 10))).toBe(true)
    expect((await fetchWith(link.url, { range: `bytes=${link.bytes}-` })).status).toBe(416)
    const otherRange = await fetchWith(link.url, { range: 'bytes=5-9', 'if-range': '"another"' })
    expect(otherRange.status).toBe(200)
  })

  it('is refused with an altered link or a link of another session', async () => {
    const [firstReport, other] = [await createReport(), await createReport()]
    const [link, otherLink] = [await linkTo(firstReport.id), await linkTo(other.id)]
    const [, ...signature] = link.url.split('.')
    const changed = [otherLink.url.split('.')[0], ...signature].join('.')
    expect(await refusalOf(await installer.get(changed))).toBe('FILE_LINK_INVALID')
    const otherInstaller = await createApiClient(product.url).signIn('installer')
    expect(await refusalOf(await otherInstaller.get(link.url))).toBe('FILE_LINK_INVALID')
    expect((await installer.get(link.url)).status).toBe(200)
  })
})

describe('a broken storage', () => {
  it('is reported while everything else works, and recovers without a restart', async () => {
    const { id } = await createReport()
    const link = await linkTo(id)
    renameSync(root, `${root}-elsewhere`)
    expect(await refusalOf(await installer.get(link.url))).toBe('STORAGE_UNAVAILABLE')
    const failed = await createReport()
    expect(failed).toMatchObject({ state: 'failed', error: 'STORAGE_UNAVAILABLE' })
    await pollUntil('the storage to be named', async () => {
      const { storage, ready, status } = await readiness()
      return ready && status === 200 && JSON.stringify(storage) === '{"ok":false,"reason":"away"}'
    })
    expect((await installer.call('getUnitsDetails', { plantId })).units).toHaveLength(1)
    renameSync(`${root}-elsewhere`, root)
    await pollUntil('the storage to be back', async () => JSON.stringify((await readiness()).storage) === '{"ok":true}')
    expect((await installer.get(link.url)).status).toBe(200)
    await waitForSecond(failed)
  })

  it('that rejects writes keeps no partial file', async () => {
    const before = contents()
    renameSync(join(root, '.parts'), join(root, '.parts-elsewhere'))
    writeFileSync(join(root, '.parts'), 'no folder')
    const failed = await createReport()
    expect(failed).toMatchObject({ state: 'failed', error: 'STORAGE_UNAVAILABLE' })
    expect(contents().filter((path) => !path.endsWith('.parts'))).toEqual(before)
    renameSync(join(root, '.parts'), join(root, '.no-folder'))
    renameSync(join(root, '.parts-elsewhere'), join(root, '.parts'))
    await waitForSecond(failed)
  })

  it('with altered content does not deliver it', async () => {
    const before = new Set(contents())
    const { id } = await createReport()
    const link = await linkTo(id)
    const path = contents().find((one) => !before.has(one)) ?? ''
    const content = readFileSync(path)
    writeFileSync(path, Buffer.concat([content.subarray(0, -4), Buffer.from('EVIL')]))
    const answer = await installer.get(link.url)
    expect([answer.status, await refusalOf(answer)]).toEqual([500, 'FILE_DAMAGED'])
    writeFileSync(path, content)
    expect((await installer.get(link.url)).status).toBe(200)
  })
})
