import { afterEach, expect, it } from 'vitest'
import { quietLog } from '../../testing/quiet-log.ts'
import { openMetricsServer } from './metrics-server.ts'

const token = 'x'.repeat(40)
let server: Awaited<ReturnType<typeof openMetricsServer>>
afterEach(() => server.close())

const open = async (settings: { token?: string } = {}, scrape = async () => 'vigilux_browsers 3\n') => {
  const config = { host: '127.0.0.1', port: 0, token: settings.token }
  server = await openMetricsServer({
    metrics: { scrape, contentType: 'text/plain; version=0.0.4; charset=utf-8' },
    config,
    log: quietLog(),
  })
  return server.url
}

it.each([
  ['no token', undefined, 401],
  ['the token without its scheme', token, 401],
  ['another token', `Bearer ${token}x`, 401],
  ['an empty token', 'Bearer ', 401],
  ['the token', `Bearer ${token}`, 200],
])('a request with %s is answered by %s: %i', async (_, authorization, status) => {
  const url = await open({ token })
  const answer = await fetch(url, authorization === undefined ? {} : { headers: { authorization } })
  expect(answer.status).toBe(status)
  expect((await answer.text()).includes('vigilux_browsers 3')).toBe(status === 200)
})

it('without a token, everybody on the loopback address may read', async () => {
  expect(await (await fetch(await open())).text()).toBe('vigilux_browsers 3\n')
})

it('serves nothing else', async () => {
  const url = await open()
  expect((await fetch(url.replace('/metrics', '/'))).status).toBe(404)
  expect((await fetch(url, { method: 'POST' })).status).toBe(404)
})

it('a scrape that fails is answered, and says nothing of the reason', async () => {
  const url = await open({}, () => Promise.reject(new Error('password is xyz')))
  const answer = await fetch(url)
  expect(answer.status).toBe(500)
  expect(await answer.text()).not.toContain('xyz')
})
