import { expect, test } from 'vitest'
import { createRefusedLoginReader } from './refused-logins.ts'

const read = (...lines: string[]) => {
  const reader = createRefusedLoginReader()
  return lines.flatMap((line) => reader(line) ?? [])
}

test('a refused login of Mosquitto 2.0 has the address of its connection and no name', () => {
  const lines = [
    '1795994883: New connection from 192.0.2.1:42480 on port 1883.',
    "1795994883: New client connected from 192.0.2.1:42480 as logica_0A1B01 (p2, c1, k60, u'logica_0A1B01').",
    '1795994883: New connection from 192.0.2.7:42492 on port 1883.',
    '1795994883: Client <unknown> disconnected, not authorised.',
  ]
  expect(read(...lines)).toEqual([{ address: '192.0.2.7', name: null }])
})

test('a version that names client and address is read as well', () => {
  expect(read('Client logica_0A1B01 [2001:db8::1:42480] disconnected, not authorized.')).toEqual([
    { address: '2001:db8::1', name: 'logica_0A1B01' },
  ])
})

test('other lines are no refused logins', () => {
  expect(read('Client logica_0A1B01 disconnected.', 'Client <unknown> closed its connection.')).toEqual([])
})
