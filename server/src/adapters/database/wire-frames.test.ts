import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type WireBatch, WireFrames } from './wire-frames.ts'

function message(type: string, body: string): Buffer {
  const bytes = Buffer.from(`${type}....${body}`, 'latin1')
  bytes.writeUInt32BE(bytes.length - 1, 1)
  return bytes
}

function request(code: number, body = ''): Buffer {
  const bytes = Buffer.from(`........${body}`, 'latin1')
  bytes.writeUInt32BE(bytes.length, 0)
  bytes.writeUInt32BE(code, 4)
  return bytes
}

const startup = request(196_608, 'user\0postgres\0\0')

const outline = (batch: WireBatch) =>
  'bytes' in batch
    ? `${batch.kind}:${Buffer.from(batch.bytes)
        .toString('latin1')
        .replace(/[^A-Z]/g, '')}`
    : batch.kind

const session = Buffer.concat([
  request(80_877_103),
  startup,
  message('Q', 'select'),
  ...['P', 'B', 'D', 'E', 'S'].map((type) => message(type, '')),
  message('P', 'x'.repeat(300)),
  message('H', ''),
  message('S', ''),
  message('X', ''),
])
const expected = ['ssl', 'startup:', 'messages:Q', 'messages:PBDES', 'messages:PH', 'messages:S', 'messages:X']

test('a query and its parameters stay one piece up to the Sync, however the network cuts them', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: session.length })), (cuts) => {
      const frames = new WireFrames()
      const edges = [0, ...cuts.toSorted((a, b) => a - b), session.length]
      const batches = edges.flatMap((edge, i) => frames.push(session.subarray(edge, edges[i + 1] ?? session.length)))
      expect(batches.map(outline)).toEqual(expected)
    }),
  )
})

test('only a Sync or a simple query lets other sessions in, and Terminate ends the session', () => {
  const frames = new WireFrames()
  const batches = frames.push(session).filter((batch) => batch.kind === 'messages')
  expect(batches.map(({ synced, endsSession }) => ({ synced, endsSession }))).toEqual([
    { synced: true, endsSession: false },
    { synced: true, endsSession: false },
    { synced: false, endsSession: false },
    { synced: true, endsSession: false },
    { synced: true, endsSession: true },
  ])
})

test('a request to cancel is told from a session', () => {
  expect(new WireFrames().push(request(80_877_102, '12345678'))).toEqual([{ kind: 'cancel' }])
})
