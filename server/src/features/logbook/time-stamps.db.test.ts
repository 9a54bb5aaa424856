import { randomUUID } from 'node:crypto'
import { verifyExport } from '@vigilux/contract/features/logbook/verify-export.ts'
import { webCrypto } from '@vigilux/contract/features/logbook/web-crypto.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { TimeStamp } from '../../ports/time-stamps.ts'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'
import { findRole } from '../members/index.ts'
import { addEntries, createExportFinder, createHeadStamper } from './index.ts'

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
let stampedHeads: string[]
let answer: (head: string) => Promise<TimeStamp | null>
const stampOf = (head: string): TimeStamp => ({
  token: Buffer.from(head).toString('base64'),
  authority: 'Authority',
  at: new Date('2026-03-02T09:00:00Z'),
})
beforeAll(async () => {
  plant = await openPlantWithUnit()
  plant.server.ports.timeStamps = {
    trusted: ['AAAA'],
    stamp: (head) => {
      stampedHeads.push(head)
      return answer(head)
    },
  }
})
beforeEach(async () => {
  stampedHeads = []
  answer = async (head) => stampOf(head)
  const { plantId, installer, server } = plant
  const [kind, at] = ['service' as const, new Date('2026-03-01T09:00:00Z')]
  await server.inTransaction(async (work) =>
    addEntries(work, [{ plantId, kind, at, by: installer, text: randomUUID() }]),
  )
})
afterAll(() => plant.server.stop())

const stamper = () => {
  const { server } = plant
  return createHeadStamper({ db: server.database.db, inTransaction: server.inTransaction, ports: server.ports })
}
const headNow = async (): Promise<string> => {
  const { head } = await plant.client.call('getLogbookState', { plantId: plant.plantId })
  return head.hash ?? ''
}
const exported = async (): Promise<{ text: string; timeStamp: unknown }> => {
  const { server, plantId } = plant
  const { database, inTransaction, ports } = server
  const find = createExportFinder({ db: database.db, inTransaction, ports, findRole })
  const { url } = await plant.client.call('exportLogbook', { plantId })
  const { lines } = await find(plant.installer, url.split('/').at(-1) ?? '')
  let text = ''
  for await (const line of lines) text += line
  return { text, timeStamp: (JSON.parse(text.split('\n')[0] ?? '') as { timeStamp: unknown }).timeStamp }
}
const verdictOf = async (text: string): Promise<string> => {
  const { keys } = await plant.client.call('getLogbookKeys', {})
  return (await verifyExport([Buffer.from(text)], keys, webCrypto(crypto.subtle))).verdict
}

it('a time stamp is signed in the export head and requested once', async () => {
  const head = await headNow()
  const { text, timeStamp } = await exported()
  expect(timeStamp).toEqual({ token: stampOf(head).token })
  expect(await verdictOf(text)).toBe('whole')
  expect(await verdictOf(text.replace(stampOf(head).token, stampOf('0').token))).toBe('forged')
  expect((await exported()).timeStamp).toEqual(timeStamp)
  expect(stampedHeads).toEqual([head])
})

it('a missing time stamp is requested again later and then kept', async () => {
  answer = async () => null
  const unstamped = await exported()
  expect(unstamped.timeStamp).toBeNull()
  expect(await verdictOf(unstamped.text)).toBe('whole')
  answer = async (head) => stampOf(head)
  expect((await exported()).timeStamp).not.toBeNull()
  expect(stampedHeads).toHaveLength(2)
})

it('simultaneous requests share one time stamp, across nodes too', async () => {
  const head = await headNow()
  let release: () => void = () => undefined
  const holding = new Promise<void>((resolve) => {
    release = resolve
  })
  answer = async (head) => {
    await holding
    return stampOf(head)
  }
  const [firstNode, secondNode] = [stamper(), stamper()]
  const all = [firstNode, firstNode, firstNode, secondNode].map((stampHead) => stampHead(plant.plantId, head))
  // Other calls continue while an authority is slow.
  expect(await headNow()).toBe(head)
  release()
  expect(new Set((await Promise.all(all)).map((one) => one?.token)).size).toBe(1)
  expect(stampedHeads).toHaveLength(2)
  const { rows } = await plant.server.database.pool.query('select * from logbook_time_stamp where head = $1', [head])
  expect(rows).toHaveLength(1)
})

it('the keys for verification include the trusted authorities', async () => {
  expect(await plant.client.call('getLogbookKeys', {})).toMatchObject({ authorities: ['AAAA'] })
})
