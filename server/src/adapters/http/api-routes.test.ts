import Fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { registerApi } from './api-routes.ts'

test('passes on the idempotency key of the header if present', async () => {
  const calls = vi.fn(async () => ({}))
  const app = Fastify()
  const unsent = { isTooMuch: () => false, track: () => undefined }
  registerApi(app, { calls, sessions: { accountOf: () => null }, unsent: unsent as never })
  const send = (headers: Record<string, string>) =>
    app.inject({ method: 'POST', url: '/api', headers, payload: { action: 'saveRoom', name: 'Hall' } })
  await send({ 'idempotency-key': 'press-1' })
  await send({})
  expect(calls.mock.calls.map(([call]: unknown[]) => call)).toMatchObject([
    { action: 'saveRoom', input: { name: 'Hall' }, key: 'press-1' },
    { action: 'saveRoom', key: undefined },
  ])
})
