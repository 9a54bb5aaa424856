import { Agent, request } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApiClient, pollUntil } from '../support/api-client.ts'
import { type RunningNodes, startNodes } from '../support/running-nodes.ts'

/** Interval of the balancer's look at each node, and time for which a stopping node still serves. */
const lookEveryMs = 1_000
const drainSeconds = 3

let running: RunningNodes
let cookie: string

beforeAll(async () => {
  const unit = { type: 'logica', serial: '0A1B01', lamps: 6, enrolled: true, plant: 'hospital' as const }
  running = await startNodes({ count: 2, units: [unit], drainSeconds })
  cookie = (await createApiClient(running.url).signIn('installer')).cookie()
})
afterAll(() => running?.stop())

/** A balancer like any other: connections stay open, a node out of service gets nothing, and no call is repeated. */
const openBalancer = () => {
  const agent = new Agent({ keepAlive: true })
  const isInService = new Map(running.nodes.map(({ url }) => [url, true]))
  const look = async (url: string) =>
    isInService.set(
      url,
      await fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
  const looks = setInterval(() => void Promise.all(running.nodes.map(({ url }) => look(url))), lookEveryMs)
  let turn = 0
  const failures: string[] = []
  const served = new Map<string, number>()
  const call = (): Promise<void> =>
    new Promise((resolve) => {
      const inService = running.nodes.filter(({ url }) => isInService.get(url))
      const { url = '' } = inService[turn++ % inService.length] ?? {}
      const end = (result: string) => {
        if (result === '200') served.set(url, (served.get(url) ?? 0) + 1)
        else failures.push(`${url}: ${result}`)
        resolve()
      }
      const headers = { 'content-type': 'application/json', cookie }
      const outgoing = request(`${url}/api`, { method: 'POST', agent, headers }, (answer) => {
        answer.resume().on('end', () => end(String(answer.statusCode)))
      })
      outgoing.on('error', ({ message }) => end(message))
      outgoing.end(JSON.stringify({ action: 'getAllPlants' }))
    })
  return {
    call,
    failures,
    servedBy: (url: string) => served.get(url) ?? 0,
    isInService: (url: string) => isInService.get(url),
    close: () => {
      clearInterval(looks)
      agent.destroy()
    },
  }
}

it('no call is refused while one node after the other stops and comes back', async () => {
  const balancer = openBalancer()
  let isOver = false
  const loop = async () => {
    while (!isOver) {
      await balancer.call()
      // Below the limits of an account.
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  const loops = Array.from({ length: 4 }, loop)
  try {
    for (const node of running.nodes) {
      await pollUntil('both in service', () => running.nodes.every(({ url }) => balancer.isInService(url)))
      const before = balancer.servedBy(node.url)
      await pollUntil('calls of the node', () => balancer.servedBy(node.url) > before + 5)
      const startedAt = performance.now()
      await node.end('SIGTERM')
      expect(performance.now() - startedAt).toBeGreaterThan(drainSeconds * 1000)
      expect(balancer.isInService(node.url)).toBe(false)
      await node.start()
    }
  } finally {
    isOver = true
    await Promise.all(loops)
    balancer.close()
  }
  expect(balancer.failures).toEqual([])
})
