import { unitTypes } from '@vigilux/device-plane/registry.ts'
import { expect, it, vi } from 'vitest'
import { createReportRequester } from './request-reports.ts'

const unit = 'logica_0A1B01'
const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const now = () => new Date('2031-01-01T00:00:00.000Z')

it('a report request is retried after a broker failure', async () => {
  const publish = vi.fn<() => Promise<void>>(async () => undefined)
  publish.mockRejectedValueOnce(new Error('no connection to the MQTT broker'))
  createReportRequester({ types: unitTypes, publish, now, log, retryAfterMs: 1 })(unit)
  await vi.waitFor(() => expect(publish).toHaveBeenCalledTimes(2))
  expect(publish).toHaveBeenLastCalledWith(`v1/${unit}/down/command`, expect.stringContaining('refresh'))
})

it('a report request is valid for a unit with a clock years ahead', async () => {
  const published: string[] = []
  const publish = async (_topic: string, payload: string) => void published.push(payload)
  createReportRequester({ types: unitTypes, publish, now, log })(unit)
  await vi.waitFor(() => expect(published).toHaveLength(1))
  expect(JSON.parse(published[0] ?? '')).toMatchObject({ exp: expect.stringMatching(/^2040-12-/) })
})
