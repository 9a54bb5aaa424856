import { expect, it, vi } from 'vitest'
import { createLostNodeFollowUp } from './lost-node.ts'

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

it('report requests are retried until the database is back', async () => {
  const enqueue = vi.fn(async () => true)
  enqueue
    .mockRejectedValueOnce(new Error('connect ECONNREFUSED'))
    .mockRejectedValueOnce(new Error('could not write init file'))
  await createLostNodeFollowUp({ enqueue }, log, 1)('534c1e4b')
  expect(enqueue).toHaveBeenCalledTimes(3)
  expect(enqueue).toHaveBeenLastCalledWith(null, 'units.askReports', {}, { singletonKey: '534c1e4b' })
})
