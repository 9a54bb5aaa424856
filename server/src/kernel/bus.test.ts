import { expect, it } from 'vitest'
import type { DeviceLink } from '../ports/device-link.ts'
import { createBus, nodeTopic } from './bus.ts'
import type { Log } from './log.ts'

it('ignores malformed messages and answers the next question', async () => {
  const published: { topic: string; text: string }[] = []
  const { promise: handler, resolve: onMessage } = Promise.withResolvers<Parameters<DeviceLink['onMessage']>[0]>()
  const link = { publish: async (topic: string, text: string) => void published.push({ topic, text }), onMessage }
  const bus = createBus({
    nodeId: 'a',
    link: link as unknown as Parameters<typeof createBus>[0]['link'],
    log: { warn: () => undefined } as unknown as Log,
    nodeLost: () => undefined,
  })
  const handle = await handler
  const received: unknown[] = []
  bus.receivesBroadcasts((broadcast) => received.push(broadcast))
  bus.receives('use', (_, body) => received.push(body))
  bus.answers('watch', (body) => ({ body }))
  const topics = ['bus/plant/p', 'bus/nodes/use', nodeTopic('a', 'watch'), nodeTopic('a', 'answer'), nodeTopic('a', '')]
  for (const topic of topics)
    for (const payload of ['', 'null', '1', '[]', '{', '{}', '"x"'])
      await handle({ topic, payload: Buffer.from(payload), retained: false })
  expect([received, published]).toEqual([[], []])
  const question = { id: '1', from: 'b', body: 'here?' }
  await handle({ topic: nodeTopic('a', 'watch'), payload: Buffer.from(JSON.stringify(question)), retained: false })
  const answer = JSON.stringify({ id: '1', body: { body: 'here?' } })
  expect(published).toEqual([{ topic: nodeTopic('b', 'answer'), text: answer }])
})
