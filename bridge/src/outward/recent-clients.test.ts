import { expect, it } from 'vitest'
import { RecentClients } from './recent-clients.ts'

it('counts clients that read in the last minute or are notified, each once', () => {
  let nowMs = 0
  const clients = new RecentClients(
    () => new Date(nowMs),
    () => ['192.0.2.9', '192.0.2.1'],
  )
  expect([clients.count, clients.lastReadAgoS]).toEqual([2, null])
  clients.note('192.0.2.1')
  nowMs = 30_000
  clients.note('192.0.2.2')
  nowMs = 59_999
  expect([clients.count, clients.lastReadAgoS]).toEqual([3, 30])
  nowMs = 95_000
  expect([clients.count, clients.lastReadAgoS]).toEqual([2, 65])
})

it('has room for a limited number of addresses, the newest ones', () => {
  const clients = new RecentClients(() => new Date(0))
  for (let at = 0; at < 1_100; at++) clients.note(`client ${at}`)
  expect(clients.count).toBe(1_000)
})
