import { describe, expect, test } from 'vitest'
import { addScan, judgeScans, listLampsToAdd, listSerials, type Scan } from './scan-list.ts'

const scan = (content: string, position = ''): Scan => ({ content, position })
const unit = {
  topic: 'logica_0A1B01',
  lamps: [{ addr: 4, serial: 'A1B2C4' }],
  facts: { lampSerialDigits: [6, 8], maxLamps: 128 },
}
const verdicts = (scans: Scan[], configuredLamps: Parameters<typeof judgeScans>[1]['known'] = []) =>
  judgeScans(scans, { unit, known: configuredLamps }).map(({ verdict }) => verdict)

describe('a scan', () => {
  test('is added at the end of the list', () => {
    expect(addScan([scan('A1B2C5')], 'A1B2C6').scans.map(({ content }) => content)).toEqual(['A1B2C5', 'A1B2C6'])
  })

  test.each(['A1B2C5', 'a1b2c5', 'https://maker.test/01/08012345678905/21/A1B2C5'])(
    'of the same lamp is reported and not added: %s',
    (content) => {
      expect(addScan([scan('SN: A1B2C5')], content)).toEqual({ scans: [scan('SN: A1B2C5')], refused: 'twice' })
    },
  )

  test('beyond the maximum of a list is refused', () => {
    const fullScan = Array.from({ length: 128 }, (_, n) => scan(`AB${1000 + n}`))
    expect(addScan(fullScan, 'FFFFFF').refused).toBe('full')
  })

  test('of a long code is truncated', () => {
    expect(addScan([], 'x'.repeat(4_000)).scans[0]?.content).toHaveLength(300)
  })
})

test('scans are classified as lamps, products, families and unknown codes', () => {
  expect(
    verdicts([
      scan('A1B2C5'),
      scan('https://vigilux.test/#/qr/ST-18'),
      scan('https://vigilux.test/#/qrf/stella'),
      scan('WIFI:'),
    ]),
  ).toEqual([
    { kind: 'good', position: 5 },
    { kind: 'product', id: 'ST-18' },
    { kind: 'family', id: 'stella' },
    { kind: 'unknown' },
  ])
  expect(listSerials([scan('WIFI:'), scan('SN: A1B2C5')])).toEqual(['A1B2C5'])
})

test('a lamp of another unit is named with its place, and of another plant without', () => {
  const configuredLamps = [
    { serial: 'A1B2C5', topic: 'logica_0A1B02', addr: 7 },
    { serial: 'A1B2C6', topic: null, addr: null },
    { serial: 'A1B2C4', topic: 'logica_0A1B01', addr: 4 },
  ]
  expect(verdicts([scan('A1B2C5'), scan('A1B2C6'), scan('A1B2C4'), scan('A1B2C7')], configuredLamps)).toEqual([
    { kind: 'inPlant', topic: 'logica_0A1B02', addr: 7 },
    { kind: 'elsewhere' },
    { kind: 'fault', fault: 'alreadyPresent' },
    { kind: 'good', position: 5 },
  ])
})

test.each(['0', 'x', '129', '-1'])('a position %s is invalid', (position) => {
  expect(verdicts([scan('A1B2C5', position)])).toEqual([{ kind: 'fault', fault: 'positionInvalid' }])
})

test('only valid scans are sent, with their typed positions', () => {
  const judgements = judgeScans([scan('A1B2C5', '9'), scan('A1B2C4'), scan('WIFI:'), scan('A1B2C6')], {
    unit,
    known: [],
  })
  expect(listLampsToAdd(judgements)).toEqual([{ serial: 'A1B2C5', position: 9 }, { serial: 'A1B2C6' }])
})
